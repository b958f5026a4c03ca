/** CSV of the analytics screens: section, name, value, unit. */
import { bandOf } from '@ardhi/agronomy';
import { type Analytics, type Metrics, SCORE_BUCKETS, type WorkKind } from '@ardhi/contract';
import { BYTE_ORDER_MARK, csvLine } from '../../lib/documents/csv.ts';
import type { MessageKey, Translate } from '../../lib/text/i18n.ts';
import { changeOf } from './present.ts';

type Cell = string | number | null;

export function analyticsCsv(data: Analytics, t: Translate): string {
  const line = (section: MessageKey, name: string, value: Cell, unit = ''): Cell[] => [
    t(section),
    name,
    value,
    unit,
  ];
  const report = (name: MessageKey, value: Cell) => line('analytics.report', t(name), value);
  const parcels = t('analytics.parcels');
  const lines: Cell[][] = [
    [t('analytics.csv.section'), t('analytics.csv.name'), t('analytics.csv.value'), t('analytics.csv.unit')],
    report('analytics.period', t(`analytics.period.${data.period}`)),
    data.county
      ? report('analytics.county', data.county)
      : report('analytics.region', t(`analytics.region.${data.region}`)),
    report('analytics.from', data.from),
    report('analytics.to', data.to),
    report('analytics.as-of', data.asOf),
    ...metricLines(data, t),
    ...changeLines(data, t),
    ...bucketsOf(data).map(({ label, lowest, count }) =>
      line('analytics.scores', `${label}% ${t(`pdf.score.band.${bandOf(lowest)}`)}`, count, parcels),
    ),
    line('analytics.scores', t('analytics.not-assessed'), data.totalLands - data.assessedLands, parcels),
    ...data.sustainabilityScores.map(({ _id, count }) =>
      line('analytics.scores-single', `${_id}%`, count, parcels),
    ),
    ...data.soilDistribution.map(({ _id, count }) =>
      line('analytics.soils', t(`analytics.soil.${_id}`), count, parcels),
    ),
    ...data.regions.flatMap((row) => {
      const name = t(`analytics.region.${row.region}`);
      return [
        line('analytics.regions', `${name}: ${t('analytics.total-farmers')}`, row.farmers),
        ...comparedLines(t('analytics.regions'), name, row, t),
      ];
    }),
    ...data.counties.flatMap((row) => [
      ...comparedLines(t('analytics.counties'), row.county, row, t),
      ...workOf(row).map(([kind, count]) =>
        line('analytics.counties', `${row.county}: ${t(`analytics.work.${kind}`)}`, count),
      ),
    ]),
    ...data.trends.flatMap(({ date, region, lands, score }) => {
      const name = `${data.county ?? t(`analytics.region.${region}`)}: ${date}`;
      return [
        line('analytics.trends', name, roundOrNull(score), '%'),
        line('analytics.trends', `${name}, ${t('analytics.compared')}`, lands, parcels),
      ];
    }),
    ...data.recommendations.map(({ kind, county, count }) =>
      line('analytics.work', `${county}: ${t(`analytics.work.${kind}`)}`, count),
    ),
    ...data.policyEffectiveness.flatMap(({ title, readShare, sentAt, read, notified, ...effect }) => {
      const counted = [sentAt?.slice(0, 10), `${read}/${notified}`].filter(Boolean).join(', ');
      const unit = `${t('analytics.read-share-unit')} (${counted})`;
      const change = (group: MessageKey, value: number | null, farmers: number) => {
        const points = `${t('analytics.points')} (${farmers} ${t('analytics.total-farmers')})`;
        return line('analytics.policies', `${title}: ${t(group)}`, roundOrNull(value), points);
      };
      return [
        line('analytics.policies', title, roundOrNull(readShare), unit),
        change('analytics.readers-change', effect.readersChange, effect.readers),
        change('analytics.others-change', effect.othersChange, effect.others),
      ];
    }),
  ];
  return BYTE_ORDER_MARK + lines.map(csvLine).join('');
}

