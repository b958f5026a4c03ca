import { OFFICE_ANSWER_WORKING_DAYS } from '@ardhi/contract/limits';
import { type Insertable, sql } from 'kysely';
import type { DB } from '../../lib/database/database.generated.ts';
import type { Db } from '../../lib/database/db.ts';
import { onlyRow, type PageRequest } from '../../lib/database/rows.ts';
import type { Scope } from '../../lib/http/scope.ts';
import { placesOf } from './offices.ts';

export function findPerson(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'role', 'deleted_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Aliases and consents of a thread with hidden names. */
const NAMES = ['starter_alias', 'partner_alias', 'starter_agreed_at', 'partner_agreed_at'] as const;
export type NamesRow = Pick<DB['threads'], 'starter_id' | (typeof NAMES)[number]>;

/** Locks the thread until the transaction ends, so that concurrent messages get distinct numbers. */
export function lockThread(db: Db, threadId: string) {
  return db
    .selectFrom('threads')
    .select([
      'id',
      'channel_type',
      'subject',
      'starter_id',
      'partner_id',
      'office',
      'message_count',
      ...NAMES,
    ])
    .where('id', '=', threadId)
    .forUpdate()
    .executeTakeFirst();
}

export function findThread(db: Db, threadId: string) {
  return db
    .selectFrom('threads')
    .select(['id', 'starter_id', 'partner_id', 'office', 'message_count'])
    .where('id', '=', threadId)
    .executeTakeFirst();
}

export function findMessage(db: Db, messageId: string) {
  return db
    .selectFrom('messages')
    .select(['id', 'thread_id', 'sender_id', 'recipient_id', 'office', 'content'])
    .where('id', '=', messageId)
    .executeTakeFirst();
}

export async function hasWritten(db: Db, threadId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('thread_id', '=', threadId)
    .where('sender_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertThread(
  db: Db,
  thread: Omit<Insertable<DB['threads']>, 'message_count' | 'last_message_at' | 'awaiting_since'>,
): Promise<void> {
  await db
    .insertInto('threads')
    .values({ ...thread, message_count: 0, last_message_at: sql<string>`clock_timestamp()` })
    .execute();
}

/**
 * Reads the clock under the thread's row lock, so that a higher number never has an earlier time. Without a recipient the
 * message is to an office and awaits its answer.
 */
export async function insertMessage(
  db: Db,
  message: Omit<Insertable<DB['messages']>, 'number' | 'channel_type' | 'created_at' | 'office'>,
): Promise<void> {
  const recipient = message.recipient_id ?? null;
  await sql`
    with thread as (
      update threads set
        message_count = message_count + 1,
        last_message_at = greatest(clock_timestamp(), last_message_at),
        awaiting_since = case when ${recipient}::uuid is null then coalesce(awaiting_since, clock_timestamp()) end
      where id = ${message.thread_id}
      returning message_count, channel_type, office, last_message_at
    )
    insert into messages
      (id, thread_id, number, sender_id, recipient_id, office, channel_type, subject, content, created_at)
    select ${message.id}::uuid, ${message.thread_id}::uuid, thread.message_count, ${message.sender_id}::uuid,
      ${recipient}::uuid, thread.office, thread.channel_type, ${message.subject}, ${message.content},
      thread.last_message_at
    from thread`.execute(db);
}

const answerBy = sql<string | null>`
  add_working_days(nairobi_date(threads.awaiting_since), ${sql.lit(OFFICE_ANSWER_WORKING_DAYS)})`;

type AboutRow = { name: string | null; parcel_id: string | null };
const about = sql<AboutRow>`thread_about(about_kind, about_id, threads.starter_id, threads.office)`;

function selectMessages(db: Db) {
  return db
    .selectFrom('messages')
    .innerJoin('threads', 'threads.id', 'messages.thread_id')
    .innerJoin('users as sender', 'sender.id', 'messages.sender_id')
    .leftJoin('users as recipient', 'recipient.id', 'messages.recipient_id')
    .leftJoinLateral(about.as('about'), (join) => join.onTrue())
    .select([
      'messages.id',
      'messages.thread_id',
      'messages.number',
      'messages.subject',
      'messages.content',
      'messages.channel_type',
      'messages.created_at',
      'messages.read_at',
      'sender.id as sender_id',
      'sender.name as sender_name',
      'sender.role as sender_role',
      'sender.deleted_at as sender_deleted_at',
      'recipient.id as recipient_id',
      'recipient.name as recipient_name',
      'recipient.role as recipient_role',
      'recipient.deleted_at as recipient_deleted_at',
      'threads.starter_id',
      'threads.office',
      'threads.about_kind',
      'threads.about_id',
      'about.name as about_name',
      'about.parcel_id as about_parcel_id',
      answerBy.as('answer_by'),
      ...NAMES,
    ]);
}

export type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>['executeTakeFirstOrThrow']>>;

export function getMessage(db: Db, messageId: string): Promise<MessageRow> {
  return selectMessages(db).where('messages.id', '=', messageId).executeTakeFirstOrThrow();
}

/** Newest first. `before` is the number of the earliest message that the caller already has. */
export function listMessages(
  db: Db,
  threadId: string,
  { limit, before }: { limit: number; before: number | null },
): Promise<MessageRow[]> {
  return selectMessages(db)
    .where('messages.thread_id', '=', threadId)
    .$if(before !== null, (query) => query.where('messages.number', '<', before))
    .orderBy('messages.number', 'desc')
    .limit(limit + 1)
    .execute();
}

/** User who reads messages; as an official also those to the office. */
export interface MessageReader {
  id: string;
  scope: Scope | null;
}

/** Merges short index scans: threads that the user started, threads started by others, and those of each office. */
export async function listThreads(
  db: Db,
  { id: userId, scope }: MessageReader,
  channel: string | null,
  { limit, after }: PageRequest,
) {
  const filter = sql.join(
    [
      ...(channel ? [sql`and channel_type = ${channel}`] : []),
      ...(after ? [sql`and (last_message_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`] : []),
    ],
    sql` `,
  );
  const columns = sql.raw(
    `id, message_count, last_message_at, starter_id, office, awaiting_since, about_kind, about_id, ${NAMES.join(', ')}`,
  );
  const newest = sql`order by last_message_at desc, id desc limit ${limit + 1}`;
  const { rows } = await sql<MessageRow & { last_message_at: string; unread_count: number }>`
    with mine as (
      (select ${columns} from threads where starter_id = ${userId} ${filter} ${newest})
      union all
      (select ${columns} from threads where partner_id = ${userId} ${filter} ${newest})
      union all
      select thread.* from (${placesOf(scope)}) as own
      cross join lateral (select ${columns} from threads where office = own.place ${filter} ${newest}) as thread
    ),
    threads as (select * from mine ${newest})
    select messages.id, messages.thread_id, messages.number, messages.subject, messages.content,
      messages.channel_type, messages.created_at, messages.read_at,
      sender.id as sender_id, sender.name as sender_name, sender.role as sender_role,
      sender.deleted_at as sender_deleted_at,
      recipient.id as recipient_id, recipient.name as recipient_name, recipient.role as recipient_role,
      recipient.deleted_at as recipient_deleted_at,
      threads.last_message_at, threads.starter_id, ${sql.raw(NAMES.map((name) => `threads.${name}`).join(', '))},
      threads.office, threads.about_kind, threads.about_id, about.name as about_name,
      about.parcel_id as about_parcel_id, ${answerBy} as answer_by,
      (select count(*) from messages as unread
        where unread.recipient_id = ${userId} and unread.channel_type = messages.channel_type
          and unread.thread_id = threads.id and unread.read_at is null)
      + case when threads.office is null or threads.starter_id = ${userId} then 0 else
        (select count(*) from messages as unread
          where unread.office = threads.office and unread.channel_type = messages.channel_type
            and unread.thread_id = threads.id and unread.read_at is null and unread.recipient_id is null)
        end as unread_count
    from threads
    join messages on messages.thread_id = threads.id and messages.number = threads.message_count
    join users as sender on sender.id = messages.sender_id
    left join users as recipient on recipient.id = messages.recipient_id
    left join lateral ${about} as about on true
    order by threads.last_message_at desc, threads.id desc`.execute(db);
  return rows;
}

/** Messages to the user and, for an official, those to the office that no colleague has opened. */
export async function countUnreadMessages(
  db: Db,
  { id, scope }: MessageReader,
  channel: string | null,
): Promise<number> {
  const ofChannel = channel ? sql`and channel_type = ${channel}` : sql``;
  const { count } = await onlyRow<{ count: number }>(db)`
    select
      (select count(*) from messages where recipient_id = ${id} and read_at is null ${ofChannel})
      + (select count(*) from messages
        where office = any (array(${placesOf(scope)})) and recipient_id is null and read_at is null ${ofChannel})
      as count`;
  return count;
}

/** Sets the read flag of messages to the user, or to the office. Returns whether anything was unread. */
export async function markThreadRead(db: Db, threadId: string, reader: string | 'office'): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({ read_at: sql<string>`now()` })
    .where('thread_id', '=', threadId)
    .where('recipient_id', reader === 'office' ? 'is' : '=', reader === 'office' ? null : reader)
    .where('read_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function setAgreement(
  db: Db,
  threadId: string,
  side: 'starter' | 'partner',
  agreed: boolean,
): Promise<void> {
  await db
    .updateTable('threads')
    .set({ [`${side}_agreed_at`]: agreed ? sql<string>`now()` : null })
    .where('id', '=', threadId)
    .execute();
}

export async function showNames(db: Db, threadId: string): Promise<void> {
  await sql`
    update threads set
      starter_alias = null, partner_alias = null,
      starter_agreed_at = coalesce(starter_agreed_at, now()), partner_agreed_at = coalesce(partner_agreed_at, now())
    where id = ${threadId}`.execute(db);
}
