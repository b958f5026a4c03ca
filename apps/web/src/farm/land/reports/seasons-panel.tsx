import type { SeasonFigures } from '@ardhi/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/http/api.ts';
import { useT } from '../../../lib/text/i18n.tsx';
import { TargetChart } from '../../../ui/charts/target-chart.tsx';
import { useKnownNames } from '../../../ui/controls/known-name.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { SkeletonText } from '../../../ui/feedback/skeleton.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
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
      <QueryState query={seasons} headline={t('seasons.failed')} loading={<SkeletonText lines={6} />}>
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

const RAIN = { part: 'rain', tone: 'water', amount: 'mm', value: 'rainMm', target: 'rainNeededMm' } as const;
const CHARTS = [
  { part: 'water', tone: 'water', amount: 'litres', value: 'waterLitres', target: 'waterNeededLitres' },
  { part: 'nitrogen', tone: 'ochre', amount: 'kg', value: 'nitrogenKg', target: 'nitrogenNeededKg' },
  {
    part: 'yield',
    tone: 'primary',
    amount: 'tonsPerHectare',
    value: 'yieldTPerHa',
    target: 'usualYieldTPerHa',
  },
] as const;

function SeasonCharts({ seasons }: { seasons: readonly SeasonFigures[] }) {
  const t = useT();
  return (
    <div className="space-y-6">
      {CHARTS.map((chart) => (
        <SeasonChart
          key={chart.part}
          {...(chart.part === 'water' && seasons.every(({ rainFed }) => rainFed) ? RAIN : chart)}
          seasons={seasons}
        />
      ))}
      <p className="flex flex-wrap gap-x-5 text-fine text-muted">
        <span>▬ {t('seasons.given')}</span>
        <span>┃ {t('seasons.target')}</span>
      </p>
    </div>
  );
}

type SeasonChartProps = ((typeof CHARTS)[number] | typeof RAIN) & { seasons: readonly SeasonFigures[] };

function SeasonChart({ part, tone, amount, value, target, seasons }: SeasonChartProps) {
  const t = useT();
  const month = useMonthFormat();
  const format = useAmounts()[amount];
  const withWord = useKnownNames('crop');
  const textOf = (season: SeasonFigures) => {
    const [recorded, needed] = [season[value], season[target]];
    const text = recorded === null ? t('seasons.notRecorded') : format(recorded);
    return needed === null ? text : t(`seasons.${part}Text`, { value: text, target: format(needed) });
  };
  const hasValues = seasons.some((season) => season[value] !== null);
  return (
    <div>
      <TargetChart
        label={t(`seasons.${part}`)}
        heading={3}
        category={t('seasons.season')}
        measure={t(`seasons.${part}Measure`)}
        empty={<p className="text-muted">{t('seasons.emptyPart')}</p>}
        tone={tone}
        bars={(hasValues ? seasons : []).map((season) => ({
          key: season.recordId,
          label: `${withWord(season.name)}, ${month(season.from, 'short')} – ${month(season.to, 'short')}`,
          value: season[value],
          target: season[target],
          text: textOf(season),
        }))}
      />
      {hasValues && <p className="mt-2 text-fine text-muted">{t(`seasons.${part}Note`)}</p>}
    </div>
  );
}