const round = (value: number) => Math.round(value * 100) / 100;
const roundOrNull = (value: number | null) => (value === null ? null : round(value));

function metricLines(data: Analytics, t: Translate): Cell[][] {
  const metrics: [MessageKey, number | null, string][] = [
    ['analytics.total-farmers', data.totalFarmers, ''],
    ['analytics.total-lands', data.totalLands, ''],
    ['analytics.total-area', data.totalLandArea, t('analytics.acres')],
    ['analytics.average', data.sustainabilityScore, '%'],
    ['analytics.weighted', data.areaWeightedScore, '%'],
    ['analytics.assessed', data.assessedLands, t('analytics.parcels')],
    ['analytics.land-usage', data.landUsage, '%'],
    ['analytics.equipment', data.equipmentEfficiency, '%'],
    ['analytics.machines', data.machines, t('analytics.machines-unit')],
    ['analytics.active-machines', data.activeMachines, t('analytics.machines-unit')],
    ['analytics.subsidy', data.subsidyUtilization, '%'],
    ['analytics.requested', data.requestedAmount, 'KES'],
    ['analytics.approved', data.approvedAmount, 'KES'],
    ['analytics.undecided', data.undecidedAmount, 'KES'],
  ];
  return metrics.map(([key, value, unit]) => [t('analytics.figures'), t(key), roundOrNull(value), unit]);
}

const COMPARED_METRICS: [keyof Metrics, MessageKey][] = [
  ['totalFarmers', 'analytics.total-farmers'],
  ['totalLands', 'analytics.total-lands'],
  ['totalLandArea', 'analytics.total-area'],
  ['sustainabilityScore', 'analytics.average'],
  ['areaWeightedScore', 'analytics.weighted'],
  ['assessedLands', 'analytics.assessed'],
  ['landUsage', 'analytics.land-usage'],
  ['equipmentEfficiency', 'analytics.equipment'],
  ['subsidyUtilization', 'analytics.subsidy'],
];

function changeLines(data: Analytics, t: Translate): Cell[][] {
  if (!data.previous) return [];
  const section = t('analytics.change', { date: data.previous.date });
  return COMPARED_METRICS.flatMap(([metric, key]) => {
    const change = changeOf(data, metric);
    return change
      ? [[section, t(key), round(change.by), change.unit === '%' ? '%' : t('analytics.points')]]
      : [];
  });
}

const workOf = (county: Analytics['counties'][number]): [WorkKind, number][] => [
  ['no-harvest', county.landsWithoutHarvest],
  ['waiting', county.waitingApplications],
  ['overlaps', county.openOverlaps],
];

function comparedLines(
  section: string,
  name: string,
  row: Analytics['regions'][number] | Analytics['counties'][number],
  t: Translate,
): Cell[][] {
  return [
    [section, `${name}: ${t('analytics.total-lands')}`, row.lands, t('analytics.parcels')],
    [section, `${name}: ${t('analytics.total-area')}`, round(row.area), t('analytics.acres')],
    [section, `${name}: ${t('analytics.mean-compared')}`, roundOrNull(row.score), '%'],
    [section, `${name}: ${t('analytics.compared')}`, row.comparedLands, t('analytics.parcels')],
    [section, `${name}: ${t('analytics.with-records')}`, row.landsWithRecords, t('analytics.parcels')],
  ];
}

/** Score buckets as defined in the specification. */
export function bucketsOf(data: Pick<Analytics, 'sustainabilityScores'>) {
  return SCORE_BUCKETS.map(([lowest, highest]) => ({
    label: `${lowest}-${highest}`,
    lowest,
    highest,
    count: data.sustainabilityScores
      .filter(({ _id }) => _id >= lowest && _id <= highest)
      .reduce((sum, { count }) => sum + count, 0),
  }));
}
