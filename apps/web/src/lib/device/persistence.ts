/** Persistent storage: without it browsers may delete a site's data on a full device. */

/** Undefined if the browser does not say. */
export async function isPersistent(): Promise<boolean | undefined> {
  return await navigator.storage?.persisted?.().catch(() => undefined);
}

/** Some browsers ask the user, others decide by themselves. */
export async function requestPersistence(): Promise<void> {
  if (await isPersistent()) return;
  await navigator.storage?.persist?.().catch(() => false);
}
