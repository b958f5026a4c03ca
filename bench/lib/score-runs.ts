/** Parcels per second of the nightly score run, with one and with two processes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Database } from '../../apps/api/src/lib/database/database.ts';
import { parcelId } from './bulk-fill.ts';

const RANGES = 64;
const PARCELS_PER_RANGE = 250;

/** Creates a nightly run over evenly spaced ranges of PARCELS_PER_RANGE parcels. */
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

/** Returns parcels per second of all processes together, and the number of changed scores. */
async function runScores(database: Database, connectionString: string, target: string, options: RunOptions) {
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

/** The fixture's scores are invented, so the first run changes all of them. */
export async function measureScoreRuns(database: Database, connectionString: string, parcels: number) {
  const run = (target: string, processes: number) =>
    runScores(database, connectionString, target, { parcels, processes });
  return {
    allChange: await run('bench: all change', 1),
    one: await run('bench: one process', 1),
    two: await run('bench: two processes', 2),
  };
}
