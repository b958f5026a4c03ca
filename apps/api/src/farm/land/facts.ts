/** Facts about a farmer's parcels, as input of a programme's rules. */
import { recogniseCrop, type ScoreResult } from '@ardhi/agronomy';
import type { Region, ScoreStatus } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db, Sql } from '../../lib/database/db.ts';
import { rowsOf } from '../../lib/database/rows.ts';

export interface ParcelFacts {
  id: string;
  name: string;
  sizeAcres: number;
  county: string | null;
  region: Region | null;
  score: number;
  confidence: number;
  status: ScoreStatus;
  /**
   * Crops grown within the last two years: keys of the crop table, by which programmes name them, or the farmer's own
   * name for a crop that is not in it.
   */
  crops: string[];
  /** At most two, highest gain first. */
  actions: ScoreResult['actions'];
  /** The record that would raise the confidence most. */
  nextEvidence: ScoreResult['nextEvidence'];
}

const MAX_PARCELS = 500;
const MAX_CROPS = 20;

/** The owner's active parcels that satisfy the condition on `parcels`, oldest first. Also for a lateral join. */
export const selectFacts = (owner: Sql, condition: Sql): Sql => sql`
    select parcels.id, name, size_acres as "sizeAcres", county, region,
      score, confidence, score_status as status,
      coalesce(parcel_scores.result -> 'actions', '[]') as actions,
      nullif(parcel_scores.result -> 'nextEvidence', 'null') as "nextEvidence",
      array(
        select distinct crops.name from crops
        where parcel_id = parcels.id and planting_date <= nairobi.today
          and harvest_date >= nairobi.today - interval '2 years'
        order by crops.name limit ${MAX_CROPS}
      ) as crops
    from parcels left join parcel_scores on parcel_scores.parcel_id = parcels.id
      cross join (select (now() at time zone 'Africa/Nairobi')::date as today) as nairobi
    where owner_id = ${owner} and deleted_at is null and ${condition}
    order by created_at, parcels.id limit ${MAX_PARCELS}`;

/** Names the crops of a selected row by their keys. */
export const withCropKeys = <Row extends ParcelFacts>(row: Row): Row => ({
  ...row,
  crops: [...new Set(row.crops.map((name) => recogniseCrop(name)?.key ?? name))],
});

/** The farmer's active parcels, oldest first. */
export const parcelFacts = async (db: Db, ownerId: string): Promise<ParcelFacts[]> =>
  (await rowsOf<ParcelFacts>(db)`${selectFacts(sql`${ownerId}`, sql`true`)}`).map(withCropKeys);
