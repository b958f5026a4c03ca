/**
 * A session that was ended on this phone without a network is ended on the server later. What is stored until then is the
 * hash of the token, which can only revoke. Browsers make hashes on HTTPS and localhost only: elsewhere the session
 * ends by its age.
 */

import { storage } from '../device/storage.ts';
import { call } from '../http/api.ts';

const KEY = 'signed-out';

const stored = (): string[] => storage.get(KEY)?.split(' ').filter(Boolean) ?? [];

function store(hashes: readonly string[]): void {
  if (hashes.length > 0) storage.set(KEY, hashes.join(' '));
  else storage.remove(KEY);
}

async function hashOf(token: string): Promise<string | undefined> {
  const digest = await globalThis.crypto?.subtle?.digest('SHA-256', new TextEncoder().encode(token));
  return digest && Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Noted until the server has heard of it; nobody waits for that. */
export async function noteSignOut(token: string, told: Promise<unknown>): Promise<void> {
  told.catch(() => {});
  const hash = await hashOf(token);
  if (!hash) return;
  store([...new Set([...stored(), hash])]);
  await told;
  store(stored().filter((one) => one !== hash));
}

/** At the start of the app, and whenever there is a network again. */
export async function revokeNoted(): Promise<void> {
  for (const tokenHash of stored()) {
    await call('POST /auth/revoke', { body: { tokenHash }, anonymous: true, onlyOurs: true });
    store(stored().filter((one) => one !== tokenHash));
  }
}
