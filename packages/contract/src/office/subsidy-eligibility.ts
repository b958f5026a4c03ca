/** Whom a programme is meant for, and how parcels stand against that. */
import { z } from 'zod';
import { id, list, number, optional, text, timestamp } from '../base/fields.ts';
import { MAX_ACRES, MAX_KIND_LENGTH } from '../base/limits.ts';
import { Region, type ScoreAction, type ScoreNextEvidence, ScoreStatus } from '../farm/land-score.ts';

/**
 * Whom a programme is meant for. Each rule is about one parcel; a rule that is not given is not asked for.
 * A parcel is in the right place when its region or its county is named.
 */
export const SubsidyRules = z.object({
  regions: list(Region, 4),
  counties: list(text(MAX_KIND_LENGTH), 47),
  minAcres: optional(number(0, MAX_ACRES)),
  maxAcres: optional(number(0, MAX_ACRES)),
  minScore: optional(number(0, 100)),
  minConfidence: optional(number(0, 100)),
  /** Keys of the crop table, such as `maize`; one of them must have been grown in the last two years. */
  crops: list(text(MAX_KIND_LENGTH), 50),
});
export type SubsidyRules = z.infer<typeof SubsidyRules>;

export const StoredRules = z.object({
  regions: z.array(Region),
  counties: z.array(z.string()),
  minAcres: z.number().nullable(),
  maxAcres: z.number().nullable(),
  minScore: z.number().nullable(),
  minConfidence: z.number().nullable(),
  crops: z.array(z.string()),
});
export type StoredRules = z.infer<typeof StoredRules>;

export const RULES = ['place', 'min-acres', 'max-acres', 'min-score', 'min-confidence', 'crop'] as const;
const RuleName = z.enum(RULES);
export type RuleName = z.infer<typeof RuleName>;

const values = z.record(z.string(), z.union([z.number(), z.string()]));

/** An advice of the sustainability score, and whether it alone would close the gap. */
export type ClosingAction = ScoreAction & { closes: boolean };
const ClosingAction = z.object({
  key: z.string(),
  gainPoints: z.number(),
  components: z.array(z.string()),
  values,
  closes: z.boolean(),
}) as unknown as z.ZodType<ClosingAction>;

/** The record that would raise the confidence most, and whether it alone would close the gap. */
export type ClosingEvidence = z.infer<typeof ScoreNextEvidence> & { closes: boolean };
const ClosingEvidence = z.object({
  component: z.string(),
  code: z.string(),
  confidenceGain: z.number(),
  closes: z.boolean(),
}) as unknown as z.ZodType<ClosingEvidence>;

/** One rule held against one parcel: what is asked, what is there, how much is missing, what would close it. */
export const RuleResult = z.object({
  rule: RuleName,
  met: z.boolean(),
  /** Acres, points or percent, for the rules that count. */
  required: z.number().nullable(),
  actual: z.number().nullable(),
  /** How far off, in the same unit; null when met, or when the parcel's value is unknown. */
  missing: z.number().nullable(),
  /** Regions, counties or crops, for the rules that name. */
  wanted: z.array(z.string()),
  found: z.array(z.string()),
  actions: z.array(ClosingAction),
  evidence: ClosingEvidence.nullable(),
});
export type RuleResult = z.infer<typeof RuleResult>;

export const ParcelEligibility = z.object({
  _id: id,
  name: z.string(),
  size: z.number(),
  county: z.string().nullable(),
  region: Region.nullable(),
  /** `initial`: nothing is recorded, so there is no score to speak of yet. */
  status: ScoreStatus,
  sustainabilityScore: z.number(),
  confidence: z.number(),
  crops: z.array(z.string()),
  meets: z.boolean(),
  rules: z.array(RuleResult),
});
export type ParcelEligibility = z.infer<typeof ParcelEligibility>;

/** How parcels stand against a programme's rules. It informs; a person decides. */
export const EligibilityReport = z.object({
  asOf: timestamp,
  /** Kept as it was when the application was decided. */
  frozen: z.boolean(),
  /** Whether at least one parcel meets every rule; null where there are no rules. */
  meets: z.boolean().nullable(),
  meetingParcels: z.number().int(),
  meetingAcres: z.number(),
  parcels: z.array(ParcelEligibility),
});
export type EligibilityReport = z.infer<typeof EligibilityReport>;
