/** Data export and account deletion for this domain. */
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { nextRevision, now } from '../../lib/database/rows.ts';

export function accountSubsidies(db: Db, userId: string) {
  return db
    .selectFrom('subsidies')
    .select([
      'id',
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
      sql<object | null>`(select jsonb_build_object('reason', reason, 'status', status, 'at', created_at,
        'answer', answer, 'decided_at', decided_at) from appeals where subsidy_id = subsidies.id)`.as(
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
 * Withdraws pending applications. Decisions stay, because public money depends on them, but the farmer's texts and the
 * names of their parcels are erased.
 */
export async function eraseApplicant(db: Db, userId: string): Promise<void> {
  await eraseAppeals(db, userId);
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
      facts: sql<string>`case when facts is not null then jsonb_set(facts, '{parcels}', coalesce((
        select jsonb_agg(parcel || '{"name": ""}'::jsonb) from jsonb_array_elements(facts -> 'parcels') as parcel
      ), '[]'::jsonb)) end`,
    })
    .where('owner_id', '=', userId)
    .where('kind', '=', 'application')
    .execute();
}
