/** CSV of the analytics screens: section, name, value, unit. */
import { type Analytics, type Metrics, SCORE_BUCKETS, type WorkKind } from '@ardhi/contract';
import { BYTE_ORDER_MARK, csvLine } from '../../lib/documents/csv.ts';
import type { MessageKey, Translate } from '../../lib/text/i18n.ts';
import { changeOf } from './present.ts';

type Cell = string | number | null;

export function analyticsCsv(data: Analytics, t: Translate): string {
  const lines: Cell[][] = [
    [t('analytics.csv.section'), t('analytics.csv.name'), t('analytics.csv.value'), t('analytics.csv.unit')],
    [t('analytics.report'), t('analytics.period'), t(`analytics.period.${data.period}`), ''],
    data.county
      ? [t('analytics.report'), t('analytics.county'), data.county, '']
      : [t('analytics.report'), t('analytics.region'), t(`analytics.region.${data.region}`), ''],
    [t('analytics.report'), t('analytics.from'), data.from, ''],
    [t('analytics.report'), t('analytics.to'), data.to, ''],
    [t('analytics.report'), t('analytics.as-of'), data.asOf, ''],
    ...metricLines(data, t),
    ...changeLines(data, t),
    ...bucketsOf(data).map(({ label, count }): Cell[] => [
      t('analytics.scores'),
      `${label}%`,
      count,
      t('analytics.parcels'),
    ]),
    [
      t('analytics.scores'),
      t('analytics.not-assessed'),
      data.totalLands - data.assessedLands,
      t('analytics.parcels'),
    ],
    ...data.sustainabilityScores.map(({ _id, count }): Cell[] => [
      t('analytics.scores-single'),
      `${_id}%`,
      count,
      t('analytics.parcels'),
    ]),
    ...data.soilDistribution.map(({ _id, count }): Cell[] => [
      t('analytics.soils'),
      t(`analytics.soil.${_id}`),
      count,
      t('analytics.parcels'),
    ]),
    ...data.regions.flatMap((row): Cell[][] => {
      const name = t(`analytics.region.${row.region}`);
      return [
        [t('analytics.regions'), `${name}: ${t('analytics.total-farmers')}`, row.farmers, ''],
        ...comparedLines(t('analytics.regions'), name, row, t),
      ];
    }),
    ...data.counties.flatMap((row): Cell[][] => [
      ...comparedLines(t('analytics.counties'), row.county, row, t),
      ...workOf(row).map(([kind, count]): Cell[] => [
        t('analytics.counties'),
        `${row.county}: ${t(`analytics.work.${kind}`)}`,
        count,
        '',
      ]),
    ]),
    ...data.trends.flatMap(({ date, region, lands, score }): Cell[][] => {
      const name = `${data.county ?? t(`analytics.region.${region}`)}: ${date}`;
      return [
        [t('analytics.trends'), name, roundOrNull(score), '%'],
        [t('analytics.trends'), `${name}, ${t('analytics.compared')}`, lands, t('analytics.parcels')],
      ];
    }),
    ...data.recommendations.map(({ kind, county, count }): Cell[] => [
      t('analytics.work'),
      `${county}: ${t(`analytics.work.${kind}`)}`,
      count,
      '',
    ]),
    ...data.policyEffectiveness.map((effect): Cell[] => [
      t('analytics.policies'),
      effect.title,
      effect.readShare === null ? null : round(effect.readShare),
      `${t('analytics.read-share-unit')} (${[effect.sentAt?.slice(0, 10), `${effect.read}/${effect.notified}`].filter(Boolean).join(', ')})`,
    ]),
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
    count: data.sustainabilityScores
      .filter(({ _id }) => _id >= lowest && _id <= highest)
      .reduce((sum, { count }) => sum + count, 0),
  }));
}
