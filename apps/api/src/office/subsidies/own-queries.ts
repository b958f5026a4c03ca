/** Queries for farmers: their own applications, and programmes open to them. */
import { TIME_ZONE } from '@ardhi/contract/dates';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { listPage, type PageRequest } from '../../lib/database/rows.ts';
import { type SubsidyRow, selectSubsidies, withoutPendingCount } from './queries.ts';

const NEWEST_FIRST = ['subsidy.created_at', 'subsidy.id'];

/** A withdrawn application is not visible to its farmer. */
const selectOwn = (db: Db, ownerId: string) =>
  selectSubsidies(db, withoutPendingCount)
    .where('subsidy.owner_id', '=', ownerId)
    .where('subsidy.kind', '=', 'application')
    .where('subsidy.status', '!=', 'withdrawn');

export const findOwnApplication = (db: Db, ownerId: string, id: string): Promise<SubsidyRow | undefined> =>
  selectOwn(db, ownerId).where('subsidy.id', '=', id).executeTakeFirst();

export const listOwnApplications = (db: Db, ownerId: string, page: PageRequest) =>
  listPage(selectOwn(db, ownerId), NEWEST_FIRST, 'desc', page);

export async function countOwnApplications(db: Db, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('subsidies')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'application')
    .where('status', '!=', 'withdrawn')
    .executeTakeFirstOrThrow();
  return count;
}

/** Sums of own applications by the year of sending, newest first; the last row is the total. */
export async function sumOwnApplications(db: Db, ownerId: string) {
  const year = sql<number | null>`extract(year from created_at at time zone ${sql.lit(TIME_ZONE)})::int`;
  const cents = (status: string | null) =>
    sql<number>`coalesce(sum(amount_cents) filter (where ${status}::text is null or status = ${status}), 0)::bigint`;
  return db
    .selectFrom('subsidies')
    .select([
      year.as('year'),
      cents(null).as('asked_cents'),
      cents('approved').as('granted_cents'),
      cents('pending').as('waiting_cents'),
    ])
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'application')
    .where('status', '!=', 'withdrawn')
    .groupBy(sql`rollup (${year})`)
    .orderBy(year, (order) => order.desc().nullsLast())
    .execute();
}

export type TotalsRow = Awaited<ReturnType<typeof sumOwnApplications>>[number];

/** Programmes that are open on this day and have budget left. */
export function listOpenProgrammes(db: Db, today: string, page: PageRequest) {
  const open = selectSubsidies(db, withoutPendingCount)
    .where('subsidy.kind', '=', 'programme')
    .where('subsidy.status', '=', 'approved')
    .where('subsidy.closed_at', 'is', null)
    .where((where) =>
      where.or([where('subsidy.closes_on', 'is', null), where('subsidy.closes_on', '>=', today)]),
    )
    .whereRef('subsidy.approved_cents', '<', 'subsidy.amount_cents');
  return listPage(open, NEWEST_FIRST, 'desc', page);
}
