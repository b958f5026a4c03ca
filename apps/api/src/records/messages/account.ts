/** A person's messages, for the data download and for account deletion. */
import type { Language } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { translator } from '../../lib/text/i18n.ts';

const MESSAGES_MAXIMUM = 100_000;

/** Messages sent and received. */
export function accountMessages(db: Db, { id: userId, language }: { id: string; language: Language }) {
  const neighbour = translator(language)('hidden.neighbour');
  const nameOf = (person: 'sender' | 'recipient') => sql<string>`
    case when threads.starter_alias is null or ${sql.ref(person)}.id = ${userId}
      then ${sql.ref(person)}.name else ${neighbour} end`;
  return db
    .selectFrom('messages')
    .innerJoin('threads', 'threads.id', 'messages.thread_id')
    .innerJoin('users as sender', 'sender.id', 'messages.sender_id')
    .innerJoin('users as recipient', 'recipient.id', 'messages.recipient_id')
    .select([
      'messages.thread_id',
      nameOf('sender').as('from'),
      nameOf('recipient').as('to'),
      'messages.channel_type',
      'messages.subject',
      'messages.content',
      'messages.created_at',
      'messages.read_at',
    ])
    .where((where) =>
      where.or([where('threads.starter_id', '=', userId), where('threads.partner_id', '=', userId)]),
    )
    .orderBy('messages.created_at')
    .orderBy('messages.id')
    .limit(MESSAGES_MAXIMUM)
    .execute();
}

/** Deletes only threads whose other participant is deleted too; otherwise that person still needs the thread. */
export async function deleteOrphanedThreads(db: Db, userId: string): Promise<void> {
  await sql`
    delete from threads using users as other
    where (threads.starter_id = ${userId} or threads.partner_id = ${userId})
      and other.id = case threads.starter_id when ${userId} then threads.partner_id else threads.starter_id end
      and other.deleted_at is not null`.execute(db);
}
