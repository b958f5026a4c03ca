/** Eligibility rules of programmes and their results for parcels. */
import * as z from 'zod';
import { id, list, number, optional, text, timestamp } from '../base/fields.ts';
import { MAX_ACRES, MAX_KIND_LENGTH } from '../base/limits.ts';
import { Region, type ScoreAction, type ScoreNextEvidence, ScoreStatus } from '../farm/land-score.ts';

/**
 * Eligibility rules, each checked for one parcel; an absent rule is not checked.
 * The place rule is satisfied if either the parcel's region or its county is listed.
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

/** An action advised by the score engine; `closes`: whether it alone would close the gap. */
export type ClosingAction = ScoreAction & { closes: boolean };
const ClosingAction = z.object({
  key: z.string(),
  gainPoints: z.number(),
  components: z.array(z.string()),
  values,
  closes: z.boolean(),
}) as unknown as z.ZodType<ClosingAction>;

/** The record that would raise confidence most; `closes`: whether it alone would close the gap. */
export type ClosingEvidence = z.infer<typeof ScoreNextEvidence> & { closes: boolean };
const ClosingEvidence = z.object({
  component: z.string(),
  code: z.string(),
  confidenceGain: z.number(),
  closes: z.boolean(),
}) as unknown as z.ZodType<ClosingEvidence>;

/** Result of one rule for one parcel. */
export const RuleResult = z.object({
  rule: RuleName,
  met: z.boolean(),
  /** Acres, points or percent, for numeric rules. */
  required: z.number().nullable(),
  actual: z.number().nullable(),
  /** The gap in the same unit; null if satisfied or if the parcel's value is unknown. */
  missing: z.number().nullable(),
  /** Regions, counties or crops, for rules with a list. */
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
  /** `initial`: no records, so the score is not meaningful yet. */
  status: ScoreStatus,
  sustainabilityScore: z.number(),
  confidence: z.number(),
  crops: z.array(z.string()),
  meets: z.boolean(),
  rules: z.array(RuleResult),
});
export type ParcelEligibility = z.infer<typeof ParcelEligibility>;

/** Results of a programme's rules for parcels. Informative only: an official decides. */
/** Of a pending application, now. */
export const Eligibility = z.object({
  /** Whether a parcel satisfies every rule of the programme; null without rules. */
  meets: z.boolean().nullable(),
  /** The rules that the closest parcel does not satisfy. */
  unmet: z.array(z.enum(RULES)),
});

export const EligibilityReport = z.object({
  asOf: timestamp,
  /** Snapshot from the time of the decision. */
  frozen: z.boolean(),
  /** Whether at least one parcel satisfies every rule; null without rules. */
  meets: z.boolean().nullable(),
  meetingParcels: z.number().int(),
  meetingAcres: z.number(),
  parcels: z.array(ParcelEligibility),
});
export type EligibilityReport = z.infer<typeof EligibilityReport>;
