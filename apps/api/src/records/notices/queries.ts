import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import type { PageRequest } from '../../lib/database/rows.ts';
import type { SignedInUser } from '../../lib/http/session.ts';

export type Reader = Pick<SignedInUser, 'id' | 'role'>;

interface NewNotice {
  id: string;
  kind: string;
  details: string;
  link: string | null;
  user_id?: string;
  audience?: string;
}

export async function insertNotices(db: Db, notices: NewNotice[]): Promise<void> {
  await db.insertInto('notices').values(notices).execute();
}

export function findRecipient(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['name', 'email', 'language', 'email_confirmed_at'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export interface NoticeRow {
  id: string;
  kind: string;
  details: Record<string, string | number>;
  link: string | null;
  created_at: string;
  read: boolean;
}

/** The subquery makes PostgreSQL call the function once, not for each row. */
const isNotMuted = (reader: Reader) =>
  sql<boolean>`notices.kind <> all ((select muted_broadcasts(${reader.id}))::text[])`;

/** An announcement has a row like a broadcast, with the farmers whom it was sent to in sorted lists. */
const isRecipient = (reader: Reader) => sql<boolean>`(notices.kind <> 'announcement' or (
  select ${reader.id}::uuid = any (ids) from announcement_farmers
  where announcement_id = notices.id and first_id <= ${reader.id} order by first_id desc limit 1))`;

const isForReader = (reader: Reader) => sql<boolean>`${isNotMuted(reader)} and ${isRecipient(reader)}`;

/** Merges two short index scans: own notices, and broadcasts to the reader's role since registration. */
export async function listNotices(
  db: Db,
  reader: Reader,
  { limit, after }: PageRequest,
): Promise<NoticeRow[]> {
  const older = after ? sql`and (created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``;
  const { rows } = await sql<NoticeRow>`
    with visible as (
      (select id, kind, details, link, created_at from notices
        where user_id = ${reader.id} and withdrawn_at is null ${older}
        order by created_at desc, id desc limit ${limit + 1})
      union all
      (select id, kind, details, link, created_at from notices
        where audience = ${reader.role} and withdrawn_at is null and ${isForReader(reader)} ${older}
          and created_at >= (select created_at from users where id = ${reader.id})
        order by created_at desc, id desc limit ${limit + 1})
    )
    select id, kind, details, link, created_at, (notice_reads.user_id is not null) as read
    from visible
    left join notice_reads on notice_reads.notice_id = visible.id and notice_reads.user_id = ${reader.id}
    order by created_at desc, id desc
    limit ${limit + 1}`.execute(db);
  return rows;
}

export const UNREAD_MAXIMUM = 1000;

/** Subquery: ids of the reader's unread notices. */
function unread(reader: Reader) {
  return sql`
    with since as (
      select users.created_at, coalesce(notice_marks.read_until, '-infinity') as read_until
      from users left join notice_marks on notice_marks.user_id = users.id
      where users.id = ${reader.id}
    ),
    visible as (
      select id from notices, since
      where user_id = ${reader.id} and withdrawn_at is null and notices.created_at > since.read_until
      union all
      select id from notices, since
      where audience = ${reader.role} and withdrawn_at is null and ${isForReader(reader)}
        and notices.created_at >= since.created_at and notices.created_at > since.read_until
    )
    select id from visible
    where not exists (
      select from notice_reads where notice_reads.notice_id = visible.id and notice_reads.user_id = ${reader.id}
    )`;
}

export async function countUnread(db: Db, reader: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${unread(reader)} limit ${UNREAD_MAXIMUM}) as counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns undefined if the reader may not see the notice. */
export function findNotice(db: Db, reader: Reader, noticeId: string) {
  return db
    .selectFrom('notices')
    .innerJoin('users', (join) => join.on('users.id', '=', reader.id))
    .select('notices.id')
    .where('notices.id', '=', noticeId)
    .where('notices.withdrawn_at', 'is', null)
    .where((where) =>
      where.or([
        where('notices.user_id', '=', reader.id),
        where.and([
          where('notices.audience', '=', reader.role),
          isForReader(reader),
          where('notices.created_at', '>=', where.ref('users.created_at')),
        ]),
      ]),
    )
    .executeTakeFirst();
}

/** Returns whether any notice was unread. */
export async function insertReads(db: Db, userId: string, noticeIds: string[]): Promise<boolean> {
  if (!noticeIds.length) return false;
  const inserted = await db
    .insertInto('notice_reads')
    .values(noticeIds.map((noticeId) => ({ notice_id: noticeId, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('notice_id')
    .execute();
  return inserted.length > 0;
}

export async function insertAllReads(db: Db, reader: Reader): Promise<void> {
  await sql`
    insert into notice_reads (notice_id, user_id)
    select id, ${reader.id}::uuid from (${unread(reader)}) as unread
    on conflict do nothing`.execute(db);
}

/**
 * Records that all notices are read, except those of the last five minutes: a transaction that began before now may
 * still commit a notice with an earlier time.
 */
export async function advanceReadUntil(db: Db, userId: string): Promise<void> {
  await sql`
    insert into notice_marks as mark (user_id, read_until) values (${userId}, now() - interval '5 minutes')
    on conflict (user_id) do update set read_until = greatest(mark.read_until, excluded.read_until)`.execute(
    db,
  );
}
