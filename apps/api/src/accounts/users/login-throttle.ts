/**
 * Throttling of password guesses. An attempt is counted before the password is checked, so that concurrent attempts
 * cannot bypass the limit. A browser that has signed in before has its own counter, so that an attacker's failures
 * never lock out the owner.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../lib/database/db.ts';
import { hashSecret, newSecret } from '../../lib/database/id.ts';
import {
  beginAttempt,
  clearCount,
  countCall,
  failAttempt,
  type Limit,
  revertCount,
} from '../../lib/http/throttle.ts';
import type { Env } from '../../lib/settings/env.ts';
import { runInQueue } from '../../lib/workers/named-queue.ts';
import { findDevice, insertDevice } from './device-queries.ts';

const PAIR_LIMIT: Limit = { name: 'login', count: 10, windowSeconds: 15 * 60 };
const DEVICE_LIMIT: Limit = { name: 'device', count: 10, windowSeconds: 15 * 60 };
const ADDRESS_LIMIT: Limit = { name: 'address', count: 100, windowSeconds: 15 * 60 };
/** Concurrent attempts per IP address. An attempt in progress counts as failed until its result is known. */
const MAX_CONCURRENT = 10;

const DEVICE_COOKIE = 'ardhi_device';
const DEVICE_DAYS = 180;

/** Runs `check`, which returns null for a wrong guess; throws 429 after too many. */
export async function throttleGuess<T>(
  db: Db,
  limit: Limit,
  subject: string[],
  check: () => Promise<T | null>,
): Promise<T | null> {
  const attempt = await beginAttempt(db, limit, subject);
  const failed = () => failAttempt(db, limit, subject, attempt);
  const result = await check().catch(async (error) => {
    await failed();
    throw error;
  });
  if (result === null) await failed();
  else await clearCount(db, limit, subject);
  return result;
}

/** Counts sign-ins per known browser, otherwise per pair of account and IP address. */
export async function throttleLogin<T>(
  db: Db,
  { request, email, userId }: { request: FastifyRequest; email: string; userId: string | undefined },
  check: () => Promise<T | null>,
): Promise<T | null> {
  const device = deviceOf(request);
  if (device && userId && (await findDevice(db, hashSecret(device), userId)))
    return throttleGuess(db, DEVICE_LIMIT, [device, userId], check);
  return throttleGuess(db, PAIR_LIMIT, [email.toLowerCase(), request.ip], () =>
    runInQueue(`login ${request.ip}`, MAX_CONCURRENT, async () => {
      const tooMany = await countCall(db, ADDRESS_LIMIT, [request.ip]);
      if (tooMany) throw tooMany;
      const result = await check();
      if (result !== null) await revertCount(db, ADDRESS_LIMIT, [request.ip]);
      return result;
    }),
  );
}

function deviceOf(request: FastifyRequest): string | undefined {
  return new RegExp(`(?:^|;\\s*)${DEVICE_COOKIE}=([\\w-]{43})(?:;|$)`).exec(
    request.headers.cookie ?? '',
  )?.[1];
}

/** Registers the browser. The cookie grants no access; it only selects the counter for failed attempts. */
export async function rememberDevice(
  db: Db,
  env: Env,
  { request, reply, userId }: { request: FastifyRequest; reply: FastifyReply; userId: string },
): Promise<void> {
  const device = deviceOf(request) ?? newSecret();
  await insertDevice(db, hashSecret(device), userId);
  const secure = env.publicUrl?.startsWith('https:') ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${DEVICE_COOKIE}=${device}; Path=/api/auth/login; Max-Age=${DEVICE_DAYS * 86_400}; HttpOnly; SameSite=Strict${secure}`,
  );
}
