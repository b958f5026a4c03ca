/** Which tab sends: the Web Locks API, and what stands in for it. */

/** Whoever has the lock of an entry sends it, in whichever tab; a tab that dies frees it. */
export async function ownInOneTab(key: string, work: () => Promise<void>): Promise<boolean> {
  if (!navigator.locks) return await ownHere(key, work);
  return await navigator.locks.request(`ardhi-send-${key}`, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
    return lock !== null;
  });
}

/** The same within this tab, where the browser has no locks (they exist only on HTTPS and localhost). */
export function ownInThisTab() {
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

const ownHere = ownInThisTab();

/** Where the browser has no locks two tabs may send the same, which the server does once. */
export async function oneTabAtATime(account: string, work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return await work();
  await navigator.locks.request(`ardhi-outbox-${account}`, work);
}
