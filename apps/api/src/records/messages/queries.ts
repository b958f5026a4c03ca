import { type Insertable, sql } from 'kysely';
import type { DB } from '../../lib/database/database.generated.ts';
import type { Db } from '../../lib/database/db.ts';
import type { PageRequest } from '../../lib/database/rows.ts';

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
    .select(['id', 'channel_type', 'subject', 'starter_id', 'partner_id', 'message_count', ...NAMES])
    .where('id', '=', threadId)
    .forUpdate()
    .executeTakeFirst();
}

export function findThread(db: Db, threadId: string) {
  return db
    .selectFrom('threads')
    .select(['id', 'starter_id', 'partner_id', 'message_count'])
    .where('id', '=', threadId)
    .executeTakeFirst();
}

export function findMessage(db: Db, messageId: string) {
  return db
    .selectFrom('messages')
    .select(['id', 'thread_id', 'sender_id', 'recipient_id', 'content'])
    .where('id', '=', messageId)
    .executeTakeFirst();
}

export async function insertThread(
  db: Db,
  thread: Omit<Insertable<DB['threads']>, 'message_count' | 'last_message_at'>,
): Promise<void> {
  await db
    .insertInto('threads')
    .values({ ...thread, message_count: 0, last_message_at: sql<string>`clock_timestamp()` })
    .execute();
}

/** Reads the clock under the thread's row lock, so that a higher number never has an earlier time. */
export async function insertMessage(
  db: Db,
  message: Omit<Insertable<DB['messages']>, 'number' | 'channel_type' | 'created_at'>,
): Promise<void> {
  await sql`
    with thread as (
      update threads set
        message_count = message_count + 1,
        last_message_at = greatest(clock_timestamp(), last_message_at)
      where id = ${message.thread_id}
      returning message_count, channel_type, last_message_at
    )
    insert into messages
      (id, thread_id, number, sender_id, recipient_id, channel_type, subject, content, created_at)
    select ${message.id}::uuid, ${message.thread_id}::uuid, thread.message_count, ${message.sender_id}::uuid,
      ${message.recipient_id}::uuid, thread.channel_type, ${message.subject}, ${message.content},
      thread.last_message_at
    from thread`.execute(db);
}

function selectMessages(db: Db) {
  return db
    .selectFrom('messages')
    .innerJoin('threads', 'threads.id', 'messages.thread_id')
    .innerJoin('users as sender', 'sender.id', 'messages.sender_id')
    .innerJoin('users as recipient', 'recipient.id', 'messages.recipient_id')
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

/** Merges two short index scans: threads that the user started, and threads started by others. */
export async function listThreads(
  db: Db,
  userId: string,
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
  const columns = sql.raw(`id, message_count, last_message_at, starter_id, ${NAMES.join(', ')}`);
  const newest = sql`order by last_message_at desc, id desc limit ${limit + 1}`;
  const { rows } = await sql<MessageRow & { last_message_at: string; unread_count: number }>`
    with mine as (
      (select ${columns} from threads where starter_id = ${userId} ${filter} ${newest})
      union all
      (select ${columns} from threads where partner_id = ${userId} ${filter} ${newest})
    ),
    page as (select * from mine ${newest})
    select messages.id, messages.thread_id, messages.number, messages.subject, messages.content,
      messages.channel_type, messages.created_at, messages.read_at,
      sender.id as sender_id, sender.name as sender_name, sender.role as sender_role,
      sender.deleted_at as sender_deleted_at,
      recipient.id as recipient_id, recipient.name as recipient_name, recipient.role as recipient_role,
      recipient.deleted_at as recipient_deleted_at,
      page.last_message_at, page.starter_id, ${sql.raw(NAMES.map((name) => `page.${name}`).join(', '))},
      (select count(*) from messages as unread
        where unread.recipient_id = ${userId} and unread.channel_type = messages.channel_type
          and unread.thread_id = page.id and unread.read_at is null) as unread_count
    from page
    join messages on messages.thread_id = page.id and messages.number = page.message_count
    join users as sender on sender.id = messages.sender_id
    join users as recipient on recipient.id = messages.recipient_id
    order by page.last_message_at desc, page.id desc`.execute(db);
  return rows;
}

export async function countUnreadMessages(db: Db, userId: string, channel: string | null): Promise<number> {
  const { count } = await db
    .selectFrom('messages')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('recipient_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(channel !== null, (query) => query.where('channel_type', '=', channel))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns whether anything was unread. */
export async function markThreadRead(db: Db, threadId: string, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('messages')
    .set({ read_at: sql<string>`now()` })
    .where('thread_id', '=', threadId)
    .where('recipient_id', '=', userId)
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
