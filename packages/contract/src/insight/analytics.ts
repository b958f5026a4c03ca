/** National and regional metrics for officials, exact at the time of the call. */
import * as z from 'zod';
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

/** Score buckets of the specification: lowest and highest score. */
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
/** 0 to 100; null without data. */
const percent = z.number().nullable();

/** Metrics that are also stored as daily snapshots. */
const Metrics = z.object({
  totalFarmers: count,
  totalLands: count,
  /** Acres. */
  totalLandArea: z.number(),
  /** Mean score of all parcels, unweighted. */
  sustainabilityScore: percent,
  areaWeightedScore: percent,
  /** Parcels whose score is based on records. */
  assessedLands: count,
  landUsage: percent,
  equipmentEfficiency: percent,
  subsidyUtilization: percent,
});
export type Metrics = z.infer<typeof Metrics>;

/** Comparisons use only parcels with a confidence of at least 40 and report how many those are. */
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
  /** Parcels with a crop whose harvest date has passed without a confirmed harvest. */
  landsWithoutHarvest: count,
  /** Overdue applications. */
  waitingApplications: count,
  openOverlaps: count,
});
export type CountyMetrics = z.infer<typeof CountyMetrics>;

export const WorkKind = z.enum(['no-harvest', 'waiting', 'overlaps']);
export type WorkKind = z.infer<typeof WorkKind>;

/** Number of open work items of one kind in a county. */
export const Recommendation = z.object({ kind: WorkKind, county: z.string(), count });
export type Recommendation = z.infer<typeof Recommendation>;

export const PolicyEffect = z.object({
  policyId: id,
  title: z.string(),
  status: z.string(),
  effectiveDate: date.nullable(),
  /** Date of the nightly computation. */
  computedOn: date,
  /** Latest notification: time, number of farmers, and how many of them had read it by that night. */
  sentAt: timestamp.nullable(),
  notified: count,
  read: count,
  /** Percentage of notified farmers who read it. */
  readShare: percent,
  /** Changes of the mean score since the effective date; null with fewer than ten farmers in either group. */
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
  /** The county of the official's post, to which all metrics are limited; null: national. */
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
  /** Kenya shillings requested in the period, and the approved part. */
  requestedAmount: z.number(),
  approvedAmount: z.number(),
  /** Excluded from both: applications pending for less than 14 working days. */
  undecidedAmount: z.number(),
  /** The same metrics at the end of the previous period; null without a snapshot of that day. */
  previous: Metrics.extend({ date }).nullable(),
  regions: z.array(RegionMetrics),
  counties: z.array(CountyMetrics),
  /** Parcels without a known county, counted only in the national totals. */
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
    response: Analytics,
  },
  'GET /government/analytics.csv': {
    summary: 'The same as a table; it is kept among the reports',
    access: 'government',
    reads: 'replica',
    auditAction: 'analytics.export',
    limit: 'export',
    query: z.object(view),
    produces: 'text/csv',
  },
  'GET /government/analytics.pdf': {
    summary: 'The same as a document; it is kept among the reports',
    access: 'government',
    reads: 'replica',
    auditAction: 'analytics.export',
    limit: 'export',
    query: z.object(view),
    produces: 'application/pdf',
  },
  'GET /government/reports': {
    summary: 'Reports that officials exported, newest first',
    access: 'government',
    query: z.object(paging),
    response: z.array(Report),
    paged: true,
  },
  'GET /government/reports/{id}/file': {
    summary: 'A report again, as it was',
    access: 'government',
    auditAction: 'report.download',
    limit: 'export',
    produces: 'application/octet-stream',
  },
});
