/**
 * Impact of officials' reads on writers: the primary, its server and the writers run on one core, the replica, its
 * server and the officials on the other. COUNTRY_PARCELS sets the number of parcels.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStandby } from '@ardhi/embedded-postgres/test/standby';
import { connect } from '../apps/api/src/lib/database/database.ts';
import { startServer } from '../apps/api/test/process/server.ts';
import { openBenchDatabase } from './lib/fixture-database.ts';
import type { LoadOrder } from './lib/load-process.ts';
import { addPeople } from './lib/people.ts';
import { percentile, report } from './lib/report.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const WRITES_PER_SECOND = Number(process.env.WRITES_PER_SECOND ?? 20);
const WRITERS_CORE = '0';
const OFFICIALS_CORE = '1';

const PATHS = [
  '/government/analytics?period=monthly&region=all',
  '/government/lands?region=west&limit=25',
  '/government/farmers?q=wanjiku&limit=25',
  '/government/tiles/7/77/64',
  '/government/analytics?period=yearly&region=north',
];

const missing = (() => {
  if (availableParallelism() < 2) return 'a second core';
  try {
    execFileSync('taskset', ['--version']);
    return null;
  } catch {
    return 'taskset';
  }
})();

/** Pins a process with its threads and existing child processes to a core. */
function pinTo(core: string, pid: number): void {
  execFileSync('taskset', ['-acp', core, String(pid)], { stdio: 'ignore' });
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const parent = / \w (\d+) /.exec(readFileSync(`/proc/${entry}/stat`, 'utf8').replace(/^.*\)/, ''))?.[1];
      if (Number(parent) === pid) execFileSync('taskset', ['-acp', core, entry], { stdio: 'ignore' });
    } catch {
      // The process has already exited.
    }
  }
}

function postmasterOf(dataDir: string): number {
  const cluster = readdirSync(dataDir).find((name) => /^pg\d+$/.test(name))!;
  return Number.parseInt(readFileSync(join(dataDir, cluster, 'postmaster.pid'), 'utf8'), 10);
}

function run(core: string, order: LoadOrder): Promise<number[]> {
  const command = [process.execPath, '--import', 'tsx', 'bench/lib/load-process.ts', JSON.stringify(order)];
  const child = spawn('taskset', ['-c', core, ...command], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) =>
    child.on('close', (code) =>
      code === 0 ? resolve(JSON.parse(output)) : reject(new Error(`a load ended with ${code}`)),
    ),
  );
}

async function main(): Promise<void> {
  if (missing) return console.log(`skipped: this machine has no ${missing}`);
  const parcels = Number(process.env.COUNTRY_PARCELS ?? 50_000);
  const undo: (() => unknown)[] = [];
  try {
    const country = await openBenchDatabase({ parcels, detail: 'parcels' });
    undo.push(country.drop);
    const standbyDir = mkdtempSync(join(tmpdir(), 'ardhi-replica-'));
    undo.push(() => rmSync(standbyDir, { recursive: true, force: true }));
    const standby = await startStandby(country, {
      primaryDir: country.dataDir,
      dataDir: standbyDir,
      // In production the replica has its own disk.
      settings: { fsync: 'off' },
    });
    undo.push(standby.stop);
    pinTo(WRITERS_CORE, postmasterOf(country.dataDir));
    pinTo(OFFICIALS_CORE, postmasterOf(standbyDir));
    const { db, close } = connect(country.connectionString, { max: 2 });
    const farmers = await addPeople(db, 50, 'farmer');
    const officials = await addPeople(db, 5, 'government');
    await close();
    const start = async (core: string, more: Record<string, string>) => {
      const server = await startServer({ DATABASE_URL: country.connectionString, ...more });
      undo.push(() => server.end('SIGKILL'));
      pinTo(core, server.process.pid!);
      return server.url;
    };
    const replica = { DATABASE_READ_URL: standby.connectionString, METRICS_TOKEN: 'bench' };
    await measure({
      ofWriters: await start(WRITERS_CORE, replica),
      withReplica: await start(OFFICIALS_CORE, replica),
      without: await start(OFFICIALS_CORE, {}),
      writers: farmers.map(({ token }) => token),
      officials: officials.map(({ token }) => token),
    });
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

interface Measured {
  ofWriters: string;
  withReplica: string;
  without: string;
  writers: string[];
  officials: string[];
}

async function measure({ ofWriters, withReplica, without, writers, officials }: Measured): Promise<void> {
  const writes = (seconds = SECONDS) =>
    run(WRITERS_CORE, {
      kind: 'writes',
      url: ofWriters,
      tokens: writers,
      seconds,
      perSecond: WRITES_PER_SECOND,
    });
  const reads = (url: string, seconds = SECONDS) =>
    run(OFFICIALS_CORE, {
      kind: 'reads',
      url,
      tokens: officials,
      seconds,
      connections: 2,
      paths: PATHS,
    });
  await Promise.all([writes(4), reads(withReplica, 4), reads(without, 4)]);
  const all = { alone: [] as number[], beside: [] as number[], mixed: [] as number[] };
  const readCounts = { beside: 0, mixed: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    all.alone.push(percentile(await writes(), 0.99));
    const [beside, read] = await Promise.all([writes(), reads(withReplica)]);
    all.beside.push(percentile(beside, 0.99));
    readCounts.beside += read.length;
    const [mixed, readToo] = await Promise.all([writes(), reads(without)]);
    all.mixed.push(percentile(mixed, 0.99));
    readCounts.mixed += readToo.length;
  }
  const median = (values: number[]) => percentile(values, 0.5);
  const perSecond = (count: number) => count / (ROUNDS * SECONDS);
  report(`p99 of a write, ${WRITES_PER_SECOND} a second, nobody reads`, median(all.alone), 'ms', {});
  report('the same while officials read the replica', median(all.beside), 'ms', {});
  report('the same while officials read the primary', median(all.mixed), 'ms', {});
  report('officials on the replica against nobody', median(all.beside) / median(all.alone), '×', {
    atMost: 1.2,
  });
  report('officials on the primary against nobody', median(all.mixed) / median(all.alone), '×', {});
  report('answers to officials a second, replica', perSecond(readCounts.beside), '', {});
  report('answers to officials a second, primary', perSecond(readCounts.mixed), '', {});
  const metrics = await fetch(`${withReplica}/metrics`, { headers: { authorization: 'Bearer bench' } });
  const text = await metrics.text();
  const by = (who: string) =>
    Number(new RegExp(`ardhi_replica_reads_total{by="${who}"} (\\d+)`).exec(text)?.[1]);
  report('reads that the primary answered', by('primary'), `of ${by('replica') + by('primary')}`, {});
  console.log({ writes: all });
}

await main();
