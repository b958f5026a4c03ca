import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import {
  listPage,
  nextRevision,
  now,
  onlyRow,
  type PageRequest,
  updateRow,
} from '../../lib/database/rows.ts';
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

/** A message that became a complaint has the visibility of the complaint, and is not found by its hidden author. */
const isVisibleTo = (viewer: Viewer) => sql<boolean>`(complaint.id is null or ${complaintIsOpenTo(viewer)})`;

export function listContactMessages(db: Db, viewer: Viewer, { state, q }: ContactFilter, page: PageRequest) {
  const matching = selectMessages(db)
    .where(isVisibleTo(viewer))
    .$if(q !== undefined, (query) =>
      query
        .where(sql<boolean>`message.search @@ to_tsquery('simple', ${prefixQuery(q ?? '')})`)
        .where(
          sql<boolean>`(complaint.id is null or complaint.words @@ to_tsquery('simple', ${prefixQuery(q ?? '')}))`,
        ),
    )
    .$if(state === 'open', (query) => query.where('message.handled_at', 'is', null))
    .$if(state === 'handled', (query) => query.where('message.handled_at', 'is not', null));
  return listPage(matching, ['message.created_at', 'message.id'], 'desc', page);
}

/** Stops counting at `most`. */
export async function countOpenMessages(db: Db, viewer: Viewer, most: number): Promise<number> {
  const { count } = await onlyRow<{ count: number }>(db)`
    select count(*) as count from (
      select from contact_messages as message
      left join complaints as complaint on complaint.contact_message_id = message.id
      where message.handled_at is null and ${isVisibleTo(viewer)} limit ${most}
    ) as counted`;
  return count;
}

export type ContactMessageRow = Awaited<ReturnType<typeof listContactMessages>>[number];

/** Locks the row. Returns undefined for a message that is hidden from the viewer. */
export async function lockContactMessage(db: Db, viewer: Viewer, messageId: string) {
  await db.selectFrom('contact_messages').select('id').where('id', '=', messageId).forUpdate().execute();
  return selectMessages(db).where('message.id', '=', messageId).where(isVisibleTo(viewer)).executeTakeFirst();
}

export const setContactAnswer = (db: Db, messageId: string, answer: string) =>
  updateRow(db, 'contact_messages', messageId, { answer, answered_at: now });

export const setHandled = (db: Db, messageId: string, handledBy: string | null) =>
  updateRow(db, 'contact_messages', messageId, {
    handled_by: handledBy,
    handled_at: handledBy ? now : null,
    revision: nextRevision,
  });
