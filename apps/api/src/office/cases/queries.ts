/** A farmer's parcels, applications and messages, limited to what an official may see. */
import type { ScoreResult } from '@ardhi/agronomy';
import type { SubsidyStatus } from '@ardhi/contract';
import type { Shape } from '@ardhi/geo';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { rowsOf } from '../../lib/database/rows.ts';
import { type Scope, within } from '../../lib/http/scope.ts';

/** Limits per case; the registers list the rest. */
const MAX_PARCELS = 60;
const MAX_APPLICATIONS = 50;
const MAX_MESSAGES = 6;

export interface CaseParcelRow {
  id: string;
  name: string;
  size_acres: number;
  county: string | null;
  score: number | null;
  confidence: number;
  /** null if not assessed, or if loaded in bulk and not yet explained. */
  score_result: ScoreResult | null;
  crop_count: number;
  water_count: number;
  fertilizer_count: number;
  pesticide_count: number;
  coordinates: Shape | null;
  boundary_area_m2: number | null;
  centre_lat: number | null;
  centre_lon: number | null;
  open_overlaps: number;
}

const readParcels = (db: Db, scope: Scope, source: RawBuilder<unknown>) =>
  rowsOf<CaseParcelRow>(db)`
    select parcel.id, parcel.name, parcel.size_acres, parcel.county,
      case when parcel.score_status <> 'initial' then parcel.score end as score, parcel.confidence,
      case when parcel.score_status <> 'initial' then parcel_scores.result end as score_result,
      parcel.crop_count, parcel.water_count, parcel.fertilizer_count, parcel.pesticide_count,
      coalesce(boundaries.outline, boundaries.coordinates) as coordinates, parcel.boundary_area_m2,
      parcel.centre_lat, parcel.centre_lon,
      (select count(*)::integer from boundary_overlaps
        where status = 'open' and parcel.id in (first_parcel_id, second_parcel_id)) as open_overlaps
    from (${source}) as parcel left join boundaries on boundaries.parcel_id = parcel.id
    left join parcel_scores on parcel_scores.parcel_id = parcel.id
    where ${within(scope, sql`parcel.county`)}
    order by parcel.size_acres desc, parcel.id limit ${MAX_PARCELS}`;

/** The parcels that the application names, or all of the farmer's parcels if it names none. */
export const listApplicationParcels = (db: Db, scope: Scope, applicationId: string, farmerId: string) =>
  readParcels(db, scope, sql`select * from application_parcels(${applicationId}, ${farmerId})`);

export const listFarmerParcels = (db: Db, scope: Scope, farmerId: string) =>
  readParcels(db, scope, sql`select * from parcels where owner_id = ${farmerId} and deleted_at is null`);

/** Counts only parcels within the scope: a county official must not learn of land elsewhere. */
export async function sumFarmerLand(
  db: Db,
  scope: Scope,
  farmerId: string,
): Promise<{ lands: number; acres: number }> {
  const { lands, acres } = await db
    .selectFrom('parcels')
    .select(({ fn }) => [
      fn.countAll<number>().as('lands'),
      fn.coalesce(fn.sum<number>('size_acres'), sql<number>`0`).as('acres'),
    ])
    .where('owner_id', '=', farmerId)
    .where('deleted_at', 'is', null)
    .where(within(scope, sql`county`))
    .executeTakeFirstOrThrow();
  return { lands, acres: Number(acres) };
}

export function listFarmerApplications(
  db: Db,
  scope: Scope,
  farmerId: string,
  { except, naming }: { except?: string; naming?: string } = {},
) {
  return db
    .selectFrom('subsidies as subsidy')
    .leftJoin('subsidies as programme', 'programme.id', 'subsidy.programme_id')
    .leftJoin('users as decider', 'decider.id', 'subsidy.decided_by')
    .select([
      'subsidy.id',
      'subsidy.name',
      'subsidy.amount_cents',
      sql<SubsidyStatus>`subsidy.status`.as('status'),
      'subsidy.reason',
      'subsidy.programme_id',
      'programme.name as programme_name',
      'subsidy.created_at',
      'subsidy.decided_at',
      'decider.name as decided_by',
    ])
    .where('subsidy.owner_id', '=', farmerId)
    .where('subsidy.kind', '=', 'application')
    .where('subsidy.status', '!=', 'withdrawn')
    .$if(except !== undefined, (query) => query.where('subsidy.id', '!=', except ?? ''))
    .$if(naming !== undefined, (query) =>
      query.where('subsidy.id', 'in', (select) =>
        select
          .selectFrom('subsidy_parcels')
          .select('subsidy_id')
          .where('parcel_id', '=', naming ?? ''),
      ),
    )
    .where(within(scope, sql`subsidy.county`))
    .orderBy('subsidy.created_at', 'desc')
    .orderBy('subsidy.id', 'desc')
    .limit(MAX_APPLICATIONS)
    .execute();
}

export type CaseApplicationRow = Awaited<ReturnType<typeof listFarmerApplications>>[number];

/** Only messages between this official and this farmer. */
export function listConversation(db: Db, officialId: string, farmerId: string) {
  return db
    .selectFrom('messages')
    .select(['id', 'thread_id', 'subject', 'content', 'sender_id', 'created_at'])
    .where((where) =>
      where.or([
        where.and([where('sender_id', '=', officialId), where('recipient_id', '=', farmerId)]),
        where.and([where('sender_id', '=', farmerId), where('recipient_id', '=', officialId)]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(MAX_MESSAGES)
    .execute();
}

export function findFarmer(db: Db, farmerId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'phone_number', 'location', 'farm_size_acres', 'created_at'])
    .where('id', '=', farmerId)
    .where('role', '=', 'farmer')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}
