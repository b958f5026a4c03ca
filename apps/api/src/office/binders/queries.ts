import type { EligibilityReport, Language } from '@ardhi/contract';
import { MAX_BINDER_APPLICATIONS } from '@ardhi/contract/limits';
import { type Insertable, sql } from 'kysely';
import type { DB } from '../../lib/database/database.generated.ts';
import type { Db, Sql } from '../../lib/database/db.ts';
import { firstRow, now, onlyRow, type PageRequest, rowsOf, updateRow } from '../../lib/database/rows.ts';
import { type Area, type Scope, within } from '../../lib/http/scope.ts';

/** What a binder covers. */
export interface BinderRange {
  /** Null: applications without a programme. */
  programme_id: string | null;
  county: string | null;
  from_day: string;
  until_day: string;
}

/** Not `is not distinct from`, which uses no index. */
const isOf = (column: Sql, programmeId: string | null) =>
  programmeId === null ? sql<boolean>`${column} is null` : sql<boolean>`${column} = ${programmeId}`;

/** Approved applications of the range, by their own table alone. */
const inRange = ({ programme_id, county, from_day, until_day }: BinderRange): Sql => sql`
  ${isOf(sql`application.programme_id`, programme_id)} and application.kind = 'application' and application.status = 'approved'
  and application.decided_at >= ${from_day}::date::timestamp at time zone 'Africa/Nairobi'
  and application.decided_at < (${until_day}::date + 1)::timestamp at time zone 'Africa/Nairobi'
  and (${county}::text is null or application.county = ${county})`;

/** Counts one more than a binder may hold, at most. */
export async function countApproved(db: Db, range: BinderRange): Promise<number> {
  const row = await firstRow<{ count: number }>(db)`
    select count(*) as count from (
      select from subsidies as application where ${inRange(range)} limit ${MAX_BINDER_APPLICATIONS + 1}
    ) as counted`;
  return row!.count;
}

export interface BinderEntry {
  id: string;
  reference: string | null;
  name: string;
  amount_cents: number;
  decided_at: string;
  owner_id: string;
  county: string | null;
  /** As stored with the decision; null for one of before 0.2.0. */
  facts: EligibilityReport | null;
  /** One, or two in the order of their votes. The name of a deleted account is empty. */
  approvals: { name: string; at: string }[];
  /** Number of the decision's entry in the audit log. */
  entry: number | null;
}

