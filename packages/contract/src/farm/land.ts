/** Parcels and their field records. JSON names follow the specification; units: acres, litres, kg, tons/hectare. */
import * as z from 'zod';
import { AUDIT_ACTIONS } from '../base/audit-actions.ts';
import {
  baseRevision,
  clearable,
  clientId,
  Done,
  date,
  id,
  number,
  optional,
  paging,
  Removal,
  revision,
  text,
  timestamp,
  wholeNumber,
} from '../base/fields.ts';
import {
  MAX_ACRES,
  MAX_ADDRESS_LENGTH,
  MAX_KIND_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PAGE_SIZE,
  OFFLINE_PAGE_SIZE,
  RESTORE_DAYS,
} from '../base/limits.ts';
import { contract } from '../base/route.ts';
import { BoundarySummary } from './boundaries.ts';
import {
  Crop,
  CropEdit,
  CropInput,
  FertilizerEdit,
  FertilizerInput,
  FertilizerUsage,
  HarvestInput,
  HarvestUndo,
  PesticideEdit,
  PesticideInput,
  PesticideUsage,
  WaterEdit,
  WaterInput,
  WaterUsage,
} from './land-records.ts';
import { ParcelScore, Region, ScoreAction, ScoreNextEvidence, ScoreSummary } from './land-score.ts';

export const SOIL_TYPES = ['clay', 'sandy', 'silty', 'peaty', 'chalky', 'loamy'] as const;
export const SoilType = z.enum(SOIL_TYPES);
export type SoilType = z.infer<typeof SoilType>;

/** Meaning of missing records. Records always take precedence over a declaration. */
export const Declarations = z.object({
  irrigation: z.enum(['recorded', 'rain-fed', 'unknown']),
  fertilizer: z.enum(['recorded', 'none', 'unknown']),
  pesticide: z.enum(['recorded', 'none', 'unknown']),
});
export type Declarations = z.infer<typeof Declarations>;

const location = z.object({ address: text(MAX_ADDRESS_LENGTH) });
const acres = number(0, MAX_ACRES);
/** A county name confirms the county; null reverts to the county of the address. */
const county = clearable(z.string().trim().max(MAX_KIND_LENGTH));

export const ParcelInput = z.object({
  ...clientId,
  name: text(MAX_NAME_LENGTH),
  size: acres,
  location,
  soilType: optional(SoilType),
  county,
  declarations: optional(Declarations.partial()),
});
export type ParcelInput = z.input<typeof ParcelInput>;

/** Absent fields stay unchanged. */
export const ParcelEdit = z.object({
  name: text(MAX_NAME_LENGTH).optional(),
  size: acres.optional(),
  location: location.optional(),
  soilType: SoilType.optional(),
  county,
  declarations: optional(Declarations.partial()),
  ...baseRevision,
});
export type ParcelEdit = z.input<typeof ParcelEdit>;

export const CountySource = z.enum(['confirmed', 'address', 'coordinates', 'name']);

export const Parcel = z.object({
  _id: id,
  name: z.string(),
  /** Acres. */
  size: z.number(),
  location: z.object({ address: z.string().nullable() }),
  soilType: SoilType,
  /** Percent; 50 until something is recorded, see `score.status`. */
  sustainabilityScore: z.number().int(),
  score: ScoreSummary,
  county: z.string().nullable(),
  region: Region.nullable(),
  countySource: CountySource.nullable(),
  countyConfirmed: z.boolean(),
  declarations: Declarations,
  /** Null until a boundary is drawn, walked or imported. */
  boundary: BoundarySummary.nullable(),
  /** The newest by planting date, oldest first. */
  crops: z.array(Crop),
  cropCount: z.number().int(),
  /** The newest by date, oldest first. */
  waterUsage: z.array(WaterUsage),
  waterCount: z.number().int(),
  fertilizerCount: z.number().int(),
  pesticideCount: z.number().int(),
  /** Totals of all records: litres, kg, kg (one litre of pesticide counts as one kg). */
  totalWater: z.number(),
  totalFertilizer: z.number(),
  totalPesticide: z.number(),
  /** Counts edits of the parcel, not changes of its records or score. */
  revision,
  createdAt: timestamp,
});
export type Parcel = z.infer<typeof Parcel>;

/** Includes all record types, so that the client can compute the score offline. */
export const ParcelDetail = Parcel.extend({
  fertilizerUsage: z.array(FertilizerUsage),
  pesticideUsage: z.array(PesticideUsage),
});
export type ParcelDetail = z.infer<typeof ParcelDetail>;

export const DeletedParcel = z.object({
  _id: id,
  name: z.string(),
  size: z.number(),
  deletedAt: timestamp,
  restorableUntil: timestamp,
});
export type DeletedParcel = z.infer<typeof DeletedParcel>;

export const ACTIVITIES = AUDIT_ACTIONS.land;

/** One action of the farmer, with the values at that time. */
export const Activity = z.object({
  _id: z.string(),
  at: timestamp,
  kind: z.enum(ACTIVITIES),
  landId: id,
  /** The parcel's current name; null after permanent deletion. */
  landName: z.string().nullable(),
  landDeleted: z.boolean(),
  /** The crop, fertilizer or product. */
  name: z.string().nullable(),
  date: date.nullable(),
  amount: z.number().nullable(),
  unit: z.enum(['L', 'kg', 't/ha', 'acres']).nullable(),
  /** Set if the action changed the total score. */
  scoreFrom: z.number().int().nullable(),
  scoreTo: z.number().int().nullable(),
});
export type Activity = z.infer<typeof Activity>;

