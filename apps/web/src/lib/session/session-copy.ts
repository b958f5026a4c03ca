/**
 * Copy of the session in IndexedDB, because a service worker cannot read localStorage. Written when changes are queued,
 * deleted when the session ends (`forgetSessionCopy`).
 */
import { openDB } from 'idb';
import { logicalClock } from '../device/logical-clock.ts';
import { deleteSessionCopy, noteSessionCopy, SESSION_DATABASE } from '../device/persisted.ts';
import { storage } from '../device/storage.ts';

export interface SessionCopy {
  account: string;
  token: string;
  /** The logical clock of the pages. */
  tick: number;
}

const STORE = 'session';
const KEY = 'current';

const open = () =>
  openDB(SESSION_DATABASE, 1, {
    upgrade: (fresh) => void fresh.createObjectStore(STORE),
    // Another tab has signed out and deletes the database.
    blocking: (_current, _next, event) => (event.target as IDBDatabase).close(),
  });

/** Returns false if the session has ended meanwhile; the copy is then deleted again. */
export async function saveSessionCopy(account: string, token: string): Promise<boolean> {
  noteSessionCopy();
  const database = await open();
  const copy: SessionCopy = { account, token, tick: logicalClock.now() };
  await database.put(STORE, copy, KEY);
  database.close();
  if (storage.get('token') === token) return true;
  noteSessionCopy();
  deleteSessionCopy();
  return false;
}

export async function readSessionCopy(): Promise<SessionCopy | undefined> {
  const database = await open();
  const copy: SessionCopy | undefined = await database.get(STORE, KEY);
  database.close();
  return copy;
}
