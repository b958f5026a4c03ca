/**
 * Revokes offline sign-outs on the server later. Until then the device stores only the hash of the token, which can do
 * nothing but revoke. WebCrypto requires HTTPS or localhost; elsewhere the session ends by expiry.
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

/** Stores the hash until the server has confirmed the sign-out (`confirmed`). */
export async function storeRevocation(token: string, confirmed: Promise<unknown>): Promise<void> {
  confirmed.catch(() => {});
  const hash = await hashOf(token);
  if (!hash) return;
  store([...new Set([...stored(), hash])]);
  await confirmed;
  store(stored().filter((one) => one !== hash));
}

/** Called at startup and when the browser is online again. */
export async function sendRevocations(): Promise<void> {
  for (const tokenHash of stored()) {
    await call('POST /auth/revoke', { body: { tokenHash }, anonymous: true, onlyOurs: true });
    store(stored().filter((one) => one !== tokenHash));
  }
}
