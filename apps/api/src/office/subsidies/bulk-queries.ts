/** Bulk decisions and their rows. */
import type { BulkOutcome, SubsidyKind } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db, Sql } from '../../lib/database/db.ts';
import { firstRow, onlyRow, rowsOf } from '../../lib/database/rows.ts';
import { type Area, within } from '../../lib/http/scope.ts';
import type { MessageValues } from '../../lib/text/i18n.ts';
import type { ProblemCode } from '../../lib/text/problem.ts';

export interface BulkRow {
  id: string;
  official_id: string;
  status: 'approved' | 'rejected';
  /** With placeholders of templates. */
  reason: string | null;
  reason_sw: string | null;
  created_at: string;
  finished_at: string | null;
  cancelled: boolean;
}

/** Returns false if the official has a running job. */
export async function insertBulk(
  db: Db,
  bulk: Pick<BulkRow, 'id' | 'official_id' | 'status' | 'reason' | 'reason_sw'>,
  rows: readonly { _id: string; revision: number }[],
): Promise<boolean> {
  const inserted = await db
    .insertInto('bulk_decisions')
    .values(bulk)
    .onConflict((conflict) => conflict.column('official_id').where('finished_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return false;
  await sql`
    insert into bulk_decision_rows (bulk_id, place, subsidy_id, revision)
    select ${bulk.id}, place, subsidy_id, revision
    from unnest(${rows.map(({ _id }) => _id)}::uuid[], ${rows.map(({ revision }) => revision)}::int[])
      with ordinality as selected (subsidy_id, revision, place)`.execute(db);
  return true;
}

export const findBulk = (db: Db, id: string) =>
  firstRow<BulkRow>(db)`select * from bulk_decisions where id = ${id}`;

/** Unless another process has it, or it is finished. Serializes the rows of a job, and their end with a cancellation. */
export const lockUnfinished = (db: Db, id: string) =>
  firstRow<BulkRow>(db)`
    select * from bulk_decisions where id = ${id} and finished_at is null for no key update skip locked`;

/** Waits for the row in progress. */
export const lockOwnUnfinished = (db: Db, officialId: string, id: string) =>
  firstRow<BulkRow>(db)`
    select * from bulk_decisions where id = ${id} and official_id = ${officialId} and finished_at is null
    for no key update`;

export interface ReasonValues {
  /** Null for programmes: no farmer reads their reason. */
  farmer: string | null;
  official: string;
  application: string;
  reference: string | null;
  programme: string | null;
  amount_cents: number;
  county: string | null;
}

/** Values of the placeholders in a reason for an existing application. */
export const findReasonValues = (db: Db, officialId: string, subsidyId: string) =>
  onlyRow<ReasonValues>(db)`
    select case subsidy.kind when 'application' then subsidy.owner_name end as farmer, official.name as official,
      subsidy.name as application, subsidy.reference, programme.name as programme, subsidy.amount_cents, subsidy.county
    from subsidies as subsidy join users as official on official.id = ${officialId}
      left join subsidies as programme on programme.id = subsidy.programme_id
    where subsidy.id = ${subsidyId}`;

export interface NextRow {
  place: number;
  subsidy_id: string;
  revision: number;
}

export const findNext = (db: Db, id: string) =>
  firstRow<NextRow>(db)`
    select place, subsidy_id, revision from bulk_decision_rows
    where bulk_id = ${id} and outcome is null order by place limit 1`;

/** A pending row after the decision was recorded as the first of two votes. */
const outcomeOfDecision: Sql = sql`(
  select case status when 'pending' then 'awaiting-second-approval' else 'decided' end
  from subsidies where subsidies.id = subsidy_id)`;

export interface Refusal {
  outcome: Extract<BulkOutcome, 'changed' | 'refused'>;
  code: ProblemCode;
  values?: MessageValues;
}

/** Without a refusal, the row has just been decided. */
export async function saveOutcome(db: Db, bulkId: string, place: number, refusal?: Refusal): Promise<void> {
  const { outcome, ...problem } = refusal ?? { outcome: null };
  await sql`
    with handled as (
      update bulk_decision_rows
      set outcome = ${refusal ? sql`${outcome}` : outcomeOfDecision}, problem = ${refusal ? JSON.stringify(problem) : null}
      where bulk_id = ${bulkId} and place = ${place}
    )
    update bulk_decisions set worked_at = now() where id = ${bulkId}`.execute(db);
}

/** Applications of the job that still need a second vote: neither decided nor edited since. */
export const selectAwaiting = (bulkId: string): Sql => sql`
  select subsidy_id from bulk_decision_rows as selected join subsidies on subsidies.id = subsidy_id
  where bulk_id = ${bulkId} and outcome = 'awaiting-second-approval' and subsidies.status = 'pending'
    and subsidies.revision = selected.revision`;

export interface BulkCounts {
  total: number;
  decided: number;
  awaiting: number;
  changed: number;
  refused: number;
}

const counts = sql`
  select count(*) as total, count(*) filter (where outcome = 'decided') as decided,
    count(*) filter (where outcome = 'awaiting-second-approval') as awaiting,
    count(*) filter (where outcome = 'changed') as changed, count(*) filter (where outcome = 'refused') as refused
  from bulk_decision_rows`;

export const finishBulk = async (db: Db, id: string, cancelled: boolean): Promise<BulkCounts> => {
  await db
    .updateTable('bulk_decisions')
    .set({ finished_at: sql<string>`now()`, cancelled })
    .where('id', '=', id)
    .execute();
  return onlyRow<BulkCounts>(db)`${counts} where bulk_id = ${id}`;
};

export type CountedBulk = BulkRow & BulkCounts;

const counted = (condition: Sql) => sql`
  select bulk.*, counted.* from bulk_decisions as bulk, lateral (${counts} where bulk_id = bulk.id) as counted
  where ${condition}`;

export const findOwnBulk = (db: Db, officialId: string, id: string) =>
  firstRow<CountedBulk>(db)`${counted(sql`bulk.id = ${id} and official_id = ${officialId}`)}`;

const MAX_LISTED = 10;

export const listOwnBulks = (db: Db, officialId: string) =>
  rowsOf<CountedBulk>(db)`
    ${counted(sql`official_id = ${officialId}`)} order by bulk.created_at desc limit ${MAX_LISTED}`;

export interface BulkRowDetail {
  subsidy_id: string;
  outcome: BulkOutcome | null;
  problem: Pick<Refusal, 'code' | 'values'> | null;
  kind: SubsidyKind | null;
  name: string | null;
  amount_cents: number | null;
  owner_id: string | null;
  owner_name: string | null;
}

/** An application that has moved to another office since is listed without its contents. */
export const listBulkRows = (db: Db, scope: Area, id: string) =>
  rowsOf<BulkRowDetail>(db)`
    select selected.subsidy_id, outcome, problem, kind, name, amount_cents, owner_id, owner_name
    from bulk_decision_rows as selected
    left join subsidies on subsidies.id = selected.subsidy_id
      and (${within(scope, sql`county`)} or (kind = 'programme' and county is null))
    where bulk_id = ${id} order by place`;

/** Jobs that a killed process left unfinished. */
export const listAbandonedBulks = (db: Db) =>
  rowsOf<{ id: string }>(db)`
    select id from bulk_decisions where finished_at is null and worked_at < now() - interval '20 seconds'`;
