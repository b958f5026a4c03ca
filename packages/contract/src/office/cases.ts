/** Evidence about an application or a farmer, for decisions by officials. */
import * as z from 'zod';
import { id, text, timestamp } from '../base/fields.ts';
import { MAX_CASE_NOTE_LENGTH } from '../base/limits.ts';
import { contract } from '../base/route.ts';
import { BoundaryGeometry, ParcelCentre } from '../farm/boundaries.ts';
import { ScoreComponent } from '../farm/land-score.ts';
import { SubsidyStatus } from './subsidies.ts';

/** A parcel with its outline and record counts. */
export const CaseParcel = z.object({
  _id: id,
  name: z.string(),
  size: z.number(),
  county: z.string().nullable(),
  /** null: not assessed yet. */
  score: z.number().nullable(),
  confidence: z.number(),
  /** Components of the score; empty if not assessed. */
  components: z.array(ScoreComponent),
  records: z.object({
    crops: z.number().int(),
    water: z.number().int(),
    fertilizer: z.number().int(),
    pesticides: z.number().int(),
  }),
  /** Simplified if it has many vertices. */
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

/** Discrepancies that matter for a decision. */
export const DIFFERENCES = [
  'farm-size',
  'parcel-size',
  'open-overlap',
  'same-programme',
  'over-budget',
] as const;
export const Difference = z.object({
  kind: z.enum(DIFFERENCES),
  /** Stated or requested value, and the actual value in `found`. Acres, or shillings for a budget. */
  stated: z.number().nullable(),
  found: z.number().nullable(),
  /** The parcel or application concerned. */
  parcel: z.object({ _id: id, name: z.string() }).nullable(),
  application: z.object({ _id: id, name: z.string() }).nullable(),
});
export type Difference = z.infer<typeof Difference>;

/** A message between the caller and the farmer. */
export const CaseMessage = z.object({
  _id: id,
  threadId: id,
  subject: z.string(),
  content: z.string(),
  /** Whether the caller wrote it. */
  own: z.boolean(),
  createdAt: timestamp,
});

export const Evidence = z.object({
  /** At most 60, largest first. */
  parcels: z.array(CaseParcel),
  /** Totals of all the farmer's parcels in the official's area, named in the application or not. */
  registered: z.object({ lands: z.number().int(), acres: z.number() }),
  /** The farmer's other applications and their results. */
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

/** Internal: officials who can see the application read it, the farmer never does. */
export const CaseNote = z.object({
  _id: id,
  content: z.string(),
  /** The name of a deleted account is empty. */
  author: z.object({ _id: id, name: z.string() }),
  createdAt: timestamp,
});
export type CaseNote = z.infer<typeof CaseNote>;

export const cases = contract({
  'GET /government/farmers/{id}': {
    summary: 'A farmer with parcels, applications and what does not fit together',
    access: 'government',
    response: FarmerFile,
  },
  'POST /government/subsidies/{id}/notes': {
    summary: 'Add an internal note to an application, which the farmer never sees',
    access: 'government',
    body: z.object({ content: text(MAX_CASE_NOTE_LENGTH) }),
    /** The application with all its notes, oldest first. */
    response: z.object({
      _id: id,
      applicant: z.object({ _id: id, name: z.string() }),
      notes: z.array(CaseNote),
    }),
    status: 201,
  },
});
