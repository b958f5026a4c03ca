/** Background Sync: the browser wakes the service worker when it is online, even if the app is closed. */

import { storage } from '../lib/device/storage.ts';
import { SYNC_TAG } from '../lib/http/sync-tag.ts';
import { saveSessionCopy } from '../lib/session/session-copy.ts';

interface WithSync {
  sync?: { register(tag: string): Promise<void> };
}

export async function registerBackgroundSync(account: string): Promise<void> {
  const registration = (await navigator.serviceWorker.getRegistration()) as WithSync | undefined;
  const token = storage.get('token');
  if (!registration?.sync || !token) return;
  if (await saveSessionCopy(account, token)) await registration.sync.register(SYNC_TAG);
}
