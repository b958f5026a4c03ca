/** Idempotency keys: key and response are stored in the write's own transaction. */
import { createHash } from 'node:crypto';
import type { Db } from '../database/db.ts';
import { prepared } from '../database/prepared.ts';
import { keyedHash } from '../settings/keyed-hash.ts';
import { problem } from '../text/problem.ts';

export interface StoredResponse {
  status: number;
  answer: string;
}

export interface WriteIdentity {
  /** The user's id, or `anonymous`. */
  owner: string;
  key: string;
  requestHash: Buffer;
}

export function requestHash(method: string, url: string, body: unknown, postId?: string | null): Buffer {
  return createHash('sha256')
    .update(`${method} ${url}\n${JSON.stringify(hashPasswords(body) ?? null)}${postId ? `\n${postId}` : ''}`)
    .digest();
}

/** The request hash is stored for months; without a key, a password could be guessed from it offline. */
function hashPasswords(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      /password/i.test(name) ? keyedHash('password', String(value)) : value,
    ]),
  );
}

const claimKey = prepared<{ key: string }>(
  'claim-key',
  `insert into idempotency_keys (owner, key, request_hash) values ($1, $2, $3)
   on conflict do nothing returning key`,
);
const rememberAnswer = prepared(
  'remember-answer',
  'update idempotency_keys set status = $3, answer = $4 where owner = $1 and key = $2',
);

/**
 * Claims the key. A concurrent duplicate holds the row lock, so the second request waits here until the first has
 * committed (and gets its response) or rolled back (and does the work itself).
 */
export async function claim(db: Db, write: WriteIdentity): Promise<StoredResponse | null> {
  const [claimed] = await claimKey(db, [write.owner, write.key, write.requestHash]);
  if (claimed) return null;
  const known = await findStoredResponse(db, write);
  if (!known) throw new Error('The idempotency key was deleted while it was claimed');
  return known;
}

/** Stored response of an earlier write with this key. */
export async function findStoredResponse(db: Db, write: WriteIdentity): Promise<StoredResponse | null> {
  // An update rather than a read: the first response may have been lost because no standby had confirmed its commit.
  // This one is sent only after its own, later commit is confirmed.
  const known = await db
    .updateTable('idempotency_keys')
    .set(({ ref }) => ({ status: ref('status') }))
    .where('owner', '=', write.owner)
    .where('key', '=', write.key)
    .returning(['request_hash', 'status', 'answer'])
    .executeTakeFirst();
  if (!known) return null;
  if (!known.request_hash.equals(write.requestHash)) throw problem('key-reused');
  return { status: known.status ?? 200, answer: known.answer ?? '' };
}

export async function storeResponse(db: Db, write: WriteIdentity, result: StoredResponse): Promise<void> {
  await rememberAnswer(db, [write.owner, write.key, result.status, result.answer]);
}
