/** Rate limits, counted in the database so that all processes share the counters. */
import { sql } from 'kysely';
import type { Db } from '../database/db.ts';
import { keyedHash } from '../settings/keyed-hash.ts';
import { type Network, networksOf } from '../settings/network.ts';
import { type Problem, problem } from '../text/problem.ts';

export interface Limit {
  name: string;
  count: number;
  windowSeconds: number;
  /** Setting that defines `count`. */
  setting?: string;
}

/** Hashed, so that the table contains no address and no email. */
const keyOf = (limit: Limit, subject: string[]) => `${limit.name}:${keyedHash(...subject)}`;

/** Increments the counter. Returns the problem above the limit, else null. */
export async function countCall(db: Db, limit: Limit, subject: string[]): Promise<Problem | null> {
  const { rows } = await sql<{ count: number; wait_seconds: number }>`
    insert into throttles as t (key, count) values (${keyOf(limit, subject)}, 1)
    on conflict (key) do update set
      count = case when t.window_start < now() - make_interval(secs => ${limit.windowSeconds}) then 1 else t.count + 1 end,
      window_start = case when t.window_start < now() - make_interval(secs => ${limit.windowSeconds}) then now() else t.window_start end
    returning count, ceil(extract(epoch from window_start + make_interval(secs => ${limit.windowSeconds}) - now()))::int as wait_seconds
  `.execute(db);
  const row = rows[0]!;
  return row.count > limit.count ? tooMany(row.wait_seconds, limit.setting) : null;
}

/** Counts the call and throws above the limit. */
export async function limitCalls(db: Db, limit: Limit, subject: string[]): Promise<void> {
  const tooManyCalls = await countCall(db, limit, subject);
  if (tooManyCalls) throw tooManyCalls;
}

/** The limit of a network of the caller. */
export const limitOf = (limit: Limit, { factor }: Network): Limit => ({
  ...limit,
  count: limit.count * factor,
});

/** Counts the call for each network of the address. A call that its /64 may not make does not use up the /48. */
export async function limitCallsFrom(
  db: Db,
  limit: Limit,
  address: string,
  subject: string[] = [],
): Promise<void> {
  for (const network of networksOf(address))
    await limitCalls(db, limitOf(limit, network), [...subject, network.name]);
}

const MAX_WAIT_SECONDS = 60;

/**
 * Counts an attempt before its outcome is known. From the limit on, attempts run one at a time, with a delay of one
 * second after a failure, then two, four, up to a minute. Returns the attempt's number; throws during the delay.
 */
export async function beginAttempt(db: Db, limit: Limit, subject: string[]): Promise<number> {
  const key = keyOf(limit, subject);
  const isOld = sql`t.window_start < now() - make_interval(secs => ${limit.windowSeconds})`;
  const { rows } = await sql<{ count: number }>`
    insert into throttles as t (key, count) values (${key}, 1)
    on conflict (key) do update set
      count = case when ${isOld} then 1 else t.count + 1 end,
      window_start = now(),
      blocked_until = case when not (${isOld}) and t.count + 1 >= ${limit.count}
        then now() + make_interval(secs => ${MAX_WAIT_SECONDS}) end
    where ${isOld} or t.blocked_until is null or t.blocked_until <= now()
    returning count
  `.execute(db);
  if (rows[0]) return rows[0].count;
  const { rows: blocked } = await sql<{ wait_seconds: number }>`
    select ceil(extract(epoch from blocked_until - now()))::int as wait_seconds from throttles where key = ${key}
  `.execute(db);
  throw tooMany(blocked[0]?.wait_seconds ?? 1);
}

/** Records a failure. Only the latest attempt sets the delay: an earlier one must not shorten it. */
export async function failAttempt(db: Db, limit: Limit, subject: string[], attempt: number): Promise<void> {
  if (attempt < limit.count) return;
  const seconds = Math.min(MAX_WAIT_SECONDS, 2 ** (attempt - limit.count));
  await sql`
    update throttles set blocked_until = now() + make_interval(secs => ${seconds})
    where key = ${keyOf(limit, subject)} and count = ${attempt}
  `.execute(db);
}

/** Reverts one call of `limitCallsFrom`. */
export async function revertCallFrom(db: Db, limit: Limit, address: string): Promise<void> {
  const keys = networksOf(address).map(({ name }) => keyOf(limit, [name]));
  await sql`update throttles set count = count - 1 where key = any(${keys}) and count > 0`.execute(db);
}

export async function clearCount(db: Db, limit: Limit, subject: string[]): Promise<void> {
  await db.deleteFrom('throttles').where('key', '=', keyOf(limit, subject)).execute();
}

function tooMany(waitSeconds: number, setting?: string): Problem {
  const seconds = Math.max(1, waitSeconds);
  // Up to a minute in seconds: the delay after a failed login begins with one.
  const values = { seconds, minutes: seconds < 60 ? 0 : Math.ceil(seconds / 60) };
  return problem('too-many', { retryAfterSeconds: seconds, values, setting });
}
