import type { Analytics } from '@ardhi/contract';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { StatTiles } from '../../ui/layout/stat-tiles.tsx';
import { changeOf, registerOf, shortNumber } from './labels.ts';

/** The four national headline metrics, optionally with the change since the previous period. */
export function NationalStats({ data, changes }: { data: Analytics | undefined; changes: boolean }) {
  const t = useT();
  const format = useFormat();
  const change = (
    metric: Parameters<typeof changeOf>[1],
    kind: 'count' | 'percent' = 'count',
  ): Partial<ReturnType<typeof changeOf>> => (data && changes ? changeOf(data, metric, kind, t, format) : {});
  const score = data?.sustainabilityScore ?? null;
  const base =
    data && data.areaWeightedScore !== null
      ? [
          changes && t('analytics.ofAll', { count: data.totalLands }),
          t('analytics.weighted', { score: format.percent(data.areaWeightedScore) }),
        ]
          .filter(Boolean)
          .join(' · ')
      : t('analytics.noneAssessed');
  const scoreChange = change('sustainabilityScore', 'percent');
  return (
    <StatTiles
      label={t('analytics.figures')}
      loading={!data}
      tiles={[
        {
          label: t('analytics.totalFarmers'),
          value: format.number(data?.totalFarmers ?? 0, 0),
          ...change('totalFarmers'),
          to: registerOf('farmers'),
        },
        {
          label: t('analytics.totalLands'),
          value: format.number(data?.totalLands ?? 0, 0),
          ...change('totalLands'),
          to: registerOf('lands'),
        },
        {
          label: t('analytics.totalArea'),
          value: shortNumber(format, data?.totalLandArea ?? 0),
          unit: t('land.acres', { count: data?.totalLandArea ?? 0 }),
          title: format.hectares(data?.totalLandArea ?? 0),
          ...change('totalLandArea'),
          to: registerOf('lands', { sort: 'largest' }),
        },
        {
          label: t('analytics.average'),
          value: score === null ? '–' : format.percent(score),
          ...scoreChange,
          base,
          to: registerOf('lands'),
        },
      ]}
    />
  );
}
