/** How parcels and records are read: the columns of a parcel, and what stands beside them. */
import type { Crop, FertilizerUsage, Parcel, PesticideUsage, WaterUsage } from '@ardhi/contract';
import { type Selectable, sql } from 'kysely';
import type { DB } from '../lib/database.generated.ts';
import { STATED_COLUMNS } from './parcel-fields.ts';

/** Columns that hold one of a few values, which the contract names. */
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

/** Not read: what only triggers, jobs and the hash of the score need. */
type Unread = 'has_records' | 'inputs_hash' | 'covered_until' | 'planned_cover' | 'has_harvest';
export type ParcelRow = Omit<Selectable<DB['parcels']>, keyof Choices | Unread> & Choices;

export const PARCEL_COLUMNS = `id, owner_id, ${STATED_COLUMNS.join(', ')},
  crop_count, water_count, fertilizer_count, pesticide_count, water_litres, fertilizer_kg, pesticide_kg,
  score, confidence, score_status, score_band, score_as_of, score_version,
  boundary_area_m2, centre_lat, centre_lon, boundary_revision, revision, created_at, deleted_at`;
export const parcelColumns = sql.raw(PARCEL_COLUMNS);

/** JSON as the database wrote it. */
export type JsonText<T> = string & { readonly holds?: T };
export const parsed = <T>(text: JsonText<T>): T => JSON.parse(text) as T;

/** The records that the specification's land carries. */
export interface ListedRecords {
  crops: JsonText<Crop[]>;
  water_usage: JsonText<WaterUsage[]>;
}

export interface AllRecords extends ListedRecords {
  fertilizer_usage: JsonText<FertilizerUsage[]>;
  pesticide_usage: JsonText<PesticideUsage[]>;
}

export type ListedParcel = ParcelRow & ListedRecords;
export type WholeParcel = ParcelRow & AllRecords;

export type RecordTable = 'crops' | 'water_records' | 'fertilizer_records' | 'pesticide_records';

export const dateColumn = (table: RecordTable) => (table === 'crops' ? 'planting_date' : 'date');
