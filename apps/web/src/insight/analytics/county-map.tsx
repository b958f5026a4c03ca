import type { Analytics, CountyMetrics } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { DataTable, numeric } from '../../ui/charts/table.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/controls/cx.ts';
import { ScoreBadge, scoreBucket } from '../../ui/controls/score.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { COUNTY_NAMES, COUNTY_OUTLINES, OUTLINE_SIZE } from './county-outlines.ts';
import { registerOf } from './labels.ts';
import { Legend, SCORE_SHADES, useScoreShades } from './map-legend.tsx';
import { listOf } from './work-list.tsx';

const MEASURES = ['score', 'lands', 'records'] as const;
type Measure = (typeof MEASURES)[number];

// Written out because Tailwind only generates class names that it finds in the source.
const DEPTHS = [
  'fill-grey-soft',
  'fill-water/20',
  'fill-water/40',
  'fill-water/60',
  'fill-water/80',
  'fill-water',
];

/** Choropleth of the counties by one measure; a button switches to a table of the same numbers. */
export default function CountyMap({ data, title }: { data: Analytics | undefined; title?: string }) {
  const t = useT();
  const [measure, setMeasure] = useState<Measure>('score');
  const [selected, setSelected] = useState<string | null>(null);
  // Defaults to the county with most parcels.
  const [largest] = [...(data?.counties ?? [])].sort((left, right) => right.lands - left.lands);
  const chosen = selected ?? largest?.county ?? null;
  const [asTable, setAsTable] = useState(false);
  return (
    <Panel
      title={title ?? t('analytics.map.title')}
      note={t('analytics.comparisonNote')}
      actions={
        <Button variant="quiet" size="small" className="max-sm:-mx-3" onClick={() => setAsTable(!asTable)}>
          {asTable ? t('analytics.map.asMap') : t('ui.showAsTable')}
        </Button>
      }
    >
      {asTable ? (
        <CountyTable rows={data?.counties} />
      ) : (
        <div className="grid gap-6 md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
          <div>
            <Segmented
              label={t('analytics.map.measure')}
              options={MEASURES.map((value) => ({ value, label: t(`analytics.map.${value}`) }))}
              value={measure}
              onChange={setMeasure}
            />
            <CountyLegend data={data} measure={measure} />
            {data ? (
              <Outlines data={data} measure={measure} chosen={chosen} onChoose={setSelected} />
            ) : (
              <Skeleton className="mt-4 h-96 w-full" />
            )}
          </div>
          <CountyCard county={data?.counties.find(({ county }) => county === chosen)} name={chosen} />
        </div>
      )}
    </Panel>
  );
}

const measureValue = (row: CountyMetrics, measure: 'lands' | 'records') =>
  measure === 'lands' ? row.lands : (100 * row.landsWithRecords) / row.lands;

/**
 * Quintiles as [lowest, highest] pairs. Each shade covers a fifth of the counties, so that one very large value does
 * not flatten the scale.
 */
export function quintilesOf(values: readonly number[]): [number, number][] {
  const sorted = [...values].sort((left, right) => left - right);
  const fifths: number[][] = [[], [], [], [], []];
  // indexOf puts equal values into the same quintile.
  for (const value of sorted) fifths[Math.floor((5 * sorted.indexOf(value)) / sorted.length)]!.push(value);
  return fifths.flatMap((fifth): [number, number][] =>
    fifth.length > 0 ? [[fifth[0]!, fifth.at(-1)!]] : [],
  );
}

function useFifths(data: Analytics | undefined, measure: Measure) {
  const rows = (data?.counties ?? []).filter(({ lands }) => lands > 0);
  return measure === 'score' ? [] : quintilesOf(rows.map((row) => measureValue(row, measure)));
}

/** Fill of a county. */
function shadeOf(row: CountyMetrics | undefined, measure: Measure, fifths: readonly [number, number][]) {
  if (!row || row.lands === 0) return DEPTHS[0]!;
  if (measure === 'score') return SCORE_SHADES[scoreBucket(row.score)]!;
  const value = measureValue(row, measure);
  return DEPTHS[1 + fifths.findIndex(([, highest]) => value <= highest)]!;
}

