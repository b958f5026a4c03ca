/** What stands for an address or an e-mail where it must not stand itself: the same for the same, and nothing to be read. */
import { createHmac } from 'node:crypto';
import { derivedKey, type SecretSource } from './app-secret.ts';

let key: Buffer | null = null;

/** At start. */
export function hashWithKeyOf(source: SecretSource): void {
  key = derivedKey(source, 'ardhi counters');
  remembered.clear();
}

/** Not found by trying them all either: whoever reads it lacks the key. */
export function keyedHash(...parts: string[]): string {
  return createHmac('sha256', key!).update(parts.join('\n')).digest('base64url');
}

/** Every request is logged with it: those of the last addresses are remembered. */
const MAX_REMEMBERED = 1000;
const remembered = new Map<string, string>();

export function addressHash(address: string): string {
  const known = remembered.get(address);
  if (known) return known;
  const hash = keyedHash('address', address);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(address, hash);
  return hash;
}
