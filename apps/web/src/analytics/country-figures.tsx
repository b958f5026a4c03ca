import type { Analytics } from '@ardhi/contract';
import { useFormat, useT } from '../lib/i18n.tsx';
import { FigureStrip } from '../ui/figures.tsx';
import { changeOf, shortNumber } from './words.ts';

/** The four figures of the country: with the change against the period before, or with what stands behind them. */
export function CountryFigures({ data, changes }: { data: Analytics | undefined; changes: boolean }) {
  const t = useT();
  const format = useFormat();
  const change = (
    figure: Parameters<typeof changeOf>[1],
    kind: 'count' | 'percent' = 'count',
  ): Partial<ReturnType<typeof changeOf>> => (data && changes ? changeOf(data, figure, kind, t, format) : {});
  const score = data?.sustainabilityScore ?? null;
  const weighted =
    data && data.areaWeightedScore !== null
      ? t('analytics.weighted', { score: format.percent(data.areaWeightedScore, 1) })
      : t('analytics.noneAssessed');
  const scoreChange = change('sustainabilityScore', 'percent');
  return (
    <FigureStrip
      label={t('analytics.figures')}
      loading={!data}
      figures={[
        {
          label: t('analytics.totalFarmers'),
          value: format.number(data?.totalFarmers ?? 0, 0),
          ...change('totalFarmers'),
        },
        {
          label: t('analytics.totalLands'),
          value: format.number(data?.totalLands ?? 0, 0),
          ...change('totalLands'),
        },
        {
          label: t('analytics.totalArea'),
          value: shortNumber(format, data?.totalLandArea ?? 0),
          unit: t('land.acres'),
          title: format.hectares(data?.totalLandArea ?? 0),
          ...change('totalLandArea'),
        },
        {
          label: t('analytics.average'),
          value: score === null ? '–' : format.percent(score, 1),
          ...scoreChange,
          note: scoreChange.note ? `${scoreChange.note} · ${weighted}` : weighted,
        },
      ]}
    />
  );
}