interface OutlinesProps {
  data: Analytics;
  measure: Measure;
  chosen: string | null;
  onChoose: (county: string) => void;
}

function Outlines({ data, measure, chosen, onChoose }: OutlinesProps) {
  const t = useT();
  const format = useFormat();
  const byName = new Map(data.counties.map((row) => [row.county, row]));
  const fifths = useFifths(data, measure);
  const labelOf = (name: string) => {
    const row = byName.get(name);
    if (!row) return `${name}: ${t('analytics.map.empty')}`;
    if (measure === 'lands') return `${name}: ${t('analytics.map.landCount', { count: row.lands })}`;
    if (measure === 'records')
      return `${name}: ${t('analytics.map.recorded', { share: format.percent((100 * row.landsWithRecords) / row.lands) })}`;
    return `${name}: ${row.score === null ? t('ui.notAssessed') : format.percent(row.score)}`;
  };
  return (
    <div role="radiogroup" aria-label={t('analytics.map.title')} className="mx-auto mt-4 max-w-[27rem]">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the group around it carries the name, its shapes theirs */}
      <svg
        viewBox={`0 0 ${OUTLINE_SIZE.width} ${OUTLINE_SIZE.height}`}
        className="block w-full overflow-visible"
      >
        {/* The selected county is drawn last, so that its outline is above its neighbours. */}
        {[...COUNTY_NAMES]
          .sort((left, right) => Number(left === chosen) - Number(right === chosen))
          .map((name) => {
            const shade = shadeOf(byName.get(name), measure, fifths);
            return (
              // biome-ignore lint/a11y/useSemanticElements: a shape of a drawing cannot be an input
              <path
                key={name}
                d={COUNTY_OUTLINES[name]}
                role="radio"
                aria-checked={name === chosen}
                aria-label={labelOf(name)}
                tabIndex={name === (chosen ?? COUNTY_NAMES[0]) ? 0 : -1}
                data-county={name}
                className={cx(
                  'cursor-pointer outline-none',
                  shade,
                  name === chosen
                    ? 'stroke-ink [stroke-width:2.2]'
                    : 'stroke-surface [stroke-width:0.8] hover:stroke-ink focus-visible:stroke-ink focus-visible:[stroke-width:2.2]',
                )}
                onClick={() => onChoose(name)}
                onKeyDown={(event) => {
                  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
                  if (event.key === ' ' || event.key === 'Enter')
                    moveTo(event.currentTarget, name, 0, onChoose);
                  else if (step) moveTo(event.currentTarget, name, step, onChoose);
                  else return;
                  event.preventDefault();
                }}
              >
                <title>{labelOf(name)}</title>
              </path>
            );
          })}
      </svg>
    </div>
  );
}

/** Arrow keys move through the counties in alphabetical order. */
function moveTo(from: SVGElement, name: string, step: number, onChoose: (county: string) => void): void {
  const count = COUNTY_NAMES.length;
  const next = COUNTY_NAMES[(COUNTY_NAMES.indexOf(name) + step + count) % count]!;
  const drawing = from.ownerSVGElement;
  onChoose(next);
  requestAnimationFrame(() =>
    drawing?.querySelector<SVGElement>(`[data-county="${CSS.escape(next)}"]`)?.focus(),
  );
}

function CountyLegend({ data, measure }: { data: Analytics | undefined; measure: Measure }) {
  const t = useT();
  const format = useFormat();
  const [[unassessed] = [DEPTHS[0]!], ...scores] = useScoreShades();
  const text = (value: number) => (measure === 'lands' ? format.number(value, 0) : format.percent(value));
  const depths = useFifths(data, measure).map(([lowest, highest], index): [string, string] => [
    DEPTHS[index + 1]!,
    text(lowest) === text(highest) ? text(lowest) : `${text(lowest)}–${text(highest)}`,
  ]);
  const shades: [string, string][] =
    measure === 'score'
      ? [[unassessed, t('analytics.map.notAssessed')], ...scores]
      : [[DEPTHS[0]!, t('analytics.map.empty')], ...depths];
  return (
    <div className="mx-auto mt-3 max-w-[27rem]">
      <Legend label={t('analytics.parcelMap.legend')} shades={shades} />
      <p className="mt-1 text-fine text-muted">
        {t(measure === 'score' ? 'analytics.map.scale.score' : 'analytics.map.scale.fifths')}
      </p>
    </div>
  );
}

