/**
 * Whether a boundary overlaps another one tells where that land is: by moving an edge, a dozen saves find a corner. So a
 * farmer learns the result of a few saves a day at once, and that of each further one later. Saves are never refused, and
 * all of them count: a count of those near others would itself tell where others are.
 */
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { onlyRow } from '../../lib/database/rows.ts';
import { keyedHash } from '../../lib/settings/keyed-hash.ts';

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Returns when the farmer learns the result of this save; null: at once. A leaky bucket: each result takes its share of a
 * day, and a day's worth may come together. `perDay` 0: no limit.
 */
export async function scheduleAnswer(db: Db, ownerId: string, perDay: number): Promise<string | null> {
  if (perDay === 0) return null;
  const share = sql`make_interval(secs => ${DAY_SECONDS / perDay})`;
  const day = sql`make_interval(secs => ${DAY_SECONDS})`;
  // Columns store milliseconds: a time that is rounded up would be after the one that it is compared with.
  const now = sql`date_trunc('milliseconds', now())`;
  const { at } = await onlyRow<{ at: string | null }>(db)`
    insert into throttles as t (key, count, window_start, blocked_until)
    values (${`overlap-answers:${keyedHash(ownerId)}`}, 1, ${now} + ${share}, ${now} + ${share})
    on conflict (key) do update set
      count = t.count + 1,
      window_start = greatest(${now}, t.blocked_until) + ${share},
      blocked_until = greatest(${now}, t.blocked_until) + ${share}
    returning case when blocked_until > ${now} + ${day} then blocked_until - ${day} end as at`;
  return at;
}
