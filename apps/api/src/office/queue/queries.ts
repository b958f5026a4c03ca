/**
 * The queue of an office, with keyset pagination: the same cost for ten applications and for a million. Each list has
 * its own index (migration 0026); `npm run bench -- subsidies` guards it.
 */
import type { QueueFilters, QueueOrder, QueueView } from '@ardhi/contract';
import { sql } from 'kysely';
import type * as z from 'zod';
import { canDecideIn } from '../../accounts/officials/queries.ts';
import type { Db, Sql } from '../../lib/database/db.ts';
import { firstRow, now, onlyRow, type PageRequest, rowsOf, updateRow } from '../../lib/database/rows.ts';
import { type Area, countyOf, type Scope, within } from '../../lib/http/scope.ts';
import { toCents } from '../../lib/text/money.ts';

export type Filters = z.output<typeof QueueFilters>;

export interface CaseRow {
  id: string;
  reference: string | null;
  name: string;
  amount_cents: number;
  owner_id: string;
  owner_name: string;
  county: string | null;
  programme_id: string | null;
  programme_name: string | null;
  has_rules: boolean;
  meets_rules: boolean | null;
  created_at: string;
  age: number;
  due_on: string;
  is_late: boolean;
  risen_at: string | null;
  returned_at: string | null;
  assigned_to: string | null;
  assigned_name: string | null;
}

const today = sql`nairobi_date(now())`;
/** Literals, not parameters, so that the planner can use the partial indexes. */
const waiting = sql`kind = 'application' and status = 'pending'`;

/**
 * Overdue: more than 14 working days, with the clock stopped while the application is with the farmer. The rollup
 * `due_applications` counts by the same rule (`application_delta` in sql/subsidies.sql).
 */
export const isOverdue = sql`due_on < ${today} and returned_at is null`;

/** Every view is limited to the scope, so own cases that have left the area are not listed. */
function listed(scope: Scope, userId: string, view: QueueView): Sql {
  const conditions: Record<QueueView, Sql> = {
    office: sql`true`,
    mine: sql`assigned_to is not null and assigned_to = ${userId}`,
    nobody: sql`assigned_to is null`,
    late: isOverdue,
  };
  return sql`${waiting} and ${within(scope, sql`county`)} and ${conditions[view]}`;
}

const metRules: Record<'yes' | 'no' | 'unchecked', Sql> = {
  yes: sql`meets_rules is true`,
  no: sql`meets_rules is false`,
  unchecked: sql`meets_rules is null and exists (
    select from subsidies as programme where programme.id = subsidies.programme_id and programme.rules is not null)`,
};

const orders: Record<
  QueueOrder,
  { column: 'due_on' | 'amount_cents'; type: string; direction: 'asc' | 'desc' }
> = {
  oldest: { column: 'due_on', type: 'date', direction: 'asc' },
  newest: { column: 'due_on', type: 'date', direction: 'desc' },
  amount: { column: 'amount_cents', type: 'bigint', direction: 'desc' },
};

const selectCases = (from: Sql) => sql<CaseRow>`
  select page.*, programme.name as programme_name, programme.rules is not null as has_rules, holder.name as assigned_name,
    working_days_between(nairobi_date(page.created_at), nairobi_date(coalesce(page.returned_at, now())))
      - page.stopped_days as age
  from ${from} as page
  left join subsidies as programme on programme.id = page.programme_id
  left join users as holder on holder.id = page.assigned_to`;
const columns = sql`id, reference, name, amount_cents, owner_id, owner_name, county, programme_id, meets_rules, created_at, due_on,
  risen_at, assigned_to, returned_at, stopped_days, ${isOverdue} as is_late`;

export async function listCases(
  db: Db,
  scope: Scope,
  userId: string,
  { view = 'office', sort = 'oldest', programmeId, minAmount, maxAmount, meets }: Filters,
  { limit, after }: PageRequest,
): Promise<CaseRow[]> {
  const { column, type, direction } = orders[sort];
  const by = sql.ref(column);
  const way = sql.raw(direction);
  const conditions = [
    listed(scope, userId, view),
    ...(programmeId ? [sql`programme_id = ${programmeId}`] : []),
    ...(minAmount === undefined ? [] : [sql`amount_cents >= ${toCents(minAmount)}`]),
    ...(maxAmount === undefined ? [] : [sql`amount_cents <= ${toCents(maxAmount)}`]),
    ...(meets ? [metRules[meets]] : []),
    ...(after
      ? [
          sql`(${by}, id) ${sql.raw(direction === 'asc' ? '>' : '<')} (${after[0]}::${sql.raw(type)}, ${after[1]}::uuid)`,
        ]
      : []),
  ];
  const page = sql`(
    select ${columns} from subsidies where ${sql.join(conditions, sql` and `)}
    order by ${by} ${way}, id ${way} limit ${limit + 1}
  )`;
  return rowsOf<CaseRow>(db)`${selectCases(page)} order by page.${by} ${way}, page.id ${way}`;
}

