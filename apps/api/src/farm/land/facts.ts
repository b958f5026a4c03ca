/** Parcel data for other domains. */
import type { ScoreResult } from '@ardhi/agronomy';
import type { Region, ScoreBand, ScoreStatus, SoilType } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';

export interface ParcelFacts {
  id: string;
  name: string;
  sizeAcres: number;
  soilType: SoilType;
  county: string | null;
  region: Region | null;
  score: number;
  confidence: number;
  status: ScoreStatus;
  band: ScoreBand;
  /** Crop names as entered by the farmer, latest planting first. */
  crops: string[];
  /** Names of crops grown within the last two years. */
  recentCrops: string[];
  /** At most two, highest gain first. */
  actions: ScoreResult['actions'];
  /** The record that would raise the confidence most. */
  nextEvidence: ScoreResult['nextEvidence'];
}

const MAX_PARCELS = 500;
const MAX_CROPS = 20;

/** The farmer's active parcels, optionally limited to `parcelIds`, oldest first. */
export async function parcelFacts(db: Db, ownerId: string, parcelIds?: string[]): Promise<ParcelFacts[]> {
  const named = parcelIds ? sql`and parcels.id = any(${parcelIds}::uuid[])` : sql``;
  const { rows } = await sql<ParcelFacts>`
    select parcels.id, name, size_acres as "sizeAcres", soil_type as "soilType", county, region,
      score, confidence, score_status as status, score_band as band,
      coalesce(parcel_scores.result -> 'actions', '[]') as actions,
      nullif(parcel_scores.result -> 'nextEvidence', 'null') as "nextEvidence",
      array(
        select distinct crops.name from crops
        where parcel_id = parcels.id and planting_date <= nairobi.today
          and harvest_date >= nairobi.today - interval '2 years'
        order by crops.name limit ${MAX_CROPS}
      ) as "recentCrops",
      array(
        select crop.name from (
          select name, max(planting_date) as latest from crops where parcel_id = parcels.id group by name
        ) crop order by crop.latest desc, crop.name limit ${MAX_CROPS}
      ) as crops
    from parcels left join parcel_scores on parcel_scores.parcel_id = parcels.id
      cross join (select (now() at time zone 'Africa/Nairobi')::date as today) as nairobi
    where owner_id = ${ownerId} and deleted_at is null ${named}
    order by created_at, parcels.id limit ${MAX_PARCELS}
  `.execute(db);
  return rows;
}
