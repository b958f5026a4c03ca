import type { SeasonFigures } from '@ardhi/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/http/api.ts';
import { useT } from '../../../lib/text/i18n.tsx';
import { TargetChart } from '../../../ui/charts/target-chart.tsx';
import { SkeletonText } from '../../../ui/feedback/skeleton.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { QueryState } from '../../query-state.tsx';
import { useAmounts } from '../records/use-amounts.ts';
import { useMonthFormat } from './months.ts';

/** Water, nitrogen and yield of each season against the needs of its crop. */
export function SeasonsPanel({ id }: { id: string }) {
  const t = useT();
  const seasons = useQuery({
    queryKey: ['land', 'seasons', id],
    queryFn: ({ signal }) => call('GET /land/{id}/seasons', { params: { id }, signal }),
  });
  return (
    <Panel title={t('seasons.title')} note={t('seasons.note')} aria-busy={seasons.isPending || undefined}>
      <QueryState query={seasons} failed="seasons.failed" loading={<SkeletonText lines={6} />}>
        {(data) =>
          data.length > 0 ? (
            <SeasonCharts seasons={data} />
          ) : (
            <p className="text-muted">{t('seasons.empty')}</p>
          )
        }
      </QueryState>
    </Panel>
  );
}

function SeasonCharts({ seasons }: { seasons: readonly SeasonFigures[] }) {
  const t = useT();
  const amounts = useAmounts();
  return (
    <div className="space-y-6">
      <SeasonChart
        part="water"
        tone="water"
        amount={amounts.litres}
        values={seasons.map((season) => [season, season.waterLitres, season.waterNeededLitres])}
      />
      <SeasonChart
        part="nitrogen"
        tone="ochre"
        amount={amounts.kg}
        values={seasons.map((season) => [season, season.nitrogenKg, season.nitrogenNeededKg])}
      />
      <SeasonChart
        part="yield"
        tone="primary"
        amount={amounts.tonsPerHectare}
        values={seasons.map((season) => [season, season.yieldTPerHa, season.usualYieldTPerHa])}
      />
      <p className="flex flex-wrap gap-x-5 text-fine text-muted">
        <span>▬ {t('seasons.given')}</span>
        <span>┃ {t('seasons.target')}</span>
      </p>
    </div>
  );
}

interface SeasonChartProps {
  part: 'water' | 'nitrogen' | 'yield';
  tone: 'water' | 'ochre' | 'primary';
  amount: (value: number) => string;
  values: [season: SeasonFigures, value: number | null, target: number | null][];
}

function SeasonChart({ part, tone, amount, values }: SeasonChartProps) {
  const t = useT();
  const month = useMonthFormat();
  const text = (value: number | null, target: number | null) => {
    const recorded = value === null ? t('seasons.notRecorded') : amount(value);
    return target === null ? recorded : t(`seasons.${part}Text`, { value: recorded, target: amount(target) });
  };
  const hasValues = values.some(([, value]) => value !== null);
  return (
    <div>
      <TargetChart
        label={t(`seasons.${part}`)}
        heading={3}
        category={t('seasons.season')}
        measure={t(`seasons.${part}Measure`)}
        empty={<p className="text-muted">{t('seasons.emptyPart')}</p>}
        tone={tone}
        bars={
          hasValues
            ? values.map(([season, value, target]) => ({
                key: season.recordId,
                label: `${season.name}, ${month(season.from, 'short')} – ${month(season.to, 'short')}`,
                value,
                target,
                text: text(value, target),
              }))
            : []
        }
      />
      {hasValues && <p className="mt-2 text-fine text-muted">{t(`seasons.${part}Note`)}</p>}
    </div>
  );
}
