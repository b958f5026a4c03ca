/** Differences between the components of consecutive score changes. Pure. */
import { COMPONENT_KEYS, type ComponentKey, type ScoreResult, WEIGHTS } from '@ardhi/agronomy';
import type { ScoreHistoryEntry } from '@ardhi/contract';

/** Value of each component, 0 to 100. */
export type ScoreParts = Record<ComponentKey, number>;

export type StoredChange = ScoreHistoryEntry & { parts: ScoreParts | null };

const INITIAL = Object.fromEntries(COMPONENT_KEYS.map((key) => [key, 50])) as ScoreParts;

export function partsOf({ components }: ScoreResult): ScoreParts {
  return Object.fromEntries(
    components.map(({ key, effective }) => [key, Math.round(effective * 100) / 100]),
  ) as ScoreParts;
}

/** Returns the newest `limit` entries, oldest first. */
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
