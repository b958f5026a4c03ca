/** Whose answers are persisted on this device, and how they are thrown away. Every page loads this; the rest is in src/offline. */
import { storage } from './storage.ts';

const OWNER = 'kept';

export const persistedDatabase = (userId: string) => `ardhi-kept-${userId}`;

export function isPersistedFor(userId: string | undefined): boolean {
  return userId !== undefined && storage.get(OWNER) === userId;
}

export function rememberPersistedFor(userId: string): void {
  if (isPersistedFor(userId)) return;
  forgetPersisted();
  storage.set(OWNER, userId);
}

/** The copy of the session for the service worker: see session-copy.ts. */
export const SESSION_DATABASE = 'ardhi-session';
const COPIED = 'session-copied';

export const noteSessionCopy = () => storage.set(COPIED, 'yes');

/** Whenever a session ends or another one begins. */
export function forgetSessionCopy(): void {
  if (!storage.get(COPIED)) return;
  storage.remove(COPIED);
  indexedDB.deleteDatabase(SESSION_DATABASE);
}

/** At sign-out, when our server says that a session has ended, and when somebody else signs in. Unsent work is not here. */
export function forgetPersisted(): void {
  const owner = storage.get(OWNER);
  if (!owner) return;
  storage.remove(OWNER);
  // Browsers that forbid storing have nothing to throw away.
  if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(persistedDatabase(owner));
}
