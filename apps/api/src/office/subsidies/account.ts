/** Data export and account deletion for this domain. */
import { knownCrops } from '@ardhi/agronomy';
import type { EligibilityReport } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { nextRevision, now, updateRow } from '../../lib/database/rows.ts';
import { deleteNotesOf } from '../cases/notes.ts';

export function accountSubsidies(db: Db, userId: string) {
  return db
    .selectFrom('subsidies')
    .select([
      'id',
      'reference',
      'kind',
      'programme_id',
      'name',
      'description',
      sql<number>`amount_cents / 100.0`.as('amount'),
      'status',
      'reason',
      'decided_at',
      'withdrawn_at',
      'facts',
      'created_at',
      'return_reason',
      'return_reason_sw',
      sql<object | null>`(select jsonb_build_object('reason', reason, 'status', status, 'at', created_at,
        'answer', answer, 'answer_sw', answer_sw, 'decided_at', decided_at) from appeals where subsidy_id = subsidies.id)`.as(
        'appeal',
      ),
      sql<string[]>`array(select parcel_id from subsidy_parcels where subsidy_id = subsidies.id)`.as(
        'parcel_ids',
      ),
    ])
    .where('owner_id', '=', userId)
    .orderBy('created_at')
    .limit(100_000)
    .execute();
}

/** Deletes pending appeals; decided ones lose only the farmer's text. */
async function eraseAppeals(db: Db, userId: string): Promise<void> {
  const applicationIds = db
    .selectFrom('subsidies')
    .select('id')
    .where('owner_id', '=', userId)
    .where('kind', '=', 'application');
  await db
    .deleteFrom('appeals')
    .where('status', '=', 'pending')
    .where('subsidy_id', 'in', applicationIds)
    .execute();
  await db.updateTable('appeals').set({ reason: '' }).where('subsidy_id', 'in', applicationIds).execute();
}

/**
 * Withdraws pending applications. Decisions stay, because public money depends on them, but the farmer's texts, the names
 * of their parcels and officials' notes are erased.
 */
export async function eraseApplicant(db: Db, userId: string): Promise<void> {
  await eraseAppeals(db, userId);
  await deleteNotesOf(db, userId);
  await db
    .updateTable('subsidies')
    .set({ status: 'withdrawn', withdrawn_at: now, revision: nextRevision })
    .where('owner_id', '=', userId)
    .where('kind', '=', 'application')
    .where('status', '=', 'pending')
    .execute();
  await db
    .updateTable('subsidies')
    .set({
      name: sql<string>`coalesce((select name from subsidies as programme where id = subsidies.programme_id), '–')`,
      description: '',
    })
    .where('owner_id', '=', userId)
    .where('kind', '=', 'application')
    .execute();
  await eraseFacts(db, userId);
}

/** The results of the rules stay. Names of parcels are erased, and crops under names that only the farmer used. */
async function eraseFacts(db: Db, userId: string): Promise<void> {
  const rows = await db
    .selectFrom('subsidies')
    .select(['id', sql<EligibilityReport>`facts`.as('facts')])
    .where('owner_id', '=', userId)
    .where('kind', '=', 'application')
    .where('facts', 'is not', null)
    .execute();
  for (const { id, facts } of rows) {
    const parcels = facts.parcels.map((parcel) => ({
      ...parcel,
      name: '',
      crops: parcel.crops.filter(isKnownCrop),
      rules: parcel.rules.map((result) =>
        result.rule === 'crop' ? { ...result, found: result.found.filter(isKnownCrop) } : result,
      ),
    }));
    await updateRow(db, 'subsidies', id, { facts: JSON.stringify({ ...facts, parcels }) });
  }
}

const CROP_KEYS = new Set(knownCrops().map(({ key }) => key));
const isKnownCrop = (crop: string) => CROP_KEYS.has(crop);

/**
 * Officials' notices about a farmer's cases contain the name that the farmer gave the application. They are found by
 * their time, which is that of the assignment, or of the farmer's change that moved the case to another office.
 */
export async function eraseCaseNotices(db: Db, userId: string): Promise<void> {
  await sql`
    with case_log as (
      select at, after ->> 'assignedToId' as official_id from audit_log
      where entity = 'subsidy' and entity_id in (
          select id from subsidies where owner_id = ${userId} and kind = 'application')
        and action in ('case.take', 'case.hand-over')
    ), moments as (
      select at from case_log union select at from audit_log where actor_id = ${userId}
    )
    update notices set details = details || '{"name": "–"}'
    where user_id in (select official_id::uuid from case_log) and kind in ('case-handed', 'case-moved')
      and created_at in (select at from moments)
      and (withdrawn_at is null or withdrawn_at is not null)`.execute(db);
}
