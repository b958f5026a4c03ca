import { sql } from 'kysely';
import type { Db } from '../lib/db.ts';
import { newId } from '../lib/id.ts';

export function insertContactMessage(db: Db, message: { name: string; email: string; message: string }) {
  return db
    .insertInto('contact_messages')
    .values({ id: newId(), ...message })
    .returning('id')
    .executeTakeFirstOrThrow();
}

export function listContactMessages(
  db: Db,
  { state, limit, after }: { state: 'open' | 'handled' | 'all'; limit: number; after: string[] | null },
) {
  return db
    .selectFrom('contact_messages as message')
    .leftJoin('users', 'users.id', 'message.handled_by')
    .select([
      'message.id',
      'message.name',
      'message.email',
      'message.message',
      'message.created_at',
      'message.handled_at',
      'message.revision',
      'users.name as handled_by',
    ])
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

export type ContactMessageRow = Awaited<ReturnType<typeof listContactMessages>>[number];

export function lockContactMessage(db: Db, messageId: string) {
  return db
    .selectFrom('contact_messages')
    .select([
      'id',
      'name',
      'email',
      'message',
      'created_at',
      'handled_at',
      'revision',
      sql<string | null>`null`.as('handled_by'),
    ])
    .where('id', '=', messageId)
    .forUpdate()
    .executeTakeFirst();
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
