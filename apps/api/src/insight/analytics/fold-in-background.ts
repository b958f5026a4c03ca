/** Folds the rollups after a read, between the runs of the job that folds them every minute. */
import type { Db } from '../../lib/database/db.ts';
import { rowsOf } from '../../lib/database/rows.ts';
import type { Services } from '../../lib/http/services.ts';
import { fold } from './jobs.ts';

const PAUSE_MS = 5000;
/** Up to this many pages, unfolded deltas do not slow down reads noticeably. */
const FEW_PAGES = 40;

const lastFoldAt = new WeakMap<Db, number>();

/** Does not delay the response, and does nothing if another process is folding. */
export function foldInBackground({ db, log }: Services): void {
  const now = Date.now();
  if (now - (lastFoldAt.get(db) ?? 0) < PAUSE_MS) return;
  lastFoldAt.set(db, now);
  foldIfMany(db).catch((error: unknown) => log.warn({ err: error }, 'could not fold the rollups'));
}

async function foldIfMany(db: Db): Promise<void> {
  const rows = await rowsOf<{ pages: number }>(db)`
    select sum(pg_relation_size(name::regclass)) / current_setting('block_size')::int as pages
    from (select distinct deltas as name from rollups) as tables`;
  if ((rows[0]?.pages ?? 0) > FEW_PAGES) await fold(db);
}