/** In the order of the decisions. */
export const listEntries = (db: Db, range: BinderRange, { limit, after }: PageRequest) =>
  rowsOf<BinderEntry>(db)`
    select application.id, reference, application.name, amount_cents, decided_at, owner_id, application.county, facts,
      coalesce(
        (select jsonb_agg(jsonb_build_object('name', voter.name, 'at', marked_at) order by marked_at, marked_by)
          from subsidy_marks join users as voter on voter.id = marked_by
          where subsidy_id = application.id and subsidy_marks.status = 'approved'),
        jsonb_build_array(jsonb_build_object('name', coalesce(decider.name, ''), 'at', decided_at))) as approvals,
      (select id from audit_log
        where entity = 'subsidy' and entity_id = application.id and action = 'subsidy.approve'
        order by id desc limit 1) as entry
    from subsidies as application left join users as decider on decider.id = decided_by
    where ${inRange(range)}
      ${after ? sql`and (decided_at, application.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
    order by decided_at, application.id limit ${limit}`;

/** Whether the head of the audit log does not cover the entry of a decision yet. */
export async function isAnyUnsealed(db: Db, range: BinderRange): Promise<boolean> {
  const { is_any } = await onlyRow<{ is_any: boolean }>(db)`
    with last as (select epoch, until_xid from audit_seals order by id desc limit 1)
    select exists (
      select from last, audit_log join subsidies as application on application.id = entity_id
      where (audit_log.epoch is null or audit_log.epoch = last.epoch and xid >= last.until_xid)
        and action = 'subsidy.approve' and ${inRange(range)}) as is_any`;
  return is_any;
}

/** Returns false if another binder of the official is still running. */
export async function insertBinder(db: Db, binder: Insertable<DB['audit_binders']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('audit_binders')
    .values(binder)
    .onConflict((conflict) => conflict.column('made_by').where('finished_at', 'is', null).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

const selectBinders = (db: Db) =>
  db
    .selectFrom('audit_binders as binder')
    .innerJoin('users', 'users.id', 'binder.made_by')
    .leftJoin('subsidies as programme', 'programme.id', 'binder.programme_id')
    .select([
      'binder.id',
      'programme.name as programme_name',
      'binder.from_day',
      'binder.until_day',
      'binder.county',
      'users.name as made_by_name',
      'binder.created_at',
      'binder.finished_at',
      'binder.too_large',
      sql<boolean>`binder.pdf is not null`.as('has_files'),
      'binder.written',
      'binder.expected',
      'binder.total_cents',
      'binder.csv_sha256',
      'binder.head_seal',
      'binder.head_hash',
    ]);

export type BinderRow = Awaited<ReturnType<ReturnType<typeof selectBinders>['executeTakeFirstOrThrow']>>;

const MAX_LISTED = 20;

export const listBinders = (db: Db, scope: Scope, programmeId: string | null) =>
  selectBinders(db)
    .where(isOf(sql`binder.programme_id`, programmeId))
    .where(within(scope, sql`binder.county`))
    .orderBy('binder.created_at', 'desc')
    .orderBy('binder.id', 'desc')
    .limit(MAX_LISTED)
    .execute();

export const findBinder = (db: Db, id: string) =>
  selectBinders(db).where('binder.id', '=', id).executeTakeFirst();

export function findBinderFile(db: Db, scope: Area, id: string, format: 'csv' | 'pdf') {
  return db
    .selectFrom('audit_binders as binder')
    .leftJoin('subsidies', 'subsidies.id', 'binder.programme_id')
    .select([
      'subsidies.reference',
      'binder.from_day',
      'binder.until_day',
      'binder.county',
      'binder.finished_at',
      'binder.farmers',
      `binder.${format} as file`,
    ])
    .where('binder.id', '=', id)
    .where(within(scope, sql`binder.county`))
    .executeTakeFirst();
}

export interface RunningBinder extends BinderRange {
  id: string;
  made_by: string;
  language: Language;
  created_at: string;
  expected: number;
  programme_name: string | null;
  programme_reference: string | null;
}

export const findRunning = (db: Db, id: string) =>
  firstRow<RunningBinder>(db)`
    select binder.id, binder.programme_id, binder.county, from_day, until_day, made_by, language, binder.created_at, expected,
      programme.name as programme_name, programme.reference as programme_reference
    from audit_binders as binder left join subsidies as programme on programme.id = binder.programme_id
    where binder.id = ${id} and finished_at is null`;

export async function lockRunning(db: Db, id: string): Promise<boolean> {
  const row = await firstRow(db)`
    select id from audit_binders where id = ${id} and finished_at is null for update`;
  return row !== undefined;
}

export const saveProgress = (db: Db, id: string, written: number) =>
  updateRow(db, 'audit_binders', id, { written, worked_at: now });

/** A killed process left these. */
export const listAbandoned = (db: Db) =>
  rowsOf<{ id: string }>(db)`
    select id from audit_binders where finished_at is null and worked_at < now() - interval '1 minute'`;

/**
 * Whether one of the farmers deleted their account after the moment. Until the transaction ends, no other can: deletion
 * locks the row, then erases the binders that it finds.
 */
export async function isAnyDeletedSince(db: Db, farmers: string[], since: string): Promise<boolean> {
  const rows = await rowsOf<{ deleted_at: string | null }>(db)`
    select deleted_at from users where id = any(${farmers}::uuid[]) order by id for key share`;
  return rows.some(({ deleted_at }) => deleted_at !== null && deleted_at >= since);
}

export async function eraseBinders(db: Db, farmerId: string): Promise<void> {
  await sql`
    update audit_binders set csv = null, pdf = null, farmers = '{}'
    where farmers @> array[${farmerId}::uuid]`.execute(db);
}
