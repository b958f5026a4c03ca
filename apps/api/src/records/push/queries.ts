import { MAX_PUSH_SUBSCRIPTIONS } from '@ardhi/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { firstRow, rowsOf } from '../../lib/database/rows.ts';
import type { BrowserKeys } from './encryption.ts';

interface NewSubscription extends BrowserKeys {
  sessionId: string;
  userId: string;
  endpoint: string;
  serverKey: string;
}

/** One per session; the oldest of the user end above the maximum. */
export async function saveSubscription(db: Db, subscription: NewSubscription): Promise<void> {
  const { sessionId, userId, endpoint, p256dh, auth, serverKey } = subscription;
  // Locked, so that two calls at once do not exceed the maximum.
  await sql`select from users where id = ${userId} for no key update`.execute(db);
  // A browser belongs to the user who signed in last.
  await sql`delete from push_subscriptions where session_id = ${sessionId} or endpoint = ${endpoint}`.execute(
    db,
  );
  await db
    .insertInto('push_subscriptions')
    .values({
      id: newId(),
      session_id: sessionId,
      user_id: userId,
      endpoint,
      p256dh,
      auth,
      server_key: serverKey,
    })
    .execute();
  await sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where user_id = ${userId}
      order by created_at desc, id desc offset ${MAX_PUSH_SUBSCRIPTIONS})`.execute(db);
}

export async function deleteSubscription(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).execute();
}

export async function deleteSubscriptionsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('user_id', '=', userId).execute();
}

/** Not if the browser subscribed with an earlier key of the server: the push service would refuse our messages. */
export async function hasSubscription(db: Db, sessionId: string, serverKey: string): Promise<boolean> {
  const row = await firstRow(db)`
    select id from push_subscriptions where session_id = ${sessionId} and server_key = ${serverKey}`;
  return row !== undefined;
}

export const listSubscriptionIds = (db: Db, userId: string) =>
  rowsOf<{ id: string }>(db)`select id from push_subscriptions where user_id = ${userId}`;

interface Subscription extends BrowserKeys {
  session_id: string;
  endpoint: string;
  server_key: string;
}

export const findSubscription = (db: Db, id: string) =>
  firstRow<Subscription>(db)`
    select session_id, endpoint, p256dh, auth, server_key
    from push_subscriptions join users on users.id = user_id
    where push_subscriptions.id = ${id} and deleted_at is null and suspended_at is null`;

/** For the data download: without the address and the keys, with which anyone could send messages. */
export const accountSubscriptions = (db: Db, userId: string) =>
  rowsOf<{ service: string; created_at: string }>(db)`
    select split_part(endpoint, '/', 3) as service, created_at from push_subscriptions
    where user_id = ${userId} order by created_at, id`;
