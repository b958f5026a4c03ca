/** Whoever looks at the metrics often finds them folded: between the minutes of the job, after a look. */
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import type { Services } from '../../lib/http/services.ts';
import { fold } from './jobs.ts';

const PAUSE_MS = 5000;
/** Pages of unfolded deltas that reading does not notice. */
const FEW_PAGES = 40;

const last = new WeakMap<Db, number>();

/** Does not keep the answer waiting, and does nothing when another process is at it. */
export function foldSoon({ db, log }: Services): void {
  const now = Date.now();
  if (now - (last.get(db) ?? 0) < PAUSE_MS) return;
  last.set(db, now);
  foldIfMany(db).catch((error: unknown) => log.warn({ err: error }, 'could not fold the rollups'));
}

async function foldIfMany(db: Db): Promise<void> {
  const { rows } = await sql<{ pages: number }>`
    select sum(pg_relation_size(name::regclass)) / current_setting('block_size')::int as pages
    from (select distinct deltas as name from rollups) as tables
  `.execute(db);
  if ((rows[0]?.pages ?? 0) > FEW_PAGES) await fold(db);
}
