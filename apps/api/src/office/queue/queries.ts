/**
 * The queue of an office, with keyset pagination: the same cost for ten applications and for a million. Each list has
 * its own index (migrations 0035, 0051 and 0068); `npm run bench -- subsidies` guards it.
 */
import type { CaseColleague, QueueFilters, QueueOrder, QueueView } from '@ardhi/contract';
import { DECISION_WORKING_DAYS } from '@ardhi/contract/limits';
import { readReference } from '@ardhi/contract/reference';
import { sql } from 'kysely';
import type * as z from 'zod';
import { canDecideIn, isNamed } from '../../accounts/officials/queries.ts';
import type { Db, Sql } from '../../lib/database/db.ts';
import { runPrepared } from '../../lib/database/prepared.ts';
import { firstRow, now, onlyRow, type PageRequest, rowsOf, updateRow } from '../../lib/database/rows.ts';
import { type Area, countyOf, type Scope, within } from '../../lib/http/scope.ts';
import { toCents } from '../../lib/text/money.ts';
import { phoneDigits, prefixQuery } from '../../lib/text/search-terms.ts';
import { openCasesOf } from '../staff/queries.ts';
import { matches } from '../subsidies/list-query.ts';
import { listManagedInOrder, type SubsidyRow } from '../subsidies/queries.ts';
import { levelOf } from '../subsidies/write-queries.ts';

export type Filters = z.output<typeof QueueFilters>;

const today = sql`nairobi_date(now())`;
/** Literals, not parameters, so that the planner can use the partial indexes. */
const waiting = sql`kind = 'application' and status = 'pending'`;

/**
 * Overdue: more than 14 working days, with the clock stopped while the application is with the farmer. The rollup
 * `due_applications` counts by the same rule (`application_delta` in sql/subsidies.sql).
 */
export const isOverdue = sql`due_on < ${today} and returned_at is null`;

/** Hashed once over the few programmes: a lookup for each vote takes longer. */
const isOnCurrentRevisions = sql`mark.status = 'approved' and mark.subsidy_revision = subsidies.revision
  and case when subsidies.programme_id is null then mark.programme_revision = subsidies.revision
    else (subsidies.programme_id, mark.programme_revision) in (
      select id, revision from subsidies as programme where kind = 'programme') end`;

/** By officials who could still decide in the county, or nationally. Sets, so that they are hashed once too. */
const isCounted = sql`(
  mark.marked_by in (select id from users where ${canDecideIn(null, 'open')})
  or (mark.marked_by, subsidies.county) in (
    select users.id, place from users join posts on official_id = users.id
    where ${canDecideIn(sql`place`, 'open')}))`;

/**
 * A condition over the approvals on the current revisions. `voted_at` finds the rows by their index; a subquery, unlike
 * a join, leaves them in the order of the list, so that only the rows up to the limit are checked.
 */
const ofApprovals = (condition: Sql): Sql => sql`voted_at is not null and (
  select ${condition} from subsidy_marks as mark
  where mark.subsidy_id = subsidies.id and ${isOnCurrentRevisions})`;

/** Where both the national office and the county can decide, the second approval comes from the other level. */
const awaitsApprovalOf = (userId: string): Sql =>
  ofApprovals(sql`bool_or(${isCounted} and (
    mark.level <> ${levelOf(userId)}
    or not exists (select from current_posts where level = 'country' and 'decide' = any (duties))
    or not exists (
      select from current_posts where level = 'county' and place = subsidies.county and 'decide' = any (duties))))
  and not bool_or(mark.marked_by = ${userId})`);

/** Every view is limited to the scope, so own cases that have left the area are not listed. */
function listed(scope: Scope, userId: string, view: QueueView): Sql {
  const conditions: Record<QueueView, Sql> = {
    office: sql`true`,
    mine: sql`assigned_to is not null and assigned_to = ${userId}`,
    approval: awaitsApprovalOf(userId),
    nobody: sql`assigned_to is null`,
    late: isOverdue,
    corrected: sql`corrected_at is not null`,
    returned: sql`returned_at is not null`,
    reopened: sql`appeal_of is not null`,
    second: ofApprovals(sql`bool_or(${isCounted})`),
  };
  return sql`${waiting} and ${within(scope, sql`county`)} and ${conditions[view]}`;
}

const metRules: Record<'yes' | 'no' | 'unchecked', Sql> = {
  yes: sql`meets_rules is true`,
  no: sql`meets_rules is false`,
  // An array, so that the index of the programmes finds the rows.
  unchecked: sql`meets_rules is null and programme_id = any(array(
    select id from subsidies as programme where programme.kind = 'programme' and programme.rules is not null))`,
};

