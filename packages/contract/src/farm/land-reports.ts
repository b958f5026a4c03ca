/** Reports for one parcel and for all parcels of a farmer, and the progress of score runs for officials. */
import * as z from 'zod';
import { date, id, optional, timestamp } from '../base/fields.ts';
import { contract } from '../base/route.ts';
import { SoilType } from './land.ts';
import { Crop } from './land-records.ts';
import { Region, ScoreAction, ScoreComponentKey, ScoreNextEvidence, ScoreSummary } from './land-score.ts';

const farmer = z.object({ name: z.string(), email: z.string() });

/** Parcel report as defined in the specification. */
export const ParcelReport = z.object({
  reportDate: date,
  land: z.object({
    name: z.string(),
    size: z.number(),
    soilType: SoilType,
    sustainabilityScore: z.number().int(),
  }),
  totalWaterUsed: z.number(),
  totalFertilizerUsed: z.number(),
  totalPesticideUsed: z.number(),
  crops: z.array(Crop),
  farmer,
});
export type ParcelReport = z.infer<typeof ParcelReport>;

/** Records of one month. Units: litres, kg, kg. */
const use = {
  totalWaterUsed: z.number(),
  totalFertilizerUsed: z.number(),
  totalPesticideUsed: z.number(),
  recordCount: z.number().int(),
  cropsPlanted: z.number().int(),
  cropsHarvested: z.number().int(),
};
export const MonthlyUse = z.object(use);
export type MonthlyUse = z.infer<typeof MonthlyUse>;

export const MonthlyReport = z.object({
  reportDate: date,
  /** `2026-11` */
  month: z.string(),
  from: date,
  /** The last day of the month, or the report date in the current month. */
  to: date,
  farmer,
  landCount: z.number().int(),
  /** Acres. */
  totalSize: z.number(),
  total: MonthlyUse,
  previousMonth: MonthlyUse,
  lands: z.array(
    z.object({
      _id: id,
      name: z.string(),
      size: z.number(),
      sustainabilityScore: z.number().int(),
      score: ScoreSummary,
      ...use,
      planted: z.array(Crop),
      harvested: z.array(Crop),
    }),
  ),
});
export type MonthlyReport = z.infer<typeof MonthlyReport>;

export const SustainabilityReport = z.object({
  reportDate: date,
  farmer,
  landCount: z.number().int(),
  /** Parcels with at least some evidence; the averages exclude the others. */
  assessedCount: z.number().int(),
  totalSize: z.number(),
  averageScore: z.number().nullable(),
  /** Weighted by the parcels' size. */
  areaWeightedScore: z.number().nullable(),
  averageConfidence: z.number().nullable(),
  /** Mean of each component over the parcels where it could be scored. */
  components: z.array(
    z.object({
      key: ScoreComponentKey,
      weight: z.number(),
      score: z.number().nullable(),
      landCount: z.number().int(),
    }),
  ),
  lands: z.array(
    z.object({
      _id: id,
      name: z.string(),
      size: z.number(),
      county: z.string().nullable(),
      region: Region.nullable(),
      sustainabilityScore: z.number().int(),
      score: ScoreSummary,
      /** Points gained or lost in the last 365 days; null if the score is newer. */
      yearChange: z.number().int().nullable(),
      components: z.array(z.object({ key: ScoreComponentKey, score: z.number().nullable() })),
      actions: z.array(ScoreAction),
      nextEvidence: ScoreNextEvidence.nullable(),
    }),
  ),
});
export type SustainabilityReport = z.infer<typeof SustainabilityReport>;

/** Bulk score computation: nightly, or after a new engine version. */
export const ScoreRun = z.object({
  _id: z.string(),
  kind: z.enum(['nightly', 'version']),
  /** The date or engine version of the resulting scores. */
  target: z.string(),
  parcelsDone: z.number().int(),
  parcelsChanged: z.number().int(),
  /** Counted at the start of the run. */
  parcelsTotal: z.number().int(),
  startedAt: timestamp,
  updatedAt: timestamp,
  finishedAt: timestamp.nullable(),
});
export type ScoreRun = z.infer<typeof ScoreRun>;

/** Inputs and yield of a season compared with the crop's needs; null if unknown. */
export const SeasonFigures = z.object({
  recordId: id,
  name: z.string(),
  /** Within the last two years. */
  from: date,
  to: date,
  waterLitres: z.number().nullable(),
  /** Irrigation need in addition to the county's average rainfall. */
  waterNeededLitres: z.number().nullable(),
  /** Declared rain-fed, without water records: compare `rainMm` with `rainNeededMm` instead. */
  rainFed: z.boolean(),
  /** Average rain that the crop can use, and all the water it needs, in mm. */
  rainMm: z.number().nullable(),
  rainNeededMm: z.number().nullable(),
  /** From fertilizers in the reference table. */
  nitrogenKg: z.number().nullable(),
  /** Nitrogen removed by the harvest. */
  nitrogenNeededKg: z.number().nullable(),
  /** Tons per hectare; `usualYieldTPerHa` is the crop's average. */
  yieldTPerHa: z.number().nullable(),
  usualYieldTPerHa: z.number().nullable(),
});
export type SeasonFigures = z.infer<typeof SeasonFigures>;

const month = z.object({
  /** `2026-11`; defaults to the current month. */
  month: optional(z.string().regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, 'issue.month')),
});

export const landReports = contract({
  'GET /land/{id}/report': { summary: 'The report of a parcel', access: 'farmer', response: ParcelReport },
  'GET /land/{id}/report.pdf': {
    summary: 'The report of a parcel as a document',
    access: 'farmer',
    auditAction: 'land.download',
    produces: 'application/pdf',
  },
  'GET /land/{id}/records.csv': {
    summary: 'All records of a parcel as a table',
    access: 'farmer',
    auditAction: 'land.download',
    produces: 'text/csv',
  },
  'GET /land/{id}/seasons': {
    summary: 'Water, nitrogen and yield of each season against what its crop needed',
    access: 'farmer',
    response: z.array(SeasonFigures),
  },
  'GET /reports/monthly': {
    summary: 'The month on all own parcels',
    access: 'farmer',
    query: month,
    response: MonthlyReport,
  },
  'GET /reports/monthly.pdf': {
    summary: 'The monthly report as a document',
    access: 'farmer',
    auditAction: 'report.download',
    query: month,
    produces: 'application/pdf',
  },
  'GET /reports/sustainability': {
    summary: 'The sustainability of all own parcels',
    access: 'farmer',
    response: SustainabilityReport,
  },
  'GET /reports/sustainability.pdf': {
    summary: 'The sustainability report as a document',
    access: 'farmer',
    auditAction: 'report.download',
    produces: 'application/pdf',
  },
  'GET /government/score-runs': {
    summary: 'How far the latest score computations are',
    access: 'government',
    response: z.array(ScoreRun),
  },
});
