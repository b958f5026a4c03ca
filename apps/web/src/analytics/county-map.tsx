import type { Analytics, CountyMetrics } from '@ardhi/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { useFormat, useT } from '../lib/i18n.tsx';
import { paths } from '../lib/paths.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Panel } from '../ui/panel.tsx';
import { ScoreMark, scoreBucket } from '../ui/score.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { DataTable, numeric } from '../ui/table.tsx';
import { COUNTY_OUTLINES, OUTLINE_SIZE } from './county-outlines.ts';
import { REGION_NAMES } from './labels.ts';
import { Legend, SCORE_SHADES, useScoreShades } from './map-legend.tsx';

const MEASURES = ['score', 'lands', 'records'] as const;
type Measure = (typeof MEASURES)[number];

// Written out: the style sheet is made from the class names found in the source.
const DEPTHS = [
  'fill-grey-soft',
  'fill-water/20',
  'fill-water/40',
  'fill-water/60',
  'fill-water/80',
  'fill-water',
];

const NAMES = Object.keys(COUNTY_OUTLINES);

/** The counties of the country by one measure; a button shows the same numbers as a table. */
export default function CountyMap({ data }: { data: Analytics | undefined }) {
  const t = useT();
  const [measure, setMeasure] = useState<Measure>('score');
  const [wanted, setChosen] = useState<string | null>(null);
  // Until one is chosen, the county with most parcels.
  const [largest] = [...(data?.counties ?? [])].sort((left, right) => right.lands - left.lands);
  const chosen = wanted ?? largest?.county ?? null;
  const [asTable, setAsTable] = useState(false);
  return (
    <Panel
      title={t('analytics.map.title')}
      note={t('analytics.comparisonNote')}
      actions={
        <Button variant="quiet" size="small" onClick={() => setAsTable(!asTable)}>
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
            {data ? (
              <Outlines data={data} measure={measure} chosen={chosen} onChoose={setChosen} />
            ) : (
              <Skeleton className="mt-4 h-96 w-full" />
            )}
            <CountyLegend measure={measure} />
          </div>
          <CountyCard county={data?.counties.find(({ county }) => county === chosen)} name={chosen} />
        </div>
      )}
    </Panel>
  );
}

function shadeOf(row: CountyMetrics | undefined, measure: Measure, maxLands: number): string {
  if (!row || row.lands === 0) return DEPTHS[0]!;
  if (measure === 'score') return SCORE_SHADES[scoreBucket(row.score)]!;
  const share = measure === 'lands' ? row.lands / maxLands : row.landsWithRecords / row.lands;
  return DEPTHS[Math.min(5, Math.max(1, Math.ceil(share * 5)))]!;
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
  const maxLands = Math.max(1, ...data.counties.map(({ lands }) => lands));
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
        {/* The chosen one comes last, so that its line lies over its neighbours'. */}
        {[...NAMES]
          .sort((left, right) => Number(left === chosen) - Number(right === chosen))
          .map((name) => (
            // biome-ignore lint/a11y/useSemanticElements: a shape of a drawing cannot be an input
            <path
              key={name}
              d={COUNTY_OUTLINES[name]}
              role="radio"
              aria-checked={name === chosen}
              aria-label={labelOf(name)}
              tabIndex={name === (chosen ?? NAMES[0]) ? 0 : -1}
              data-county={name}
              className={cx(
                'cursor-pointer outline-none',
                shadeOf(byName.get(name), measure, maxLands),
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
          ))}
      </svg>
    </div>
  );
}

/** Arrow keys move through the counties in alphabetical order. */
function moveTo(from: SVGElement, name: string, step: number, onChoose: (county: string) => void): void {
  const names = [...NAMES].sort((left, right) => left.localeCompare(right));
  const next = names[(names.indexOf(name) + step + names.length) % names.length]!;
  const drawing = from.ownerSVGElement;
  onChoose(next);
  requestAnimationFrame(() =>
    drawing?.querySelector<SVGElement>(`[data-county="${CSS.escape(next)}"]`)?.focus(),
  );
}

function CountyLegend({ measure }: { measure: Measure }) {
  const t = useT();
  const scores = useScoreShades();
  const names = [t('analytics.map.empty'), t('analytics.map.few'), '', '', '', t('analytics.map.many')];
  const depths = DEPTHS.map((shade, index): [string, string] => [shade, names[index]!]);
  return (
    <div className="mx-auto mt-3 flex max-w-[27rem] justify-center">
      <Legend label={t('analytics.parcelMap.legend')} shades={measure === 'score' ? scores : depths} />
    </div>
  );
}

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
  const rows: [string, string][] = [
    [t('analytics.totalLands'), format.number(county.lands, 0)],
    [t('analytics.areaAcres'), format.number(county.area, 1)],
    [t('analytics.map.records'), format.percent((100 * county.landsWithRecords) / county.lands)],
    [t('analytics.map.compared'), format.number(county.comparedLands, 0)],
    [t('analytics.map.noHarvest'), format.number(county.landsWithoutHarvest, 0)],
    [t('analytics.map.waiting'), format.number(county.waitingApplications, 0)],
    [t('analytics.map.overlaps'), format.number(county.openOverlaps, 0)],
  ];
  return (
    <section className="self-start" aria-live="polite" aria-label={county.county}>
      <p className="eyebrow">{county.region && t(REGION_NAMES[county.region])}</p>
      <h3 className="mt-1 text-[1.5rem]">{county.county}</h3>
      <ScoreMark score={county.score} large className="mt-2" />
      <dl className="num mt-3">
        {rows.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4 border-t border-line py-2">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <Link
        className="link mt-2 inline-flex min-h-11 items-center"
        to={`${paths.registerLands}?county=${encodeURIComponent(county.county)}`}
      >
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
            <Link className="link" to={`${paths.registerLands}?county=${encodeURIComponent(row.county)}`}>
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
        { key: 'score', label: t('analytics.meanScore'), cell: (row) => <ScoreMark score={row.score} /> },
      ]}
    />
  );
}
