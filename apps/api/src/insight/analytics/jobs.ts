/** Folds the rollups, and stores daily snapshots of the metrics. */
import type { Period, RegionFilter } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { onlyRow, rowsOf } from '../../lib/database/rows.ts';
import { type Area, NATIONAL_SCOPE } from '../../lib/http/scope.ts';
import type { Job } from '../../lib/jobs/jobs.ts';
import { computeEffects, hasSnapshot, reconstructTrends, saveSnapshot, saveTrends } from './history.ts';
import { readMetrics } from './metrics.ts';
import { metricsOf } from './present.ts';

declare module '../../lib/jobs/jobs.ts' {
  interface JobPayloads {
    'fold-rollups': Record<string, never>;
    'remember-figures': Record<string, never>;
    'remember-figures-today': Record<string, never>;
  }
}

const BATCH = 20_000;

export async function fold(db: Db): Promise<number> {
  const rows = await rowsOf<{ folded: number }>(db)`select fold_rollups(${BATCH}::int) as folded`;
  return rows[0]?.folded ?? 0;
}

export const foldRollups: Job<Record<string, never>> = async (_payload, { db }) => {
  let folded = 0;
  for (let more = await fold(db); more > 0; more = await fold(db)) folded += more;
  // Vacuum at once, so that the next reader does not scan the dead rows.
  if (folded > 1000)
    for (const table of await listDeltaTables(db))
      await sql`vacuum (truncate false) ${sql.table(table)}`.execute(db);
};

async function listDeltaTables(db: Db): Promise<string[]> {
  const rows = await rowsOf<{ deltas: string }>(db)`select distinct deltas from rollups`;
  return rows.map(({ deltas }) => deltas);
}

/** Number of unfolded deltas of all rollups. */
export async function countUnfolded(db: Db): Promise<number> {
  const counts = (await listDeltaTables(db)).map((table) => sql`(select count(*) from ${sql.table(table)})`);
  const { count } = await onlyRow<{ count: number }>(db)`select ${sql.join(counts, sql` + `)} as count`;
  return count;
}

const periods: Period[] = ['weekly', 'monthly', 'yearly'];
const regions: RegionFilter[] = ['all', 'north', 'south', 'east', 'west'];

/** The country, its regions, and each county with land. */
async function listPlaces(db: Db): Promise<{ scope: Area; region: RegionFilter }[]> {
  const rows = await rowsOf<{ county: string }>(db)`
    select county from live_parcels where county <> '' and parcels > 0 group by county`;
  return [
    ...regions.map((region) => ({ scope: NATIONAL_SCOPE, region })),
    ...rows.map(({ county }) => ({
      scope: { ...NATIONAL_SCOPE, kind: 'county' as const, county },
      region: 'all' as const,
    })),
  ];
}

/** Runs at the end of each day. */
export const saveDailyMetrics: Job<Record<string, never>> = async (_payload, { db }) => {
  const day = today();
  while ((await refreshCover(db)) > 0);
  for (const period of periods)
    for (const { scope, region } of await listPlaces(db)) {
      const view = { period, region, today: day };
      await saveSnapshot(db, scope, view, metricsOf(await readMetrics(db, scope, view)));
    }
  await saveTrends(db, day);
  await reconstructTrends(db, day);
  await computeEffects(db, day);
};

/** Runs at every start, so that a new installation does not wait for its first night. */
export const saveMetricsToday: Job<Record<string, never>> = async (payload, services) => {
  if (!(await hasSnapshot(services.db, today()))) await saveDailyMetrics(payload, services);
};

async function refreshCover(db: Db): Promise<number> {
  const rows = await rowsOf<{ settled: number }>(db)`select settle_cover() as settled`;
  return rows[0]?.settled ?? 0;
}
