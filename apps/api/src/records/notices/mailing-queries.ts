import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';

/** Job key prefix, followed by the notice's id: prevents queueing the same mailing twice. */
export const MAIL_JOB_KEY = 'policy-mail:';

/** Covers several renewals; short, because after a crash the mailing resumes only once the lease expires. */
const leaseEnd = sql<string>`now() + interval '6 seconds'`;

/** Leases the mailing to this process, unless it is finished or leased by another. */
export function leaseMailing(db: Db, noticeId: string, lease: string) {
  return db
    .updateTable('policy_sendings as sending')
    .from('notices')
    .set({ mail_lease: lease, mail_lease_until: leaseEnd })
    .whereRef('notices.id', '=', 'sending.notice_id')
    .where('sending.notice_id', '=', noticeId)
    .where('sending.mail_finished_at', 'is', null)
    .where((where) =>
      where.or([
        where('sending.mail_lease_until', 'is', null),
        where('sending.mail_lease_until', '<', sql<string>`now()`),
      ]),
    )
    .returning([
      'sending.notice_id',
      'sending.sent_at',
      'sending.mail_cursor',
      'notices.kind',
      'notices.details',
      'notices.link',
    ])
    .executeTakeFirst();
}

/** Updates the mailing while this process has the lease. */
const leased = (db: Db, noticeId: string, lease: string) =>
  db.updateTable('policy_sendings').where('notice_id', '=', noticeId).where('mail_lease', '=', lease);

export async function renewMailing(db: Db, noticeId: string, lease: string): Promise<void> {
  await leased(db, noticeId, lease).set({ mail_lease_until: leaseEnd }).execute();
}

export async function releaseMailing(db: Db, noticeId: string, lease: string): Promise<void> {
  await leased(db, noticeId, lease).set({ mail_lease: null, mail_lease_until: null }).execute();
}

/** Farmers who existed at the time of sending, after the cursor. */
export function listAddressees(
  db: Db,
  { sentAt, after, limit }: { sentAt: string; after: string | null; limit: number },
) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'language', 'email_confirmed_at'])
    .where('role', '=', 'farmer')
    .where('deleted_at', 'is', null)
    .where('created_at', '<=', sentAt)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Returns false if this process has lost the lease, or the mailing was finished or withdrawn. */
export async function advanceMailing(
  db: Db,
  noticeId: string,
  lease: string,
  userId: string,
  isAccepted: boolean,
): Promise<boolean> {
  const row = await leased(db, noticeId, lease)
    .set({
      mail_cursor: userId,
      mailed: sql<number>`mailed + ${isAccepted ? 1 : 0}`,
      mail_refused: sql<number>`mail_refused + ${isAccepted ? 0 : 1}`,
      mail_lease_until: leaseEnd,
    })
    .where('mail_finished_at', 'is', null)
    .returning('notice_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function finishMailing(db: Db, noticeId: string, lease: string): Promise<void> {
  await leased(db, noticeId, lease).set({ mail_finished_at: sql<string>`now()` }).execute();
}

/**
 * Unfinished mailings that no process will continue: the lease has expired, or the process died before taking one. Jobs
 * queued for a retry are not included.
 */
export async function listAbandonedMailings(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('policy_sendings')
    .select('notice_id')
    .where('mail_finished_at', 'is', null)
    .where((where) =>
      where.or([
        where('mail_lease_until', '<', sql<string>`now()`),
        sql<boolean>`mail_lease is null and sent_at < now() - interval '1 minute' and not exists (
          select from graphile_worker.jobs
          where jobs.key = ${MAIL_JOB_KEY} || policy_sendings.notice_id
            and (jobs.locked_at is null or jobs.locked_at > now() - interval '1 minute')
        )`,
      ]),
    )
    .orderBy('sent_at')
    .limit(100)
    .execute();
  return rows.map((row) => row.notice_id);
}
