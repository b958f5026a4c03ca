/**
 * Guessing passwords. An attempt is counted before the password is looked at, so that many at once are no way around the
 * limit. A stranger's failures never make the owner wait: a browser that signed in before has a counter of its own.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../lib/database/db.ts';
import { hashSecret, newSecret } from '../../lib/database/id.ts';
import { beginAttempt, count, failAttempt, forget, type Limit, uncount } from '../../lib/http/throttle.ts';
import type { Env } from '../../lib/settings/env.ts';
import { inTurn } from '../../lib/workers/in-turn.ts';
import { findDevice, insertDevice } from './device-queries.ts';

const OF_PAIR: Limit = { name: 'login', count: 10, windowSeconds: 15 * 60 };
const OF_DEVICE: Limit = { name: 'device', count: 10, windowSeconds: 15 * 60 };
const OF_ADDRESS: Limit = { name: 'address', count: 100, windowSeconds: 15 * 60 };
/** Of one address, at a time: what is under way counts as failed until it is known. */
const AT_ONCE = 10;

const DEVICE_COOKIE = 'ardhi_device';
const DEVICE_DAYS = 180;

/** Runs `check`, which answers null for a wrong guess; throws 429 where there were too many. */
export async function guardGuess<T>(
  db: Db,
  limit: Limit,
  subject: string[],
  check: () => Promise<T | null>,
): Promise<T | null> {
  const attempt = await beginAttempt(db, limit, subject);
  const failed = () => failAttempt(db, limit, subject, attempt);
  const answer = await check().catch(async (error) => {
    await failed();
    throw error;
  });
  if (answer === null) await failed();
  else await forget(db, limit, subject);
  return answer;
}

/** A sign-in: by the browser's own counter where it is known, else by the pair of account and address. */
export async function guardLogin<T>(
  db: Db,
  { request, email, userId }: { request: FastifyRequest; email: string; userId: string | undefined },
  check: () => Promise<T | null>,
): Promise<T | null> {
  const device = deviceOf(request);
  if (device && userId && (await findDevice(db, hashSecret(device), userId)))
    return guardGuess(db, OF_DEVICE, [device, userId], check);
  return guardGuess(db, OF_PAIR, [email.toLowerCase(), request.ip], () =>
    inTurn(`login ${request.ip}`, AT_ONCE, async () => {
      const tooMany = await count(db, OF_ADDRESS, [request.ip]);
      if (tooMany) throw tooMany;
      const answer = await check();
      if (answer !== null) await uncount(db, OF_ADDRESS, [request.ip]);
      return answer;
    }),
  );
}

function deviceOf(request: FastifyRequest): string | undefined {
  return new RegExp(`(?:^|;\\s*)${DEVICE_COOKIE}=([\\w-]{43})(?:;|$)`).exec(
    request.headers.cookie ?? '',
  )?.[1];
}

/** The browser is known from now on. The cookie opens nothing: it only says whose counter a failure belongs to. */
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
