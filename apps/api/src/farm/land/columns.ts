/** Columns and row types of parcels and records. */
import type { Crop, FertilizerUsage, PesticideUsage, WaterUsage } from '@ardhi/contract';
import { sql } from 'kysely';
import { type ParcelRow, STATED_COLUMNS } from './parcel-fields.ts';

export type { ParcelRow };

export const PARCEL_COLUMNS = `id, owner_id, ${STATED_COLUMNS.join(', ')},
  crop_count, water_count, fertilizer_count, pesticide_count, water_litres, fertilizer_kg, pesticide_kg,
  score, confidence, score_status, score_band, score_as_of, score_version,
  boundary_area_m2, centre_lat, centre_lon, boundary_revision, revision, created_at, deleted_at`;
export const parcelColumns = sql.raw(PARCEL_COLUMNS);

/** JSON text as produced by the database. */
export type JsonText<T> = string & { readonly holds?: T };
export const parsed = <T>(text: JsonText<T>): T => JSON.parse(text) as T;

/** Records that the specification includes in a parcel. */
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
