/**
 * Throttling of password guesses. An attempt is counted before the password is checked, so that concurrent attempts
 * cannot bypass the limit. A browser that has signed in before, or used a reset code, has its own counter, so that an
 * attacker's failures never lock out the owner.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../lib/database/db.ts';
import { hashSecret, newSecret } from '../../lib/database/id.ts';
import {
  beginAttempt,
  clearCount,
  failAttempt,
  type Limit,
  limitCallsFrom,
  limitOf,
  revertCallFrom,
} from '../../lib/http/throttle.ts';
import type { Env } from '../../lib/settings/env.ts';
import { wrapByNetwork } from '../../lib/settings/network.ts';
import { findDevice, insertDevice } from './queries.ts';

const PAIR_LIMIT: Limit = { name: 'login', count: 10, windowSeconds: 15 * 60 };
const DEVICE_LIMIT: Limit = { name: 'device', count: 10, windowSeconds: 15 * 60 };
const ADDRESS_LIMIT: Limit = { name: 'address', count: 100, windowSeconds: 15 * 60 };
/** Failures of one account from unknown browsers of any network: slows down guesses from many addresses. */
const ACCOUNT_LIMIT: Limit = { name: 'account', count: 30, windowSeconds: 15 * 60 };
/** Concurrent attempts per network. An attempt in progress counts as failed until its result is known. */
const MAX_CONCURRENT = 10;

const DEVICE_COOKIE = 'ardhi_device';
/** The browser accepts this prefix only over HTTPS and only from the host itself, not from a subdomain. */
const HOST_PREFIX = '__Host-';
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

/** As `throttleGuess`, for each network of the address. */
export function throttleGuessFrom(
  db: Db,
  limit: Limit,
  address: string,
  subject: string[],
  check: () => Promise<boolean>,
): Promise<boolean> {
  return wrapByNetwork(
    address,
    (network, inner) => throttleGuess(db, limitOf(limit, network), [...subject, network.name], inner),
    check,
  );
}

/** Counts sign-ins per known browser, otherwise per pair of account and network, per network, and per account. */
export async function throttleLogin(
  db: Db,
  env: Env,
  { request, email, userId }: { request: FastifyRequest; email: string; userId: string | undefined },
  check: () => Promise<boolean>,
): Promise<boolean> {
  const device = deviceOf(env, request);
  if (device && userId && (await findDevice(db, hashSecret(device), userId)))
    return throttleGuess(db, DEVICE_LIMIT, [device, userId], check);
  const account = email.toLowerCase();
  return throttleGuessFrom(db, PAIR_LIMIT, request.ip, [account], () =>
    runInQueue(request.ip, async () => {
      await limitCallsFrom(db, ADDRESS_LIMIT, request.ip);
      // Last, so that a network above its own limit cannot delay the account any further.
      const isCorrect = await throttleGuess(db, ACCOUNT_LIMIT, [account], check);
      if (isCorrect) await revertCallFrom(db, ADDRESS_LIMIT, request.ip);
      return isCorrect;
    }),
  );
}

interface Queue {
  running: number;
  waiting: (() => void)[];
}

const queues = new Map<string, Queue>();

/** Attempts above `MAX_CONCURRENT` per network wait in order of arrival. */
const runInQueue = <T>(address: string, work: () => Promise<T>) =>
  wrapByNetwork(address, ({ name, factor }, inner) => queueUp(name, MAX_CONCURRENT * factor, inner), work);

async function queueUp<T>(name: string, atOnce: number, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(name) ?? { running: 0, waiting: [] };
  queues.set(name, queue);
  if (queue.running >= atOnce) await new Promise<void>((resolve) => queue.waiting.push(resolve));
  else queue.running += 1;
  try {
    return await work();
  } finally {
    const next = queue.waiting.shift();
    // The slot passes directly to the next attempt, so that no newer one can take it.
    if (next) next();
    else {
      queue.running -= 1;
      if (queue.running === 0) queues.delete(name);
    }
  }
}

const isHttps = ({ publicUrl }: Env): boolean => publicUrl?.startsWith('https:') ?? false;
const cookieName = (env: Env): string => (isHttps(env) ? HOST_PREFIX : '') + DEVICE_COOKIE;

function deviceOf(env: Env, request: FastifyRequest): string | undefined {
  const cookie = new RegExp(`(?:^|;\\s*)${cookieName(env)}=([\\w-]{43})(?:;|$)`);
  return cookie.exec(request.headers.cookie ?? '')?.[1];
}

/**
 * Registers the browser. The cookie grants no access: it selects the counter for failed attempts, and shows that two
 * officials used one browser. It is sent to every sign-up, sign-in and reset, so that a second account gets no new one.
 */
export async function rememberDevice(
  db: Db,
  env: Env,
  { request, reply, userId }: { request: FastifyRequest; reply: FastifyReply; userId: string },
): Promise<void> {
  const device = deviceOf(env, request) ?? newSecret();
  await insertDevice(db, hashSecret(device), userId);
  // The prefix requires the path `/`.
  const [path, secure] = isHttps(env) ? ['/', '; Secure'] : ['/api/auth', ''];
  reply.header(
    'set-cookie',
    `${cookieName(env)}=${device}; Path=${path}; Max-Age=${DEVICE_DAYS * 86_400}; HttpOnly; SameSite=Strict${secure}`,
  );
}
