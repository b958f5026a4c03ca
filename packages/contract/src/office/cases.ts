/** What stands behind an application or a farmer, for whoever has to decide. */
import { z } from 'zod';
import { id, timestamp } from '../base/fields.ts';
import { contract } from '../base/route.ts';
import { BoundaryGeometry, ParcelCentre } from '../farm/boundaries.ts';
import { ScoreComponent } from '../farm/land-score.ts';
import { SubsidyStatus } from './subsidies.ts';

/** A parcel with its outline, and how much is recorded of it. */
export const CaseParcel = z.object({
  _id: id,
  name: z.string(),
  size: z.number(),
  county: z.string().nullable(),
  /** null: not assessed yet. */
  score: z.number().nullable(),
  confidence: z.number(),
  /** What the score was worked out from; empty where it is not assessed. */
  components: z.array(ScoreComponent),
  records: z.object({
    crops: z.number().int(),
    water: z.number().int(),
    fertilizer: z.number().int(),
    pesticides: z.number().int(),
  }),
  /** Of many corners with fewer of them. */
  boundary: z
    .object({ geometry: BoundaryGeometry, centre: ParcelCentre, areaSquareMetres: z.number() })
    .nullable(),
  openOverlaps: z.number().int(),
});
export type CaseParcel = z.infer<typeof CaseParcel>;

export const CaseApplication = z.object({
  _id: id,
  name: z.string(),
  amount: z.number(),
  status: SubsidyStatus,
  reason: z.string().nullable(),
  programmeId: id.nullable(),
  programmeName: z.string().nullable(),
  createdAt: timestamp,
  decidedAt: timestamp.nullable(),
  decidedBy: z.string().nullable(),
});
export type CaseApplication = z.infer<typeof CaseApplication>;

/** What does not fit together, and matters for a decision. */
export const DIFFERENCES = [
  'farm-size',
  'parcel-size',
  'open-overlap',
  'same-programme',
  'over-budget',
] as const;
export const Difference = z.object({
  kind: z.enum(DIFFERENCES),
  /** Acres, or shillings for a budget: what is stated or asked for, and what there is. */
  stated: z.number().nullable(),
  found: z.number().nullable(),
  /** The parcel or the application that it is about. */
  parcel: z.object({ _id: id, name: z.string() }).nullable(),
  application: z.object({ _id: id, name: z.string() }).nullable(),
});
export type Difference = z.infer<typeof Difference>;

/** Between the caller and the farmer, newest first. */
export const CaseMessage = z.object({
  _id: id,
  threadId: id,
  subject: z.string(),
  content: z.string(),
  /** Written by the caller. */
  own: z.boolean(),
  createdAt: timestamp,
});

export const Evidence = z.object({
  /** At most 60, the largest first. */
  parcels: z.array(CaseParcel),
  /** All that the farmer has in the area, named or not. */
  registered: z.object({ lands: z.number().int(), acres: z.number() }),
  /** The farmer's other applications and what became of them. */
  applications: z.array(CaseApplication),
  differences: z.array(Difference),
  conversation: z.array(CaseMessage),
});
export type Evidence = z.infer<typeof Evidence>;

export const FarmerFile = Evidence.extend({
  _id: id,
  name: z.string(),
  email: z.string(),
  phoneNumber: z.string().nullable(),
  location: z.string().nullable(),
  farmSize: z.number().nullable(),
  registeredAt: timestamp,
});
export type FarmerFile = z.infer<typeof FarmerFile>;

export const cases = contract({
  'GET /government/farmers/{id}': {
    summary: 'A farmer with parcels, applications and what does not fit together',
    access: 'government',
    answer: FarmerFile,
  },
});
