/** Sustainability score as returned by the API: codes and values, which the client translates. */
import type {
  Action,
  Evidence as EngineEvidence,
  Missing as EngineMissing,
  NextEvidence as EngineNextEvidence,
  Note as EngineNote,
} from '@ardhi/agronomy';
import * as z from 'zod';
import { date, id } from '../base/fields.ts';

export const Region = z.enum(['north', 'south', 'east', 'west']);
export type Region = z.infer<typeof Region>;

export const ScoreStatus = z.enum(['initial', 'provisional', 'assessed']);
export type ScoreStatus = z.infer<typeof ScoreStatus>;

export const ScoreBand = z.enum(['initial', 'poor', 'needs attention', 'fair', 'good', 'very good']);
export type ScoreBand = z.infer<typeof ScoreBand>;

export const ScoreComponentKey = z.enum([
  'water',
  'nitrogen',
  'climate',
  'diversity',
  'soil',
  'productivity',
  'pesticide',
]);
export type ScoreComponentKey = z.infer<typeof ScoreComponentKey>;

/** Shown with every score. */
export const ScoreSummary = z.object({
  /** Share of the required evidence that exists, 0 to 100. */
  confidence: z.number().int(),
  status: ScoreStatus,
  band: ScoreBand,
});
export type ScoreSummary = z.infer<typeof ScoreSummary>;

// The codes are defined in the engine. Imported as types only, so that the contract does not load the engine's tables.
const value = z.union([z.number(), z.string(), z.boolean(), z.null()]);
const values = z.record(z.string(), z.union([z.number(), z.string()]));
const recordIds = z.array(z.string());

export const ScoreEvidence = z.object({
  code: z.string(),
  subject: z.string().optional(),
  value,
  unit: z.string().nullable(),
  recordIds,
  source: z.string(),
}) as unknown as z.ZodType<EngineEvidence>;

export const ScoreMissing = z.object({ code: z.string() }) as unknown as z.ZodType<EngineMissing>;

export const ScoreNote = z.object({
  code: z.string(),
  values,
  recordIds,
}) as unknown as z.ZodType<EngineNote>;

export const ScoreAction = z.object({
  key: z.string(),
  gainPoints: z.number(),
  components: z.array(ScoreComponentKey),
  values,
}) as unknown as z.ZodType<Action>;
export type ScoreAction = Action;

export const ScoreNextEvidence = z.object({
  component: ScoreComponentKey,
  code: z.string(),
  confidenceGain: z.number(),
}) as unknown as z.ZodType<EngineNextEvidence>;

export const ScoreComponent = z.object({
  key: ScoreComponentKey,
  weight: z.number(),
  /** null if evidence is missing; it then counts as 50. */
  score: z.number().nullable(),
  effective: z.number(),
  completeness: z.number(),
  evidence: z.array(ScoreEvidence),
  missing: z.array(ScoreMissing),
  notes: z.array(ScoreNote),
});
export type ScoreComponent = z.infer<typeof ScoreComponent>;

/** One change of the total score. */
export const ScoreHistoryEntry = z.object({
  date,
  score: z.number().int(),
  confidence: z.number().int(),
  status: ScoreStatus,
  /** Points by which each component changed the total since the previous entry, largest first; absent if unknown. */
  changes: z.array(z.object({ key: ScoreComponentKey, points: z.number() })).optional(),
});
export type ScoreHistoryEntry = z.infer<typeof ScoreHistoryEntry>;

export const ParcelScore = z.object({
  landId: id,
  asOf: date,
  sustainabilityScore: z.number().int(),
  ...ScoreSummary.shape,
  county: z.string().nullable(),
  region: Region.nullable(),
  components: z.array(ScoreComponent),
  /** At most two, largest gain first. */
  actions: z.array(ScoreAction),
  /** The record that would raise confidence most. */
  nextEvidence: ScoreNextEvidence.nullable(),
  /** The newest 500 changes, oldest first. */
  history: z.array(ScoreHistoryEntry),
  engineVersion: z.string(),
  tablesVersion: z.string(),
  inputsHash: z.string(),
});
export type ParcelScore = z.infer<typeof ParcelScore>;
