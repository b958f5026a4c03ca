import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { listPage, nextRevision, now, type PageRequest, updateRow } from '../../lib/database/rows.ts';
import type { SignedInUser } from '../../lib/http/session.ts';

export interface PolicyFields {
  title: string;
  description: string;
  status: string;
  effective_date: string | null;
  title_sw: string | null;
  description_sw: string | null;
}

export async function insertPolicy(
  db: Db,
  policy: PolicyFields & { id: string; created_by: string },
): Promise<void> {
  await db.insertInto('policies').values(policy).execute();
}

type Reader = Pick<SignedInUser, 'id' | 'role'>;

function selectPolicies(db: Db, reader: Reader) {
  return db.selectFrom('policies').select([
    'policies.id',
    'policies.title',
    'policies.description',
    'policies.title_sw',
    'policies.description_sw',
    'policies.status',
    'policies.effective_date',
    'policies.created_at',
    'policies.updated_at',
    'policies.revision',
    'policies.deleted_at',
    sql<string | null>`(
        select max(sent_at) from policy_sendings where policy_sendings.policy_id = policies.id
      )`.as('notified_at'),
    // Farmers see only notices sent after they registered.
    sql<boolean>`${reader.role} = 'farmer' and exists (
        select from policy_sendings
        where policy_sendings.policy_id = policies.id
          and policy_sendings.sent_at >= (select users.created_at from users where users.id = ${reader.id})
          and not exists (
            select from notice_reads
            where notice_reads.notice_id = policy_sendings.notice_id and notice_reads.user_id = ${reader.id}
          )
      )`.as('unread'),
  ]);
}

export type PolicyRow = Awaited<ReturnType<ReturnType<typeof selectPolicies>['executeTakeFirstOrThrow']>>;

export function listPolicies(db: Db, reader: Reader, page: PageRequest) {
  const live = selectPolicies(db, reader).where('policies.deleted_at', 'is', null);
  return listPage(live, ['policies.created_at', 'policies.id'], 'desc', page);
}

export async function countPolicies(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('policies')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export function findPolicy(db: Db, reader: Reader, policyId: string) {
  return selectPolicies(db, reader).where('policies.id', '=', policyId).executeTakeFirst();
}

export function lockPolicy(db: Db, reader: Reader, policyId: string) {
  return selectPolicies(db, reader).where('policies.id', '=', policyId).forUpdate().executeTakeFirst();
}

export const updatePolicy = (db: Db, policyId: string, fields: PolicyFields) =>
  updateRow(db, 'policies', policyId, { ...fields, revision: nextRevision, updated_at: now });

export const markDeleted = (db: Db, policyId: string) =>
  updateRow(db, 'policies', policyId, { deleted_at: now });

/** Removes the policy's notices from the farmers' lists and stops unsent mails. */
export async function withdrawSendings(db: Db, policyId: string): Promise<void> {
  await sql`
    with stopped as (
      update policy_sendings set mail_finished_at = coalesce(mail_finished_at, now())
      where policy_id = ${policyId} returning notice_id
    )
    update notices set withdrawn_at = now() where id in (select notice_id from stopped)`.execute(db);
}

/** Notices of a policy that are visible to the farmer. */
export async function listSentNotices(db: Db, userId: string, policyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('policy_sendings')
    .innerJoin('users', (join) => join.on('users.id', '=', userId))
    .select('policy_sendings.notice_id')
    .where('policy_sendings.policy_id', '=', policyId)
    .whereRef('policy_sendings.sent_at', '>=', 'users.created_at')
    .execute();
  return rows.map((row) => row.notice_id);
}
