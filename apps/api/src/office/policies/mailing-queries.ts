import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';

/** With the notice's id: one mailing never waits in the queue twice. */
export const MAIL_JOB_KEY = 'policy-mail:';

/** Longer than several renewals take; short, because after a kill the mails wait for it to run out. */
const leaseEnd = sql<string>`now() + interval '6 seconds'`;

/** Takes the mailing for this process, unless it is finished or another holds it. */
export function takeMailing(db: Db, noticeId: string, lease: string) {
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

export async function renewMailing(db: Db, noticeId: string, lease: string): Promise<void> {
  await db
    .updateTable('policy_sendings')
    .set({ mail_lease_until: leaseEnd })
    .where('notice_id', '=', noticeId)
    .where('mail_lease', '=', lease)
    .execute();
}

export async function releaseMailing(db: Db, noticeId: string, lease: string): Promise<void> {
  await db
    .updateTable('policy_sendings')
    .set({ mail_lease: null, mail_lease_until: null })
    .where('notice_id', '=', noticeId)
    .where('mail_lease', '=', lease)
    .execute();
}

/** The farmers of that time, after the one whom the mailing has reached. */
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

/** False when the mailing is not this process's any more. */
export async function advanceMailing(
  db: Db,
  noticeId: string,
  lease: string,
  userId: string,
  taken: boolean,
): Promise<boolean> {
  const row = await db
    .updateTable('policy_sendings')
    .set({
      mail_cursor: userId,
      mailed: sql<number>`mailed + ${taken ? 1 : 0}`,
      mail_refused: sql<number>`mail_refused + ${taken ? 0 : 1}`,
      mail_lease_until: leaseEnd,
    })
    .where('notice_id', '=', noticeId)
    .where('mail_lease', '=', lease)
    .where('mail_finished_at', 'is', null)
    .returning('notice_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function finishMailing(db: Db, noticeId: string, lease: string): Promise<void> {
  await db
    .updateTable('policy_sendings')
    .set({ mail_finished_at: sql<string>`now()` })
    .where('notice_id', '=', noticeId)
    .where('mail_lease', '=', lease)
    .execute();
}

/**
 * Unfinished, and nobody will go on: the process that held it is gone, or was gone before it could take it. A job
 * that waits for its next try is left to wait.
 */
export async function listStrandedMailings(db: Db): Promise<string[]> {
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