/** An action that would raise a parcel's score, or the next record to add. */
export const Advice = z.object({
  landId: id,
  landName: z.string(),
  action: ScoreAction.nullable(),
  nextEvidence: ScoreNextEvidence.nullable(),
});
export type Advice = z.infer<typeof Advice>;

export const HarvestToConfirm = z.object({ landId: id, landName: z.string(), crop: Crop });
export type HarvestToConfirm = z.infer<typeof HarvestToConfirm>;

/** Newest first by record date. */
const recordList = <R extends z.ZodType>(summary: string, row: R) =>
  ({
    summary,
    access: 'farmer',
    query: z.object(paging),
    response: z.array(row),
    paged: true,
  }) as const;
const updates = <B extends z.ZodType>(summary: string, body: B) =>
  ({ summary, access: 'farmer', body, response: ParcelDetail, queueable: true }) as const;
const creates = <B extends z.ZodType>(summary: string, body: B) =>
  ({ ...updates(summary, body), status: 201 }) as const;
const removes = (summary: string) => updates(summary, Removal);

export const land = contract({
  'GET /land': {
    summary: 'The own parcels, oldest first',
    access: 'farmer',
    query: z.object({ page: optional(wholeNumber(1, 1_000_000)), ...paging }),
    response: z.array(Parcel),
    paged: true,
  },
  'POST /land': creates('Register a parcel', ParcelInput),
  'GET /land/deleted': {
    summary: 'Deleted parcels that can still be restored, latest first',
    access: 'farmer',
    response: z.array(DeletedParcel),
  },
  'GET /land/activities': {
    summary: 'What the farmer did last, newest first',
    access: 'farmer',
    query: z.object({ limit: optional(wholeNumber(1, 100)) }),
    response: z.array(Activity),
  },
  'GET /land/advice': {
    summary: 'What would raise the scores of the own parcels most',
    access: 'farmer',
    query: z.object({ limit: optional(wholeNumber(1, 50)) }),
    response: z.array(Advice),
  },
  'GET /land/harvests-to-confirm': {
    summary: 'Crops whose harvest date has passed and whose yield is still an expectation, oldest first',
    access: 'farmer',
    query: z.object({ limit: optional(wholeNumber(1, MAX_PAGE_SIZE)) }),
    response: z.array(HarvestToConfirm),
  },
  'GET /land/details': {
    summary: 'The own parcels, oldest first, each with its records of the last two years: what a phone keeps',
    access: 'farmer',
    query: z.object({
      page: optional(wholeNumber(1, 1_000_000)),
      limit: optional(wholeNumber(1, OFFLINE_PAGE_SIZE)),
    }),
    response: z.array(ParcelDetail),
  },
  'GET /land/{id}': { summary: 'One parcel', access: 'farmer', response: ParcelDetail },
  'PUT /land/{id}': updates('Edit a parcel, its declarations or its county', ParcelEdit),
  'DELETE /land/{id}': {
    summary: `Delete a parcel; it can be restored for ${RESTORE_DAYS} days`,
    access: 'farmer',
    body: Removal,
    response: Done.extend({ restorableUntil: timestamp }),
    queueable: true,
  },
  'POST /land/{id}/restore': {
    summary: 'Bring a deleted parcel back; under another name where its own is taken',
    access: 'farmer',
    body: z.object({ name: optional(text(MAX_NAME_LENGTH)) }),
    response: ParcelDetail,
    queueable: true,
  },
  'GET /land/{id}/score': {
    summary: 'The score explained: components, evidence, what is missing, actions, history',
    access: 'farmer',
    response: ParcelScore,
  },
});

export const landRecords = contract({
  'GET /land/{id}/crops': recordList('Crop history of a parcel', Crop),
  'POST /land/{id}/crops': creates('Record a crop', CropInput),
  'PUT /land/{id}/crops/{recordId}': updates('Correct a crop', CropEdit),
  'PUT /land/{id}/crops/{recordId}/harvest': updates('Confirm what was harvested', HarvestInput),
  'PUT /land/{id}/crops/{recordId}/harvest/undo': updates(
    'Take the confirmation of a harvest back',
    HarvestUndo,
  ),
  'DELETE /land/{id}/crops/{recordId}': removes('Delete a crop'),
  'GET /land/{id}/water': recordList('Water use of a parcel', WaterUsage),
  'POST /land/{id}/water': creates('Record water use', WaterInput),
  'PUT /land/{id}/water/{recordId}': updates('Correct a water record', WaterEdit),
  'DELETE /land/{id}/water/{recordId}': removes('Delete a water record'),
  'GET /land/{id}/fertilizer': recordList('Fertilizer use of a parcel', FertilizerUsage),
  'POST /land/{id}/fertilizer': creates('Record fertilizer use', FertilizerInput),
  'PUT /land/{id}/fertilizer/{recordId}': updates('Correct a fertilizer record', FertilizerEdit),
  'DELETE /land/{id}/fertilizer/{recordId}': removes('Delete a fertilizer record'),
  'GET /land/{id}/pesticides': recordList('Pesticide use of a parcel', PesticideUsage),
  'POST /land/{id}/pesticides': creates('Record pesticide use', PesticideInput),
  'PUT /land/{id}/pesticides/{recordId}': updates('Correct a pesticide record', PesticideEdit),
  'DELETE /land/{id}/pesticides/{recordId}': removes('Delete a pesticide record'),
});
