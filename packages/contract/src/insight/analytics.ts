/** What officials see: figures of the country and its regions, exact at the moment of the call. */
import { z } from 'zod';
import { date, id, optional, paging, timestamp } from '../base/fields.ts';
import { contract } from '../base/route.ts';
import { SoilType } from '../farm/land.ts';
import { Region } from '../farm/land-score.ts';

/** The trailing 7, 30 and 365 days, today included. */
export const Period = z.enum(['weekly', 'monthly', 'yearly']);
export type Period = z.infer<typeof Period>;
export const PERIOD_DAYS: Record<Period, number> = { weekly: 7, monthly: 30, yearly: 365 };

export const RegionFilter = z.enum(['all', 'north', 'south', 'east', 'west']);
export type RegionFilter = z.infer<typeof RegionFilter>;

/** The specification's buckets of scores, lowest and highest. */
export const SCORE_BUCKETS = [
  [0, 20],
  [21, 40],
  [41, 60],
  [61, 80],
  [81, 100],
] as const;
export const ScoreBucketKey = z.enum(['0-20', '21-40', '41-60', '61-80', '81-100']);
export type ScoreBucketKey = z.infer<typeof ScoreBucketKey>;

const count = z.number().int();
/** 0 to 100; null where there is nothing to compute it from. */
const percent = z.number().nullable();

/** Figures that are also kept day by day. */
const Metrics = z.object({
  totalFarmers: count,
  totalLands: count,
  /** Acres. */
  totalLandArea: z.number(),
  /** The mean score of all parcels; beside it the one weighted by area. */
  sustainabilityScore: percent,
  areaWeightedScore: percent,
  /** How many parcels have a score that rests on records. */
  assessedLands: count,
  landUsage: percent,
  equipmentEfficiency: percent,
  subsidyUtilization: percent,
});
export type Metrics = z.infer<typeof Metrics>;

/** Comparisons use parcels with confidence of at least 40 and say how many are left out. */
const compared = {
  lands: count,
  area: z.number(),
  comparedLands: count,
  score: percent,
  /** Parcels with any record. */
  landsWithRecords: count,
};

export const RegionMetrics = z.object({ region: Region, farmers: count, ...compared });
export type RegionMetrics = z.infer<typeof RegionMetrics>;

export const CountyMetrics = z.object({
  county: z.string(),
  region: Region.nullable(),
  ...compared,
  landsWithoutHarvest: count,
  waitingApplications: count,
  openOverlaps: count,
});
export type CountyMetrics = z.infer<typeof CountyMetrics>;

export const WorkKind = z.enum(['no-harvest', 'waiting', 'overlaps']);
export type WorkKind = z.infer<typeof WorkKind>;

/** Work to do: so many of a kind in a county. */
export const Recommendation = z.object({ kind: WorkKind, county: z.string(), count });
export type Recommendation = z.infer<typeof Recommendation>;

export const PolicyEffect = z.object({
  policyId: id,
  title: z.string(),
  status: z.string(),
  effectiveDate: date.nullable(),
  /** The night in which it was computed. */
  computedOn: date,
  /** Of the latest sending: when it was, the farmers who were told, and who of them had read it on that night. */
  sentAt: timestamp.nullable(),
  notified: count,
  read: count,
  /** Of those notified, who read it, in percent. */
  readShare: percent,
  /** Change of the mean score since the effective date; null with fewer than ten farmers on either side. */
  readers: count,
  readersChange: z.number().nullable(),
  others: count,
  othersChange: z.number().nullable(),
});
export type PolicyEffect = z.infer<typeof PolicyEffect>;

export const TrendPoint = z.object({ date, region: RegionFilter, lands: count, score: percent });
export type TrendPoint = z.infer<typeof TrendPoint>;

export const Analytics = Metrics.extend({
  period: Period,
  region: RegionFilter,
  /** The county of the official's post, which is all that is counted; null: the country. */
  county: z.string().nullable(),
  asOf: timestamp,
  from: date,
  to: date,
  sustainabilityScores: z.array(z.object({ _id: count, count })),
  soilDistribution: z.array(z.object({ _id: SoilType, count, area: z.number() })),
  /** How equipmentEfficiency was weighted. */
  equipmentWeighting: z.enum(['hours', 'count']),
  machines: count,
  activeMachines: count,
  /** Kenya shillings asked for within the period, and what of it is approved. */
  requestedAmount: z.number(),
  approvedAmount: z.number(),
  /** Left out of both: applications of the period that have waited for less than 14 working days. */
  undecidedAmount: z.number(),
  /** The same figures at the end of the period before; null where no snapshot of that day was kept. */
  previous: Metrics.extend({ date }).nullable(),
  regions: z.array(RegionMetrics),
  counties: z.array(CountyMetrics),
  /** Parcels whose county is not known: counted in the country only. */
  unplacedLands: count,
  recommendations: z.array(Recommendation),
  policyEffectiveness: z.array(PolicyEffect),
  trends: z.array(TrendPoint),
});
export type Analytics = z.infer<typeof Analytics>;

const view = { period: optional(Period), region: optional(RegionFilter) };

export const ReportFormat = z.enum(['csv', 'pdf']);
export const Report = z.object({
  _id: id,
  fileType: ReportFormat,
  period: Period,
  region: RegionFilter,
  fileName: z.string(),
  size: count,
  /** The official; empty for a deleted account. */
  madeBy: z.string(),
  createdAt: timestamp,
});
export type Report = z.infer<typeof Report>;

export const analytics = contract({
  'GET /government/analytics': {
    summary: 'Figures of the country or a region, exact at the moment of the call',
    access: 'government',
    reads: 'replica',
    query: z.object(view),
    answer: Analytics,
  },
  'GET /government/analytics.csv': {
    summary: 'The same as a table; it is kept among the reports',
    access: 'government',
    reads: 'replica',
    trail: 'analytics.export',
    limit: 'export',
    query: z.object(view),
    produces: 'text/csv',
  },
  'GET /government/analytics.pdf': {
    summary: 'The same as a document; it is kept among the reports',
    access: 'government',
    reads: 'replica',
    trail: 'analytics.export',
    limit: 'export',
    query: z.object(view),
    produces: 'application/pdf',
  },
  'GET /government/reports': {
    summary: 'Reports that officials exported, newest first',
    access: 'government',
    query: z.object(paging),
    answer: z.array(Report),
    paged: true,
  },
  'GET /government/reports/{id}/file': {
    summary: 'A report again, as it was',
    access: 'government',
    trail: 'report.download',
    limit: 'export',
    produces: 'application/octet-stream',
  },
});
