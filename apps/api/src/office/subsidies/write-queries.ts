/** Locks and writes of programmes and applications. */
import type { EligibilityReport } from '@ardhi/contract';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { DB } from '../../lib/database/database.generated.ts';
import type { Db } from '../../lib/database/db.ts';
import { nextRevision, now, updateRow } from '../../lib/database/rows.ts';

const lockColumns = [
  'id',
  'reference',
  'kind',
  'county',
  'owner_id',
  'programme_id',
  'name',
  'description',
  'amount_cents',
  'status',
  'approved_cents',
  'amount_set_by',
  'closes_on',
  'closed_at',
  'second_above_cents',
  'rules',
  'revision',
  'appeal_of',
] as const;

const selectSubsidy = (db: Db, id: string) =>
  db.selectFrom('subsidies').select(lockColumns).where('id', '=', id);

/** Locks a row for update. Lock order: a programme before its applications. */
export function lockSubsidy(db: Db, id: string) {
  return selectSubsidy(db, id).forNoKeyUpdate().executeTakeFirst();
}

/** The columns of a locked row, without the lock: to preview a decision. */
export const findUnlocked = (db: Db, id: string) => selectSubsidy(db, id).executeTakeFirst();

export type LockedSubsidy = NonNullable<Awaited<ReturnType<typeof lockSubsidy>>>;

/** Shared lock: the programme cannot change while farmers apply, and farmers do not block each other. */
export function lockProgrammeShared(db: Db, id: string) {
  return db
    .selectFrom('subsidies')
    .select(lockColumns)
    .where('id', '=', id)
    .where('kind', '=', 'programme')
    .forShare()
    .executeTakeFirst();
}

/** `county` is set for programmes only: the county that created it, null for a national one. */
export async function insertSubsidy(
  db: Db,
  subsidy: Omit<Insertable<DB['subsidies']>, 'owner_name'>,
): Promise<void> {
  await db
    .insertInto('subsidies')
    .values({
      ...subsidy,
      owner_name: ({ selectFrom }) =>
        selectFrom('users').select('name').where('id', '=', subsidy.owner_id).$asScalar().$notNull(),
    })
    .execute();
}

export const editSubsidy = (db: Db, id: string, change: Updateable<DB['subsidies']>) =>
  updateRow(db, 'subsidies', id, { ...change, revision: nextRevision, edited_at: now });

/** The level of an official's current post; without a post, the national level. */
export const levelOf = (officialId: string) =>
  sql<'country' | 'county'>`coalesce((select level from working_post(${officialId})), 'country')`;

export interface Decision {
  status: 'approved' | 'rejected';
  reason: string | null;
  reasonSw: string | null;
  decidedBy: string;
  facts: EligibilityReport | null;
}

export const setDecision = (db: Db, id: string, { status, reason, reasonSw, decidedBy, facts }: Decision) =>
  updateRow(db, 'subsidies', id, {
    status,
    reason,
    reason_sw: reasonSw,
    decided_by: decidedBy,
    decided_at: now,
    decided_level: levelOf(decidedBy),
    facts: facts && JSON.stringify(facts),
    revision: nextRevision,
  });

/** The programme must be locked. A check constraint of the table also prevents overspending. */
export const takeFromBudget = (db: Db, programmeId: string, cents: number) =>
  updateRow(db, 'subsidies', programmeId, { approved_cents: sql<number>`approved_cents + ${cents}` });

export const setMeets = (db: Db, id: string, meets: boolean | null) =>
  updateRow(db, 'subsidies', id, { meets_rules: meets });

export const setWithdrawn = (db: Db, id: string) =>
  updateRow(db, 'subsidies', id, { status: 'withdrawn', withdrawn_at: now, revision: nextRevision });

export async function hasApplications(db: Db, programmeId: string): Promise<boolean> {
  const found = await db
    .selectFrom('subsidies')
    .select('id')
    .where('programme_id', '=', programmeId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function deleteSubsidy(db: Db, id: string): Promise<void> {
  await db.deleteFrom('subsidies').where('id', '=', id).execute();
}
