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
  failAttempt,
  type Limit,
  limitCalls,
  revertCount,
} from '../../lib/http/throttle.ts';
import type { Env } from '../../lib/settings/env.ts';
import { findDevice, insertDevice } from './queries.ts';

const PAIR_LIMIT: Limit = { name: 'login', count: 10, windowSeconds: 15 * 60 };
const DEVICE_LIMIT: Limit = { name: 'device', count: 10, windowSeconds: 15 * 60 };
const ADDRESS_LIMIT: Limit = { name: 'address', count: 100, windowSeconds: 15 * 60 };
/** Concurrent attempts per IP address. An attempt in progress counts as failed until its result is known. */
const MAX_CONCURRENT = 10;

const DEVICE_COOKIE = 'ardhi_device';
const DEVICE_DAYS = 180;

/** Runs `check`, which returns whether the guess is correct; throws 429 after too many. */
export async function throttleGuess(
  db: Db,
  limit: Limit,
  subject: string[],
  check: () => Promise<boolean>,
): Promise<boolean> {
  const attempt = await beginAttempt(db, limit, subject);
  let isCorrect = false;
  try {
    isCorrect = await check();
    return isCorrect;
  } finally {
    if (isCorrect) await clearCount(db, limit, subject);
    else await failAttempt(db, limit, subject, attempt);
  }
}

/** Counts sign-ins per known browser, otherwise per pair of account and IP address. */
export async function throttleLogin(
  db: Db,
  { request, email, userId }: { request: FastifyRequest; email: string; userId: string | undefined },
  check: () => Promise<boolean>,
): Promise<boolean> {
  const device = deviceOf(request);
  if (device && userId && (await findDevice(db, hashSecret(device), userId)))
    return throttleGuess(db, DEVICE_LIMIT, [device, userId], check);
  return throttleGuess(db, PAIR_LIMIT, [email.toLowerCase(), request.ip], () =>
    runInQueue(request.ip, async () => {
      await limitCalls(db, ADDRESS_LIMIT, [request.ip]);
      const isCorrect = await check();
      if (isCorrect) await revertCount(db, ADDRESS_LIMIT, [request.ip]);
      return isCorrect;
    }),
  );
}

interface Queue {
  running: number;
  waiting: (() => void)[];
}

const queues = new Map<string, Queue>();

/** Attempts above `MAX_CONCURRENT` per IP address wait in order of arrival. */
async function runInQueue<T>(address: string, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(address) ?? { running: 0, waiting: [] };
  queues.set(address, queue);
  if (queue.running >= MAX_CONCURRENT) await new Promise<void>((resolve) => queue.waiting.push(resolve));
  else queue.running += 1;
  try {
    return await work();
  } finally {
    const next = queue.waiting.shift();
    // The slot passes directly to the next attempt, so that no newer one can take it.
    if (next) next();
    else {
      queue.running -= 1;
      if (queue.running === 0) queues.delete(address);
    }
  }
}

function deviceOf(request: FastifyRequest): string | undefined {
  return new RegExp(`(?:^|;\\s*)${DEVICE_COOKIE}=([\\w-]{43})(?:;|$)`).exec(
    request.headers.cookie ?? '',
  )?.[1];
}

/**
 * Registers the browser. The cookie grants no access: it selects the counter for failed attempts, and shows that two
 * officials used one browser. It is sent to every sign-up and sign-in, so that a second account gets no new one.
 */
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
    `${DEVICE_COOKIE}=${device}; Path=/api/auth; Max-Age=${DEVICE_DAYS * 86_400}; HttpOnly; SameSite=Strict${secure}`,
  );
}
