/** Locks and writes of programmes and applications. */
import type { EligibilityReport, SubsidyKind } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';

const lockColumns = [
  'id',
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
  'regions',
  'counties',
  'decided_by',
  'decided_at',
  'decided_level',
  'revision',
] as const;

/** Locks a row for update. Lock order: a programme before its applications. */
export function lockSubsidy(db: Db, id: string) {
  return db
    .selectFrom('subsidies')
    .select(lockColumns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

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

export interface NewSubsidy {
  id: string;
  kind: SubsidyKind;
  /** Programmes only: the county that created it, null for a national one. */
  county?: string | null;
  owner_id: string;
  programme_id?: string | null;
  appeal_of?: string;
  name: string;
  description: string;
  amount_cents: number;
  amount_set_by?: string;
  closes_on?: string | null;
  second_above_cents?: number | null;
  rules?: string | null;
  regions?: string[];
}

export async function insertSubsidy(db: Db, subsidy: NewSubsidy): Promise<void> {
  await db
    .insertInto('subsidies')
    .values({
      ...subsidy,
      owner_name: ({ selectFrom }) =>
        selectFrom('users').select('name').where('id', '=', subsidy.owner_id).$asScalar().$notNull(),
    })
    .execute();
}

export interface SubsidyChange {
  name?: string;
  description?: string;
  amount_cents?: number;
  amount_set_by?: string;
  programme_id?: string | null;
  closes_on?: string | null;
  closed_at?: string | null;
  second_above_cents?: number | null;
  rules?: string | null;
  regions?: string[];
}

export async function editSubsidy(db: Db, id: string, change: SubsidyChange): Promise<void> {
  await db
    .updateTable('subsidies')
    .set({ ...change, revision: sql<number>`revision + 1`, edited_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

/** The level of an official's current post; without a post, the national level. */
export const levelOf = (officialId: string) =>
  sql<'country' | 'county'>`coalesce((select level from working_post(${officialId})), 'country')`;

export interface Decision {
  status: 'approved' | 'rejected';
  reason: string | null;
  decidedBy: string;
  facts: EligibilityReport | null;
}

export async function setDecision(db: Db, id: string, decision: Decision): Promise<void> {
  await db
    .updateTable('subsidies')
    .set({
      status: decision.status,
      reason: decision.reason,
      decided_by: decision.decidedBy,
      decided_at: sql<string>`now()`,
      decided_level: levelOf(decision.decidedBy),
      facts: decision.facts && JSON.stringify(decision.facts),
      revision: sql<number>`revision + 1`,
    })
    .where('id', '=', id)
    .execute();
}

/** The programme must be locked. A check constraint of the table also prevents overspending. */
export async function takeFromBudget(db: Db, programmeId: string, cents: number): Promise<void> {
  await db
    .updateTable('subsidies')
    .set({ approved_cents: sql<number>`approved_cents + ${cents}` })
    .where('id', '=', programmeId)
    .execute();
}

export async function setMeets(db: Db, id: string, meets: boolean | null): Promise<void> {
  await db.updateTable('subsidies').set({ meets_rules: meets }).where('id', '=', id).execute();
}

export async function setWithdrawn(db: Db, id: string): Promise<void> {
  await db
    .updateTable('subsidies')
    .set({ status: 'withdrawn', withdrawn_at: sql<string>`now()`, revision: sql<number>`revision + 1` })
    .where('id', '=', id)
    .execute();
}

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