const WORK = [
  {
    kind: 'no-harvest',
    label: 'analytics.map.noHarvest',
    count: (row: CountyMetrics) => row.landsWithoutHarvest,
  },
  { kind: 'waiting', label: 'analytics.map.waiting', count: (row: CountyMetrics) => row.waitingApplications },
  { kind: 'overlaps', label: 'analytics.map.overlaps', count: (row: CountyMetrics) => row.openOverlaps },
] as const;

function CountyCard({ county, name }: { county: CountyMetrics | undefined; name: string | null }) {
  const t = useT();
  const format = useFormat();
  if (!name) return <p className="self-center text-muted">{t('analytics.map.choose')}</p>;
  if (!county)
    return (
      <div className="self-start">
        <h3>{name}</h3>
        <p className="mt-2 text-muted">{t('analytics.map.empty')}</p>
      </div>
    );
  const place = { county: county.county };
  const lands = registerOf('lands', place);
  const rows: [label: string, value: string, to: string][] = [
    [t('analytics.totalLands'), format.number(county.lands, 0), lands],
    [
      t('analytics.areaAcres'),
      format.number(county.area, 1),
      registerOf('lands', { ...place, sort: 'largest' }),
    ],
    [t('analytics.map.records'), format.percent((100 * county.landsWithRecords) / county.lands), lands],
    [t('analytics.map.compared'), format.number(county.comparedLands, 0), lands],
    ...WORK.map(({ kind, label, count }): [string, string, string] => [
      t(label),
      format.number(count(county), 0),
      listOf({ kind, county: county.county }),
    ]),
  ];
  return (
    <section className="self-start" aria-live="polite" aria-label={county.county}>
      <p className="eyebrow">{county.region && t(`analytics.region.${county.region}`)}</p>
      <h3 className="mt-1 text-[1.5rem]">{county.county}</h3>
      <ScoreBadge score={county.score} large className="mt-2" />
      <p className="num text-sm text-muted">
        {t('analytics.compared', { count: county.comparedLands })} ·{' '}
        {t('analytics.leftOut', { count: county.lands - county.comparedLands })}
      </p>
      <dl className="num mt-3">
        {rows.map(([label, value, to]) => (
          <div key={label} className="flex justify-between gap-4 border-t border-line py-2">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold">
              <Link className="link thumb" aria-label={`${label}: ${value}`} to={to}>
                {value}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
      <Link className="link mt-2 inline-flex min-h-11 items-center" to={lands}>
        {t('analytics.map.openLands', { county: county.county })}
      </Link>
      <Link
        className="link flex min-h-11 items-center"
        to={`${paths.parcelsMap}&county=${encodeURIComponent(county.county)}`}
      >
        {t('analytics.map.onMap')}
      </Link>
    </section>
  );
}

function CountyTable({ rows }: { rows: readonly CountyMetrics[] | undefined }) {
  const t = useT();
  const format = useFormat();
  return (
    <DataTable
      caption={t('analytics.map.title')}
      loading={!rows}
      rows={rows}
      rowKey={(row) => row.county}
      empty={<p className="text-muted">{t('analytics.noScores')}</p>}
      columns={[
        {
          key: 'county',
          label: t('analytics.county'),
          title: true,
          cell: (row) => (
            <Link className="link" to={registerOf('lands', { county: row.county })}>
              {row.county}
            </Link>
          ),
        },
        { ...numeric('lands', t('analytics.totalLands')), cell: (row) => format.number(row.lands, 0) },
        { ...numeric('area', t('analytics.areaAcres')), cell: (row) => format.number(row.area, 1) },
        {
          ...numeric('records', t('analytics.map.records')),
          cell: (row) => format.percent((100 * row.landsWithRecords) / Math.max(1, row.lands)),
        },
        {
          key: 'score',
          label: t('analytics.meanScore'),
          cell: (row) => (
            <>
              <ScoreBadge score={row.score} />
              <span className="num block text-fine text-muted">
                {t('analytics.compared', { count: row.comparedLands })}
              </span>
            </>
          ),
        },
      ]}
    />
  );
}
