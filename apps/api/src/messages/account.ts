/** A person's messages, for their data download and for when they leave. */
import { sql } from 'kysely';
import type { Db } from '../lib/db.ts';

const MESSAGES_MAXIMUM = 100_000;

/** What they wrote and what was written to them. */
export function accountMessages(db: Db, userId: string) {
  return db
    .selectFrom('messages')
    .innerJoin('users as sender', 'sender.id', 'messages.sender_id')
    .innerJoin('users as recipient', 'recipient.id', 'messages.recipient_id')
    .select([
      'messages.thread_id',
      'sender.name as from',
      'recipient.name as to',
      'messages.channel_type',
      'messages.subject',
      'messages.content',
      'messages.created_at',
      'messages.read_at',
    ])
    .where('messages.thread_id', 'in', (query) =>
      query
        .selectFrom('threads')
        .select('threads.id')
        .where((where) =>
          where.or([where('threads.starter_id', '=', userId), where('threads.partner_id', '=', userId)]),
        ),
    )
    .orderBy('messages.created_at')
    .orderBy('messages.id')
    .limit(MESSAGES_MAXIMUM)
    .execute();
}

/** The other person keeps the thread. When both have left there is nobody to keep it for. */
export async function leaveThreads(db: Db, userId: string): Promise<void> {
  await sql`
    delete from threads using users as other
    where ((threads.starter_id = ${userId} and other.id = threads.partner_id)
        or (threads.partner_id = ${userId} and other.id = threads.starter_id))
      and other.deleted_at is not null`.execute(db);
}
