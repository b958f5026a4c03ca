/** Rate limits on what a robot would repeat. Counted in the database, so that all processes count together. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './db.ts';
import { type Problem, problem } from './problem.ts';

export interface Limit {
  name: string;
  count: number;
  windowSeconds: number;
}

/** What is counted is hashed: the table holds no address and no e-mail. */
function keyOf(limit: Limit, subject: string[]): string {
  return `${limit.name}:${createHash('sha256').update(subject.join('\n')).digest('base64url')}`;
}

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

/** Whether the limit is already used up, without counting. */
export async function exhausted(db: Db, limit: Limit, subject: string[]): Promise<Problem | null> {
  const { rows } = await sql<{ wait_seconds: number }>`
    select ceil(extract(epoch from window_start + make_interval(secs => ${limit.windowSeconds}) - now()))::int as wait_seconds
    from throttles
    where key = ${keyOf(limit, subject)} and count >= ${limit.count}
      and window_start >= now() - make_interval(secs => ${limit.windowSeconds})
  `.execute(db);
  return rows[0] ? tooMany(rows[0].wait_seconds) : null;
}

export async function forget(db: Db, limit: Limit, subject: string[]): Promise<void> {
  await db.deleteFrom('throttles').where('key', '=', keyOf(limit, subject)).execute();
}

function tooMany(waitSeconds: number): Problem {
  const seconds = Math.max(1, waitSeconds);
  return problem('too-many', { retryAfterSeconds: seconds, values: { minutes: Math.ceil(seconds / 60) } });
}