export const cursorOf =
  (sort: QueueOrder = 'oldest') =>
  (row: CaseRow): string[] => [String(row[orders[sort].column]), row.id];

const oneCase = (scope: Scope, id: string): Sql =>
  sql`from subsidies where id = ${id} and ${waiting} and ${within(scope, sql`county`)}`;

export const findCase = (db: Db, scope: Scope, id: string) =>
  firstRow<CaseRow>(db)`${selectCases(sql`(select ${columns} ${oneCase(scope, id)})`)}`;

/** Serializes concurrent assignments of one case. */
export const lockCase = (db: Db, scope: Scope, id: string) =>
  firstRow<{ assigned_to: string | null }>(db)`select assigned_to ${oneCase(scope, id)} for no key update`;

export const assign = (db: Db, id: string, officialId: string | null) =>
  updateRow(db, 'subsidies', id, { assigned_to: officialId, assigned_at: officialId ? now : null });

/** Stops counting at `most`. */
export function countCases(db: Db, scope: Scope, userId: string, most: number) {
  const views: QueueView[] = ['mine', 'office', 'nobody', 'late'];
  const counts = views.map(
    (view) => sql`(select count(*) from (
      select from subsidies where ${listed(scope, userId, view)} limit ${most}
    ) as counted) as ${sql.ref(view)}`,
  );
  return onlyRow<Record<QueueView, number>>(db)`select ${sql.join(counts)}`;
}

const MAX_COLLEAGUES = 100;

export const listColleagues = (db: Db, jurisdiction: 'open' | 'strict', county: string | null) =>
  rowsOf<{ _id: string; name: string }>(db)`
      select id as _id, name from users where ${canDecideIn(county, jurisdiction)}
      order by name, id limit ${MAX_COLLEAGUES}`;

export async function canBeAssignedTo(
  db: Db,
  jurisdiction: 'open' | 'strict',
  county: string | null,
  officialId: string,
): Promise<boolean> {
  const row = await firstRow<{ id: string }>(db)`
    select id from users where id = ${officialId} and ${canDecideIn(county, jurisdiction)}`;
  return row !== undefined;
}

/** Marks overdue county cases as escalated and returns their counts. Each case is escalated once. */
export const markOverdueEscalated = (db: Db) =>
  rowsOf<{ county: string; cases: number }>(db)`
      with risen as (
        update subsidies set risen_at = now()
        where ${waiting} and county is not null and ${isOverdue} and risen_at is null
        returning county
      )
      select county, count(*) as cases from risen group by county order by county`;

/** Officials with a national post that can decide, unless suspended: the level above a county. */
export async function listNationalDeciders(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ official_id: string }>(db)`
    select distinct official_id from current_posts join users on users.id = official_id
    where level = 'country' and 'decide' = any (duties) and suspended_at is null`;
  return rows.map(({ official_id }) => official_id);
}

export function listViews(db: Db, officialId: string) {
  return db
    .selectFrom('queue_views')
    .select(['id', 'name', sql<Filters>`filters`.as('filters')])
    .where('official_id', '=', officialId)
    .orderBy('name')
    .limit(50)
    .execute();
}

export function saveView(db: Db, view: { id: string; officialId: string; name: string; filters: Filters }) {
  const filters = JSON.stringify(view.filters);
  return db
    .insertInto('queue_views')
    .values({ id: view.id, official_id: view.officialId, name: view.name, filters })
    .onConflict((conflict) => conflict.columns(['official_id', 'name']).doUpdateSet({ filters }))
    .returning(['id', 'name', sql<Filters>`filters`.as('filters')])
    .executeTakeFirstOrThrow();
}

export function deleteView(db: Db, officialId: string, id: string) {
  return db
    .deleteFrom('queue_views')
    .where('official_id', '=', officialId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
}

/** Open overlaps, and parcels with an overdue harvest. An overlap across two counties counts once nationally. */
export const countLandWork = (db: Db, scope: Area) =>
  onlyRow<{ overlaps: number; unharvested: number }>(db)`
      select
        coalesce((select open from live_overlaps where county = ${countyOf(scope) ?? '*'}), 0) as overlaps,
        (select coalesce(sum(parcels), 0)::bigint from live_harvests
          where due_on < ${today} and ${within(scope, sql`county`)}) as unharvested`;
