/**
 * When a farmer sees the overlaps of a saved boundary. Whether it overlaps another one tells where that land is: by moving an
 * edge, a dozen saves find a corner. So a farmer sees the result of a few saves a day at once, and others later. Saves are
 * never refused, and all of them count: a count of those near others would itself tell where others are.
 */
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { firstRow, onlyRow } from '../../lib/database/rows.ts';
import { keyedHash } from '../../lib/settings/keyed-hash.ts';

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Returns when the farmer sees the result of this save; null: at once. A leaky bucket: each result takes its share of a
 * day, and a day's worth may come together. `perDay` 0: no limit.
 */
export async function scheduleResult(
  db: Db,
  { id, owner_id: ownerId }: { id: string; owner_id: string },
  perDay: number,
): Promise<string | null> {
  if (perDay === 0) return null;
  // A result that is replaced before it is shown leaves its time to the new one, so that the wait does not grow with saves.
  const replaced = await firstRow<{ at: string }>(db)`
    select overlaps_from as at from boundaries where parcel_id = ${id} and overlaps_from > now()`;
  if (replaced) return replaced.at;
  const share = sql`make_interval(secs => ${DAY_SECONDS / perDay})`;
  const day = sql`make_interval(secs => ${DAY_SECONDS})`;
  // Columns store milliseconds: a time that is rounded up would be after the one that it is compared with.
  const now = sql`date_trunc('milliseconds', now())`;
  const { at } = await onlyRow<{ at: string | null }>(db)`
    insert into throttles as t (key, count, window_start, blocked_until)
    values (${`overlap-results:${keyedHash(ownerId)}`}, 1, ${now} + ${share}, ${now} + ${share})
    on conflict (key) do update set
      count = t.count + 1,
      window_start = greatest(${now}, t.blocked_until) + ${share},
      blocked_until = greatest(${now}, t.blocked_until) + ${share}
    returning case when blocked_until > ${now} + ${day} then blocked_until - ${day} end as at`;
  return at;
}