/**
 * The due date finds the rows by an index; it does not move while the clock of a returned one is paused. Most clocks were
 * never stopped: one comparison of days instead of a count of working days for each row. The days are subqueries, so that
 * PostgreSQL computes them once.
 */
const isAged = (
  days: number,
): Sql => sql`due_on <= (select add_working_days(${today}, ${DECISION_WORKING_DAYS - days})) and case
  when stopped_days = 0 and returned_at is null
    then nairobi_date(created_at) < (select add_working_days(${today} + 1, ${-days}))
  else working_days_between(nairobi_date(created_at), nairobi_date(coalesce(returned_at, now()))) - stopped_days
    >= ${days} end`;

const orders: Record<
  QueueOrder,
  { column: 'due_on' | 'amount_cents'; type: string; direction: 'asc' | 'desc' }
> = {
  oldest: { column: 'due_on', type: 'date', direction: 'asc' },
  newest: { column: 'due_on', type: 'date', direction: 'desc' },
  amount: { column: 'amount_cents', type: 'bigint', direction: 'desc' },
};

function conditionOf(scope: Area, userId: string, filters: Filters): Sql {
  const { view = 'office', county, assignedTo, minAge, programmeId, minAmount, maxAmount, meets } = filters;
  return sql.join(
    [
      listed(scope, userId, view),
      ...(county ? [sql`county = ${county}`] : []),
      ...(assignedTo ? [sql`assigned_to is not null and assigned_to = ${assignedTo}`] : []),
      ...(minAge ? [isAged(minAge)] : []),
      ...(programmeId ? [sql`programme_id = ${programmeId}`] : []),
      ...(minAmount === undefined ? [] : [sql`amount_cents >= ${toCents(minAmount)}`]),
      ...(maxAmount === undefined ? [] : [sql`amount_cents <= ${toCents(maxAmount)}`]),
      ...(meets ? [metRules[meets]] : []),
    ],
    sql` and `,
  );
}

/** Digits of a phone number; fewer may be an amount or a size. */
const MIN_PHONE_DIGITS = 7;

/**
 * The condition, narrowed by the search. A common term is found fastest in the order of the list, a rare one by the
 * full-text index, and the planner cannot tell them apart: the first rows are sampled. Only the speed depends on it.
 */
async function searched(db: Db, condition: Sql, order: Sql, q: string | undefined): Promise<Sql> {
  if (q === undefined) return sql`true`;
  const reference = readReference(q);
  if (reference) return sql`reference = ${reference}`;
  const digits = phoneDigits(q);
  if (digits && digits.length >= MIN_PHONE_DIGITS)
    return sql`owner_id = any(array(
      select id from users where role = 'farmer' and deleted_at is null
        and words @@ to_tsquery('simple', ${prefixQuery(digits)})))`;
  const { hits } = await onlyRow<{ hits: number }>(db)`
    select count(*) filter (where ${matches(q)}) as hits from (
      select search from subsidies where ${condition} ${order} limit ${SAMPLE_ROWS}) as first`;
  if (hits >= COMMON_IN_SAMPLE) return sql`coalesce(${matches(q)}, false)`;
  return sql`id = any(array(select id from subsidies where ${waiting} and ${matches(q)}))`;
}

const SAMPLE_ROWS = 120;
const COMMON_IN_SAMPLE = 3;

/** No exact count beyond this limit: it costs more than it helps. */
const MAX_COUNTED = 1000;

/**
 * A page, and on the first page how long the list is: one query, because planning takes longer than most of them. Only
 * views as such are prepared: filters have too many combinations, and their best plan depends on the values.
 */
export async function listCases(
  db: Db,
  scope: Area,
  userId: string,
  filters: Filters,
  { limit, after }: PageRequest,
): Promise<{ rows: SubsidyRow[]; total: number | undefined }> {
  const { view: _, sort = 'oldest', ...narrowed } = filters;
  const { column, type, direction } = orders[sort];
  const by = sql.ref(column);
  const way = sql.raw(direction);
  const order = sql`order by ${by} ${way}, id ${way}`;
  const condition = conditionOf(scope, userId, filters);
  const isLater = after
    ? sql`(${by}, id) ${sql.raw(direction === 'asc' ? '>' : '<')} (${after[0]}::${sql.raw(type)}, ${after[1]}::uuid)`
    : sql`true`;
  const most = after || filters.q !== undefined ? limit : Math.max(limit, MAX_COUNTED);
  const query = sql<{ id: string; counted: number }>`
    select id, count(*) over () as counted from (
      select id, ${by} from subsidies
      where ${condition} and ${await searched(db, condition, order, filters.q)} and ${isLater}
      ${order} limit ${most + 1}) as listed
    ${order} limit ${limit + 1}`.compile(db);
  const isNarrowed = Object.values(narrowed).some((value) => value !== undefined);
  const found = isNarrowed ? (await db.executeQuery(query)).rows : await runPrepared(db, query);
  const rows = await listManagedInOrder(
    db,
    scope,
    found.map(({ id }) => id),
  );
  const counted = found[0]?.counted ?? 0;
  return { rows, total: after || counted > most ? undefined : counted };
}

