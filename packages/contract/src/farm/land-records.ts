/** Field records of a parcel. Units: litres, kg, tons/hectare. */
import * as z from 'zod';
import { baseRevision, clientId, date, id, number, optional, revision, text } from '../base/fields.ts';
import { MAX_KILOGRAMS, MAX_LITRES, MAX_NAME_LENGTH, MAX_TONS_PER_HECTARE } from '../base/limits.ts';

const litres = number(0, MAX_LITRES);
const kilograms = number(0, MAX_KILOGRAMS);
const tonsPerHectare = number(0, MAX_TONS_PER_HECTARE);

const cropFields = {
  name: text(MAX_NAME_LENGTH),
  plantingDate: date,
  harvestDate: date,
  /** tons/hectare: expected until the harvest date has passed, then harvested. */
  yield: tonsPerHectare,
  /** Share of the parcel, above 0 and up to 1; if absent, overlapping crops split the parcel. */
  areaShare: optional(number(0.0001, 1)),
};
const waterFields = { date, amount: litres };
const fertilizerFields = { date, type: text(MAX_NAME_LENGTH), amount: kilograms };
const PesticideUnit = z.enum(['kg', 'L']);
const pesticideFields = {
  date,
  product: text(MAX_NAME_LENGTH),
  amount: kilograms,
  unit: PesticideUnit.default('kg') as z.ZodType<'kg' | 'L', 'kg' | 'L' | undefined>,
};

/** The same day is valid. */
const isHarvestAfterPlanting = (crop: { plantingDate: string; harvestDate: string }) =>
  crop.harvestDate >= crop.plantingDate;
const onHarvestDate = { path: ['harvestDate'], message: 'issue.harvest-before-planting' };

export const CropInput = z
  .object({ ...clientId, ...cropFields })
  .refine(isHarvestAfterPlanting, onHarvestDate);
export type CropInput = z.input<typeof CropInput>;
export const CropEdit = z
  .object({ ...cropFields, ...baseRevision })
  .refine(isHarvestAfterPlanting, onHarvestDate);
export const WaterInput = z.object({ ...clientId, ...waterFields });
export type WaterInput = z.input<typeof WaterInput>;
export const WaterEdit = z.object({ ...waterFields, ...baseRevision });
export const FertilizerInput = z.object({ ...clientId, ...fertilizerFields });
export type FertilizerInput = z.input<typeof FertilizerInput>;
export const FertilizerEdit = z.object({ ...fertilizerFields, ...baseRevision });
export const PesticideInput = z.object({ ...clientId, ...pesticideFields });
export type PesticideInput = z.input<typeof PesticideInput>;
export const PesticideEdit = z.object({ ...pesticideFields, ...baseRevision });

/** The actual yield, and the actual date if it differs from the planned one. */
export const HarvestInput = z.object({
  yield: tonsPerHectare,
  harvestDate: optional(date),
  ...baseRevision,
});
export type HarvestInput = z.input<typeof HarvestInput>;

/** The yield and date that are expected again. */
export const HarvestUndo = z.object({ yield: tonsPerHectare, harvestDate: date, ...baseRevision });
export type HarvestUndo = z.input<typeof HarvestUndo>;

const record = { _id: id, revision };

export const Crop = z.object({
  ...record,
  name: z.string(),
  plantingDate: date,
  harvestDate: date,
  yield: z.number(),
  /** Set when the farmer confirms the yield after the harvest date; until then the yield is expected. */
  yieldConfirmed: z.boolean(),
  areaShare: z.number().nullable(),
});
export type Crop = z.infer<typeof Crop>;

export const WaterUsage = z.object({ ...record, date, amount: z.number() });
export type WaterUsage = z.infer<typeof WaterUsage>;

export const FertilizerUsage = z.object({ ...record, date, type: z.string(), amount: z.number() });
export type FertilizerUsage = z.infer<typeof FertilizerUsage>;

export const PesticideUsage = z.object({
  ...record,
  date,
  product: z.string(),
  amount: z.number(),
  unit: PesticideUnit,
});
export type PesticideUsage = z.infer<typeof PesticideUsage>;
