/** What changed a score: the parts of each change against those of the change before. Pure. */
import { COMPONENT_KEYS, type ComponentKey, type ScoreResult, WEIGHTS } from '@ardhi/agronomy';
import type { ScoreHistoryEntry } from '@ardhi/contract';

/** What each part counted, 0 to 100. */
export type ScoreParts = Record<ComponentKey, number>;

export type StoredChange = ScoreHistoryEntry & { parts: ScoreParts | null };

const INITIAL = Object.fromEntries(COMPONENT_KEYS.map((key) => [key, 50])) as ScoreParts;

export function partsOf({ components }: ScoreResult): ScoreParts {
  return Object.fromEntries(
    components.map(({ key, effective }) => [key, Math.round(effective * 100) / 100]),
  ) as ScoreParts;
}

/** Oldest first; of more than `limit` the newest. */
export function withChanges(rows: StoredChange[], limit: number): ScoreHistoryEntry[] {
  const entries = rows.map(({ parts, ...entry }, index) => {
    const before = index > 0 ? rows[index - 1]!.parts : INITIAL;
    return before && parts ? { ...entry, changes: changesBetween(before, parts) } : entry;
  });
  return entries.slice(-limit);
}

function changesBetween(before: ScoreParts, after: ScoreParts) {
  return COMPONENT_KEYS.map((key) => ({
    key,
    points: Math.round((WEIGHTS[key] * (after[key] - before[key])) / 10) / 10,
  }))
    .filter(({ points }) => points !== 0)
    .sort((left, right) => Math.abs(right.points) - Math.abs(left.points));
}