export const cursorOf =
  (sort: QueueOrder = 'oldest') =>
  (row: SubsidyRow): string[] => [String(row[orders[sort].column]), row.id];

const oneCase = (scope: Scope, id: string): Sql =>
  sql`from subsidies where id = ${id} and ${waiting} and ${within(scope, sql`county`)}`;

export async function findCase(db: Db, scope: Scope, id: string): Promise<SubsidyRow | undefined> {
  const found = await firstRow<{ id: string }>(db)`select id ${oneCase(scope, id)}`;
  return found && (await listManagedInOrder(db, scope, [id]))[0];
}

/** Serializes concurrent assignments of one case. */
export const lockCase = (db: Db, scope: Scope, id: string) =>
  firstRow<{ assigned_to: string | null }>(db)`select assigned_to ${oneCase(scope, id)} for no key update`;

export const assign = (db: Db, id: string, officialId: string | null) =>
  updateRow(db, 'subsidies', id, { assigned_to: officialId, assigned_at: officialId ? now : null });

export const COUNTED_VIEWS = [
  'mine',
  'office',
  'nobody',
  'late',
  'approval',
  'second',
  'corrected',
  'returned',
  'reopened',
] as const satisfies readonly QueueView[];

/** Stops counting at `most`. Prepared, because planning takes a quarter of the time. */
export async function countCases(db: Db, scope: Scope, userId: string, most: number) {
  const counts = COUNTED_VIEWS.map(
    (view) => sql`(select count(*) from (
      select from subsidies where ${listed(scope, userId, view)} limit ${most}
    ) as counted) as ${sql.ref(view)}`,
  );
  const query = sql<Record<(typeof COUNTED_VIEWS)[number], number>>`select ${sql.join(counts)}`;
  const [row] = await runPrepared(db, query.compile(db));
  return row!;
}

const MAX_COLLEAGUES = 100;
const MAX_COLLEAGUES_FOUND = 20;

/** Everyone who may decide in the county: the first by name, or those that a search finds. */
export const listColleagues = (
  db: Db,
  scope: Area,
  jurisdiction: 'open' | 'strict',
  { county, q }: { county: string | null; q?: string },
) =>
  rowsOf<CaseColleague>(db)`
      select id as _id, name, ${openCasesOf(scope, sql`users.id`)} as "openCases" from users
      where ${canDecideIn(county, jurisdiction)} and ${q === undefined ? sql`true` : isNamed(q)}
      order by name, id limit ${q === undefined ? MAX_COLLEAGUES : MAX_COLLEAGUES_FOUND}`;

export const findAssignable = (
  db: Db,
  jurisdiction: 'open' | 'strict',
  county: string | null,
  officialId: string,
) =>
  firstRow<{ id: string; name: string }>(db)`
    select id, name from users where id = ${officialId} and ${canDecideIn(county, jurisdiction)}`;

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

const viewColumns = (officialId: string) =>
  sql<ViewRow>`id, name, filters, official_id = ${officialId} as own`;

export interface ViewRow {
  id: string;
  name: string;
  filters: Filters;
  own: boolean;
}

/** The official's own views, and those that colleagues saved for the office. */
export const listViews = (db: Db, scope: Area, officialId: string) =>
  rowsOf<ViewRow>(db)`
    select ${viewColumns(officialId)} from queue_views
    where official_id = ${officialId} or office = ${countyOf(scope) ?? ''}
    order by name, id limit 50`;

export const saveView = (
  db: Db,
  scope: Area,
  view: { id: string; officialId: string; name: string; filters: Filters },
) =>
  onlyRow<ViewRow>(db)`
    insert into queue_views (id, official_id, office, name, filters)
    values (${view.id}, ${view.officialId}, ${countyOf(scope) ?? ''}, ${view.name}, ${JSON.stringify(view.filters)})
    on conflict (official_id, name) do update set filters = excluded.filters, office = excluded.office
    returning ${viewColumns(view.officialId)}`;

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
