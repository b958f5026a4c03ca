/** Rate limits on what a robot would repeat. Counted in the database, so that all processes count together. */
import { sql } from 'kysely';
import type { Db } from '../database/db.ts';
import { keyedHash } from '../settings/keyed-hash.ts';
import { type Problem, problem } from '../text/problem.ts';

export interface Limit {
  name: string;
  count: number;
  windowSeconds: number;
}

/** The table tells no address and no e-mail. */
const keyOf = (limit: Limit, subject: string[]) => `${limit.name}:${keyedHash(...subject)}`;

/** Counts one more. Returns the problem to throw when the limit is passed, else null. */
export async function count(db: Db, limit: Limit, subject: string[]): Promise<Problem | null> {
  const { rows } = await sql<{ count: number; wait_seconds: number }>`
    insert into throttles as t (key, count) values (${keyOf(limit, subject)}, 1)
    on conflict (key) do update set
      count = case when t.window_start < now() - make_interval(secs => ${limit.windowSeconds}) then 1 else t.count + 1 end,
      window_start = case when t.window_start < now() - make_interval(secs => ${limit.windowSeconds}) then now() else t.window_start end
    returning count, ceil(extract(epoch from window_start + make_interval(secs => ${limit.windowSeconds}) - now()))::int as wait_seconds
  `.execute(db);
  const row = rows[0]!;
  return row.count > limit.count ? tooMany(row.wait_seconds) : null;
}

const MAX_WAIT_SECONDS = 60;

/**
 * Begins an attempt that may turn out wrong, counted at once. From the limit on each waits for the one before: a second
 * after the last failure, then two, four, up to a minute. Answers the attempt's number; throws where it has to wait.
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

/** The attempt was wrong. Only the latest sets the wait, so that those under way with it are all over. */
export async function failAttempt(db: Db, limit: Limit, subject: string[], attempt: number): Promise<void> {
  if (attempt < limit.count) return;
  const seconds = Math.min(MAX_WAIT_SECONDS, 2 ** (attempt - limit.count));
  await sql`
    update throttles set blocked_until = now() + make_interval(secs => ${seconds})
    where key = ${keyOf(limit, subject)} and count = ${attempt}
  `.execute(db);
}

/** Takes one back that `count` counted. */
export async function uncount(db: Db, limit: Limit, subject: string[]): Promise<void> {
  await sql`update throttles set count = count - 1 where key = ${keyOf(limit, subject)} and count > 0`.execute(
    db,
  );
}

export async function forget(db: Db, limit: Limit, subject: string[]): Promise<void> {
  await db.deleteFrom('throttles').where('key', '=', keyOf(limit, subject)).execute();
}

function tooMany(waitSeconds: number): Problem {
  const seconds = Math.max(1, waitSeconds);
  return problem('too-many', { retryAfterSeconds: seconds, values: { minutes: Math.ceil(seconds / 60) } });
}
