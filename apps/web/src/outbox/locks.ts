/** Locks that decide which tab sends: Web Locks, with a fallback. */

/** The tab that holds an entry's lock sends it; a tab that dies releases the lock. */
export async function withEntryLock(key: string, work: () => Promise<void>): Promise<boolean> {
  if (!navigator.locks) return await ownHere(key, work);
  return await navigator.locks.request(`ardhi-send-${key}`, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
    return lock !== null;
  });
}

/** Fallback within this tab, where Web Locks are missing (they require HTTPS or localhost). */
export function createTabLocks() {
  const owned = new Set<string>();
  return async (key: string, work: () => Promise<void>): Promise<boolean> => {
    if (owned.has(key)) return false;
    owned.add(key);
    try {
      await work();
      return true;
    } finally {
      owned.delete(key);
    }
  };
}

const ownHere = createTabLocks();

/** Without Web Locks two tabs may send the same entry; the idempotency key prevents a second effect. */
export async function withOutboxLock(account: string, work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return await work();
  await navigator.locks.request(`ardhi-outbox-${account}`, work);
}
