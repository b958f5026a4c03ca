/** HMAC of an IP address or email: deterministic, not reversible without the key. */
import { createHmac } from 'node:crypto';
import { derivedKey, type SecretSource } from './app-secret.ts';
import { networkOf } from './network.ts';

let key: Buffer | null = null;

/** Called at start. */
export function initKeyedHash(source: SecretSource): void {
  key = derivedKey(source, 'ardhi counters');
  cachedHashes.clear();
}

export function keyedHash(...parts: string[]): string {
  return createHmac('sha256', key!).update(parts.join('\n')).digest('base64url');
}

/** Cached, because every request is logged with its address hash. */
const MAX_CACHED = 1000;
const cachedHashes = new Map<string, string>();

/** Hash of the network, so that the addresses of one subscriber are one client. */
export function addressHash(address: string): string {
  const known = cachedHashes.get(address);
  if (known) return known;
  const hash = keyedHash('address', networkOf(address));
  if (cachedHashes.size >= MAX_CACHED) cachedHashes.clear();
  cachedHashes.set(address, hash);
  return hash;
}
