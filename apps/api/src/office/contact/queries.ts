import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { complaintIsOpenTo, type Viewer } from '../../lib/http/scope.ts';
import { prefixQuery } from '../../lib/text/search-terms.ts';

export function insertContactMessage(db: Db, message: { name: string; email: string; message: string }) {
  return db
    .insertInto('contact_messages')
    .values({ id: newId(), ...message })
    .returning('id')
    .executeTakeFirstOrThrow();
}

interface ContactFilter {
  state: 'open' | 'handled' | 'all';
  q?: string;
  limit: number;
  after: string[] | null;
}

const selectMessages = (db: Db) =>
  db
    .selectFrom('contact_messages as message')
    .leftJoin('users', 'users.id', 'message.handled_by')
    .leftJoin('complaints as complaint', 'complaint.contact_message_id', 'message.id')
    .select([
      'message.id',
      'message.name',
      'message.email',
      'message.message',
      'message.created_at',
      'message.handled_at',
      'message.answer',
      'message.answered_at',
      'message.revision',
      'users.name as handled_by',
      'complaint.id as complaint_id',
      'complaint.number as complaint_number',
    ]);

/** A message that became a complaint has the visibility of the complaint. */
const isVisibleTo = (viewer: Viewer) => sql<boolean>`(complaint.id is null or ${complaintIsOpenTo(viewer)})`;

export function listContactMessages(db: Db, viewer: Viewer, { state, q, limit, after }: ContactFilter) {
  return selectMessages(db)
    .where(isVisibleTo(viewer))
    .$if(q !== undefined, (query) =>
      query.where(sql<boolean>`message.search @@ to_tsquery('simple', ${prefixQuery(q ?? '')})`),
    )
    .$if(state === 'open', (query) => query.where('message.handled_at', 'is', null))
    .$if(state === 'handled', (query) => query.where('message.handled_at', 'is not', null))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(message.created_at, message.id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`,
      ),
    )
    .orderBy('message.created_at', 'desc')
    .orderBy('message.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Stops counting at `most`. */
export async function countOpenMessages(db: Db, viewer: Viewer, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from contact_messages as message
      left join complaints as complaint on complaint.contact_message_id = message.id
      where message.handled_at is null and ${isVisibleTo(viewer)} limit ${most}
    ) as counted`.execute(db);
  return rows[0]!.count;
}

export type ContactMessageRow = Awaited<ReturnType<typeof listContactMessages>>[number];

/** Locks the row. Returns undefined for a message that is hidden from the viewer. */
export async function lockContactMessage(db: Db, viewer: Viewer, messageId: string) {
  await db.selectFrom('contact_messages').select('id').where('id', '=', messageId).forUpdate().execute();
  return selectMessages(db).where('message.id', '=', messageId).where(isVisibleTo(viewer)).executeTakeFirst();
}

export async function setContactAnswer(db: Db, messageId: string, answer: string): Promise<void> {
  await db
    .updateTable('contact_messages')
    .set({ answer, answered_at: sql<string>`now()` })
    .where('id', '=', messageId)
    .execute();
}

export async function setHandled(db: Db, messageId: string, handledBy: string | null): Promise<void> {
  await db
    .updateTable('contact_messages')
    .set({
      handled_by: handledBy,
      handled_at: handledBy ? sql<string>`now()` : null,
      revision: sql<number>`revision + 1`,
    })
    .where('id', '=', messageId)
    .execute();
}
