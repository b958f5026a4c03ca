/** Converts sums into the metrics of the contract. A metric that would divide by zero is null. */
import type { Analytics, CountyMetrics, Metrics, Recommendation, WorkKind } from '@ardhi/contract';
import { fromCents } from '../../lib/text/money.ts';
import type { MetricsRow, View } from './metrics.ts';

const share = (part: number, whole: number): number | null =>
  whole > 0 ? Math.min(100, Math.max(0, (100 * part) / whole)) : null;
const mean = (sum: number, count: number): number | null => (count > 0 ? sum / count : null);

export function weightingOf({ equipment }: MetricsRow): 'hours' | 'count' {
  const allHaveHours = equipment.working > 0 && equipment.used === equipment.working;
  return allHaveHours && equipment.hours > 0 ? 'hours' : 'count';
}

/** The metrics that daily snapshots store. */
export function metricsOf(row: MetricsRow): Metrics {
  const { totals, equipment, subsidies } = row;
  return {
    totalFarmers: row.farmers,
    totalLands: totals.parcels,
    totalLandArea: totals.acres,
    sustainabilityScore: mean(totals.score_sum, totals.parcels),
    areaWeightedScore: mean(totals.score_acres, totals.acres),
    assessedLands: totals.assessed,
    landUsage: share(row.covered_acres, totals.acres),
    equipmentEfficiency:
      weightingOf(row) === 'hours'
        ? share(equipment.active_hours, equipment.hours)
        : share(equipment.active, equipment.working),
    subsidyUtilization: share(subsidies.approved_cents, subsidies.requested_cents),
  };
}

const compared = (row: MetricsRow['regions'][number] | MetricsRow['counties'][number]) => ({
  lands: row.parcels,
  area: row.acres,
  comparedLands: row.confident,
  score: mean(row.confident_sum, row.confident),
  landsWithRecords: row.recorded,
});

export function presentMetrics(row: MetricsRow, { period, region, today }: View) {
  const counties: CountyMetrics[] = row.counties.map((county) => ({
    county: county.county,
    region: county.region || null,
    ...compared(county),
    landsWithoutHarvest: county.overdue_harvests,
    waitingApplications: county.overdue_applications,
    openOverlaps: county.overlaps,
  }));
  return {
    ...metricsOf(row),
    period,
    region,
    asOf: row.as_of,
    from: row.from_day,
    to: today,
    sustainabilityScores: row.scores.map(({ score, parcels }) => ({ _id: score, count: parcels })),
    soilDistribution: row.soils.map(({ soil_type, parcels, acres }) => ({
      _id: soil_type as Analytics['soilDistribution'][number]['_id'],
      count: parcels,
      area: acres,
    })),
    equipmentWeighting: weightingOf(row),
    machines: row.equipment.working,
    activeMachines: row.equipment.active,
    requestedAmount: fromCents(row.subsidies.requested_cents),
    approvedAmount: fromCents(row.subsidies.approved_cents),
    undecidedAmount: fromCents(row.subsidies.undecided_cents),
    regions: row.regions.map((entry) => ({
      region: entry.region,
      farmers: entry.farmers,
      ...compared(entry),
    })),
    counties,
    unplacedLands: row.unplaced,
    recommendations: recommendationsOf(counties),
  };
}

const MAX_PER_KIND = 5;

/** Counties with the most open work, per kind of work. */
export function recommendationsOf(counties: CountyMetrics[]): Recommendation[] {
  const kinds: [WorkKind, (county: CountyMetrics) => number][] = [
    ['waiting', (county) => county.waitingApplications],
    ['overlaps', (county) => county.openOverlaps],
    ['no-harvest', (county) => county.landsWithoutHarvest],
  ];
  return kinds.flatMap(([kind, countOf]) =>
    counties
      .map((county) => ({ kind, county: county.county, count: countOf(county) }))
      .filter(({ count }) => count > 0)
      .sort((left, right) => right.count - left.count || left.county.localeCompare(right.county))
      .slice(0, MAX_PER_KIND),
  );
}

/** A regional report contains only that region's data, and no policies, because they are national. */
export function reportOf(data: Analytics): Analytics {
  if (data.region === 'all') return data;
  return {
    ...data,
    regions: data.regions.filter(({ region }) => region === data.region),
    trends: data.trends.filter(({ region }) => region === data.region),
    policyEffectiveness: [],
  };
}

const COUNTS: (keyof Metrics)[] = ['totalFarmers', 'totalLands', 'totalLandArea', 'assessedLands'];

/** Change since the previous period: counts in percent, percentages in points; null if unknown. */
export function changeOf(
  data: Analytics,
  metric: keyof Metrics,
): { by: number; unit: '%' | 'points' } | null {
  const [now, before] = [data[metric], data.previous?.[metric] ?? null];
  if (now === null || before === null) return null;
  if (!COUNTS.includes(metric)) return { by: now - before, unit: 'points' };
  return before > 0 ? { by: (100 * (now - before)) / before, unit: '%' } : null;
}
