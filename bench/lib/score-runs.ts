/** How many parcels a second the nightly run of scores goes through, with one process and with two. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Database } from '../../apps/api/src/lib/database/database.ts';
import { parcelId } from './country-fill.ts';

const RANGES = 64;
const PARCELS_PER_RANGE = 250;

/** A night's run over ranges that lie evenly in the country, each of so many parcels. */
async function openRun({ pool }: Database, target: string, parcels: number): Promise<number> {
  const first = `(range * ${Math.floor(parcels / RANGES)})`;
  const { rows } = await pool.query<{ id: number }>(
    `with run as (insert into score_runs (kind, target, parcels_total) values ('nightly', $1, $2) returning id)
     insert into score_run_ranges (run_id, after_id, up_to_id)
     select run.id, ${parcelId(first)}, ${parcelId(`(${first} + ${PARCELS_PER_RANGE})`)}
     from run, generate_series(0, ${RANGES - 1}) as range returning run_id as id`,
    [target, RANGES * PARCELS_PER_RANGE],
  );
  return rows[0]!.id;
}

/** Parcels a second of all processes together, and how many scores changed. */
async function goThrough(database: Database, connectionString: string, target: string, options: RunOptions) {
  const runId = await openRun(database, target, options.parcels);
  const children = Array.from({ length: options.processes }, () =>
    spawn(
      process.execPath,
      ['--import', 'tsx', 'bench/lib/score-process.ts', connectionString, String(runId)],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    ),
  );
  await Promise.all(children.map(({ stdout }) => once(stdout, 'data')));
  const begin = performance.now();
  for (const { stdin } of children) stdin.write('go\n');
  const codes = await Promise.all(children.map((child) => once(child, 'exit')));
  const seconds = (performance.now() - begin) / 1000;
  if (codes.some(([code]) => code !== 0)) throw new Error('a process of the run of scores failed');
  const { rows } = await database.pool.query<{ done: number; changed: number }>(
    'select sum(parcels_done) as done, sum(parcels_changed) as changed from score_run_ranges where run_id = $1',
    [runId],
  );
  await database.pool.query('delete from score_runs where id = $1', [runId]);
  return { perSecond: rows[0]!.done / seconds, changed: rows[0]!.changed };
}

interface RunOptions {
  parcels: number;
  processes: number;
}

/** The fill's scores are made up, so that the first time through all of them change. */
export async function measureScoreRuns(database: Database, connectionString: string, parcels: number) {
  const through = (target: string, processes: number) =>
    goThrough(database, connectionString, target, { parcels, processes });
  return {
    allChange: await through('bench: all change', 1),
    one: await through('bench: one process', 1),
    two: await through('bench: two processes', 2),
  };
}
