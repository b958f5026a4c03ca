/** User-provided parcel fields: columns, parsing from requests and presentation in responses. */
import type { Parcel, ParcelEdit } from '@ardhi/contract';
import type { Selectable } from 'kysely';
import type * as z from 'zod';
import type { DB } from '../../lib/database/database.generated.ts';

/** Enum columns, typed as in the contract. */
interface Choices {
  soil_type: Parcel['soilType'];
  declared_irrigation: Parcel['declarations']['irrigation'];
  declared_fertilizer: Parcel['declarations']['fertilizer'];
  declared_pesticide: Parcel['declarations']['pesticide'];
  region: Parcel['region'];
  county_source: Parcel['countySource'];
  score_status: Parcel['score']['status'];
  score_band: Parcel['score']['band'];
}

/** Columns that only triggers, jobs and the score hash use. */
type Unread =
  | 'has_records'
  | 'inputs_hash'
  | 'covered_until'
  | 'planned_cover'
  | 'has_harvest'
  | 'harvest_due';
export type ParcelRow = Omit<Selectable<DB['parcels']>, keyof Choices | Unread> & Choices;

/** User-provided columns and the derived location. All statements that read, insert or export a parcel use this list. */
export const STATED_COLUMNS = [
  'name',
  'size_acres',
  'address',
  'soil_type',
  'declared_irrigation',
  'declared_fertilizer',
  'declared_pesticide',
  'county',
  'region',
  'county_source',
] as const;
export type ParcelFields = Pick<ParcelRow, (typeof STATED_COLUMNS)[number]>;

/** Defaults of a new parcel. */
export const NEW_PARCEL: ParcelFields & Pick<ParcelRow, 'centre_lat' | 'centre_lon'> = {
  name: '',
  size_acres: 0,
  address: null,
  soil_type: 'loamy',
  declared_irrigation: 'unknown',
  declared_fertilizer: 'unknown',
  declared_pesticide: 'unknown',
  county: null,
  region: null,
  county_source: null,
  centre_lat: null,
  centre_lon: null,
};

/** Omitted fields keep their value. The location is derived from the result. */
export function statedFields(before: ParcelFields, edit: z.output<typeof ParcelEdit>) {
  return {
    name: edit.name ?? before.name,
    size_acres: edit.size ?? before.size_acres,
    address: edit.location?.address ?? before.address,
    soil_type: edit.soilType ?? before.soil_type,
    declared_irrigation: edit.declarations?.irrigation ?? before.declared_irrigation,
    declared_fertilizer: edit.declarations?.fertilizer ?? before.declared_fertilizer,
    declared_pesticide: edit.declarations?.pesticide ?? before.declared_pesticide,
  };
}

export function presentStated(row: ParcelFields) {
  return {
    name: row.name,
    size: row.size_acres,
    location: { address: row.address },
    soilType: row.soil_type,
    county: row.county,
    countyConfirmed: row.county_source === 'confirmed',
    declarations: {
      irrigation: row.declared_irrigation,
      fertilizer: row.declared_fertilizer,
      pesticide: row.declared_pesticide,
    },
  };
}
