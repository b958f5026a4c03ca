import type { Analytics, Metrics, ScoreBand, ScoreBucketKey } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import type { Translate, useFormat } from '../../lib/text/i18n.tsx';
import { SCORE_LABELS } from '../../ui/controls/score.tsx';

type Format = ReturnType<typeof useFormat>;

/** In the order of their colours. */
export const BANDS = [
  'initial',
  'poor',
  'needs attention',
  'fair',
  'good',
  'very good',
] as const satisfies ScoreBand[];

/** Names of the score colours: "Not yet assessed", then "0-20 poor" and so on. */
export const bandNames = (t: Translate): string[] =>
  SCORE_LABELS.map((label, index) => (index === 0 ? t(label) : `${BUCKETS[index - 1]} ${t(label)}`));

/** Options of the score filter. */
export const bandOptions = (t: Translate) =>
  bandNames(t).map((label, index) => ({ value: BANDS[index]!, label }));

/** Abbreviates large areas to millions. */
export function shortNumber(format: Format, value: number): string {
  return value >= 1_000_000 ? `${format.number(value / 1_000_000, 2)} M` : format.number(value, 1);
}

interface Change {
  note: string;
  trend?: 'better' | 'worse';
}

/** Metrics where higher is better. More land or more requests is neither good nor bad. */
const HIGHER_IS_BETTER: readonly (keyof Metrics)[] = ['sustainabilityScore', 'equipmentEfficiency'];

/** Change since the previous period: counts in percent, percentages in points. */
export function changeOf(
  data: Analytics,
  metric: keyof Metrics,
  kind: 'count' | 'percent',
  t: Translate,
  format: Format,
): Change {
  const before = data.previous?.[metric];
  const now = data[metric];
  if (before === undefined || before === null || now === null) return { note: t('analytics.change.unknown') };
  const difference =
    kind === 'percent'
      ? now - before
      : before === 0
        ? now === 0
          ? 0
          : null
        : (100 * (now - before)) / before;
  const against = t(`analytics.change.${data.period}`);
  // Growth from zero has no percentage.
  if (difference === null) return { note: t('analytics.change.fromNone', { count: format.number(now, 0) }) };
  if (Math.abs(difference) < 0.05) return { note: t('analytics.change.none') };
  const amount = `${difference > 0 ? '+' : '−'}${format.number(Math.abs(difference), 1)}`;
  return {
    note: t(kind === 'percent' ? 'analytics.change.points' : 'analytics.change.percent', { amount, against }),
    ...(HIGHER_IS_BETTER.includes(metric) && { trend: difference > 0 ? 'better' : 'worse' }),
  };
}

/** Link to the register rows behind a metric. */
export function registerOf(
  register: 'lands' | 'farmers',
  filters: Record<string, string | null | undefined> = {},
): string {
  const set = Object.entries(filters).filter(([, value]) => value && value !== 'all') as [string, string][];
  const path = register === 'lands' ? paths.registerLands : paths.registerFarmers;
  return set.length > 0 ? `${path}?${new URLSearchParams(set)}` : path;
}

export const BUCKETS = ['0-20', '21-40', '41-60', '61-80', '81-100'] as const satisfies ScoreBucketKey[];
const TONES = ['score-1', 'score-2', 'score-3', 'score-4', 'score-5'] as const;

/** Groups counts per integer score into the buckets of the specification. */
export function bucketsOf(scores: Analytics['sustainabilityScores']) {
  return BUCKETS.map((key, index) => {
    const [lowest = 0, highest = 100] = key.split('-').map(Number);
    const value = scores
      .filter(({ _id }) => _id >= lowest && _id <= highest)
      .reduce((sum, { count }) => sum + count, 0);
    return { key, value, tone: TONES[index]!, band: BANDS[index + 1]! };
  });
}
