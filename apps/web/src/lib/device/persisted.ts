/** Owner and deletion of the data persisted on this device. Every page loads this part; the rest is in src/offline. */
import { storage } from './storage.ts';

const OWNER = 'kept';

/** Without IndexedDB there is nothing to delete. */
function deleteDatabase(name: string): void {
  globalThis.indexedDB?.deleteDatabase(name);
}

export const persistedDatabase = (userId: string) => `ardhi-kept-${userId}`;

export function isPersistedFor(userId: string | undefined): boolean {
  return userId !== undefined && storage.get(OWNER) === userId;
}

export function setPersistedOwner(userId: string): void {
  if (isPersistedFor(userId)) return;
  deletePersisted();
  storage.set(OWNER, userId);
}

/** Session copy for the service worker: see session-copy.ts. */
export const SESSION_DATABASE = 'ardhi-session';
const COPIED = 'session-copied';

export const noteSessionCopy = () => storage.set(COPIED, 'yes');

/** Called when a session ends or another one begins. */
export function deleteSessionCopy(): void {
  if (!storage.get(COPIED)) return;
  storage.remove(COPIED);
  deleteDatabase(SESSION_DATABASE);
}

/** Unfinished GPS walks. */
export const WALK_DATABASE = 'ardhi-walks';

export const deleteWalks = () => deleteDatabase(WALK_DATABASE);

/** Called at sign-out, on a 401 from our server, and when another user signs in. Does not touch the outbox. */
export function deletePersisted(): void {
  const owner = storage.get(OWNER);
  if (!owner) return;
  storage.remove(OWNER);
  deleteDatabase(persistedDatabase(owner));
}
