/** How parcels and records are read: the columns of a parcel, and what stands beside them. */
import type { Crop, FertilizerUsage, Parcel, PesticideUsage, WaterUsage } from '@ardhi/contract';
import { sql } from 'kysely';

export interface ParcelRow {
  id: string;
  owner_id: string;
  name: string;
  size_acres: number;
  address: string | null;
  soil_type: Parcel['soilType'];
  declared_irrigation: Parcel['declarations']['irrigation'];
  declared_fertilizer: Parcel['declarations']['fertilizer'];
  declared_pesticide: Parcel['declarations']['pesticide'];
  county: string | null;
  region: Parcel['region'];
  county_source: Parcel['countySource'];
  boundary_area_m2: number | null;
  centre_lat: number | null;
  centre_lon: number | null;
  boundary_revision: number;
  crop_count: number;
  water_count: number;
  fertilizer_count: number;
  pesticide_count: number;
  water_litres: number;
  fertilizer_kg: number;
  pesticide_kg: number;
  score: number;
  confidence: number;
  score_status: Parcel['score']['status'];
  score_band: Parcel['score']['band'];
  score_as_of: string;
  score_version: string;
  revision: number;
  created_at: string;
  deleted_at: string | null;
}

export const PARCEL_COLUMNS = `id, owner_id, name, size_acres, address, soil_type,
  declared_irrigation, declared_fertilizer, declared_pesticide, county, region, county_source,
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
