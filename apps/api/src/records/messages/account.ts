/** A person's messages, for the data download and for account deletion. */
import type { Language } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { translator } from '../../lib/text/i18n.ts';

const MESSAGES_MAXIMUM = 100_000;

/** Messages sent and received, also what an official answered for an office. */
export function accountMessages(db: Db, { id: userId, language }: { id: string; language: Language }) {
  const t = translator(language);
  const neighbour = t('hidden.neighbour');
  // The name of an office is its place; the reader of the file knows the two.
  const nameOf = (person: 'sender' | 'recipient') => sql<string>`
    case when ${sql.ref(person)}.id is null then coalesce(nullif(messages.office, ''), ${t('office.national')})
      when threads.starter_alias is null or ${sql.ref(person)}.id = ${userId}
      then ${sql.ref(person)}.name else ${neighbour} end`;
  return db
    .selectFrom('messages')
    .innerJoin('threads', 'threads.id', 'messages.thread_id')
    .innerJoin('users as sender', 'sender.id', 'messages.sender_id')
    .leftJoin('users as recipient', 'recipient.id', 'messages.recipient_id')
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
    .where(
      'messages.id',
      'in',
      sql<string>`(
        select messages.id from threads join messages on thread_id = threads.id
        where starter_id = ${userId} or partner_id = ${userId}
        union select id from messages where sender_id = ${userId} and office is not null)`,
    )
    .orderBy('messages.created_at')
    .orderBy('messages.id')
    .limit(MESSAGES_MAXIMUM)
    .execute();
}

/** The office needs not answer a deleted account; what a thread is about is erased with the farm. */
export async function closeOfficeThreads(db: Db, userId: string): Promise<void> {
  await sql`
    update threads set awaiting_since = null, about_kind = null, about_id = null
    where starter_id = ${userId} and office is not null`.execute(db);
}

/** Deletes only threads whose other participant is deleted too; otherwise that person still needs the thread. */
export async function deleteOrphanedThreads(db: Db, userId: string): Promise<void> {
  await sql`
    delete from threads using users as other
    where (threads.starter_id = ${userId} or threads.partner_id = ${userId})
      and other.id = case threads.starter_id when ${userId} then threads.partner_id else threads.starter_id end
      and other.deleted_at is not null`.execute(db);
}
