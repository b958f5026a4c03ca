/**
 * Failover test on etcd and Patroni: writes through a server while the leading PostgreSQL is killed, frozen and
 * partitioned. No acknowledged write may be lost, and the server is not restarted.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningServer, startServer } from '../../apps/api/test/process/server.ts';
import { percentile, report } from '../../bench/lib/report.ts';
import { ask, collectResponseStats, farmers, registerParcels } from './load.ts';
import {
  rejoin as joinAgain,
  makeNetwork,
  type Node,
  nodes,
  partition,
  removeNetwork,
  signal,
} from './network.ts';
import {
  APP_URL,
  createAppDatabase,
  makeFolders,
  queryOn,
  startNode,
  untilClusterComplete,
  untilPromoted,
} from './patroni.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 20);
const WRITERS = 4;
const PAUSE_MS = 40;
/** Acknowledged writes before each fault. */
const WRITES_BEFORE = 20;
const RESPONSE_LIMIT_MS = 10_000;

const FAULTS = ['kill', 'freeze', 'partition'] as const;

function inject(fault: (typeof FAULTS)[number], leader: Node): void {
  if (fault === 'kill') signal(leader, 'SIGKILL');
  if (fault === 'freeze') signal(leader, 'SIGSTOP');
  if (fault === 'partition') partition(leader);
}

function heal(fault: (typeof FAULTS)[number], leader: Node): void {
  if (fault === 'kill') startNode(leader, folder);
  if (fault === 'freeze') signal(leader, 'SIGCONT');
  if (fault === 'partition') joinAgain(leader);
}

const folder = mkdtempSync('/dev/shm/ardhi-cluster-');
const acknowledged = new Map<string, number>();
const answers = collectResponseStats();
const end = new AbortController();
let server: RunningServer | undefined;

async function acknowledgedAfter(moment: number): Promise<number> {
  for (;;) {
    const after = [...acknowledged.values()].find((at) => at > moment);
    if (after !== undefined) return after;
    await pause(20);
  }
}

async function lostWrites(leader: Node): Promise<string[]> {
  const ids = [...acknowledged.keys()];
  const rows = await queryOn<{ id: string }>(leader, 'ardhi', 'select id from parcels where id = any($1)', [
    ids,
  ]);
  const stored = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !stored.has(id));
}

try {
  makeNetwork();
  makeFolders(folder);
  for (const node of nodes) startNode(node, folder);
  let leader = await untilClusterComplete();
  await createAppDatabase(leader);
  server = await startServer({ DATABASE_URL: APP_URL, DATA_DIR: join(folder, 'server'), LOG_LEVEL: 'error' });
  let hasServerEnded = false;
  server.process.on('exit', () => {
    hasServerEnded = true;
  });
  const [reader, ...writers] = await farmers(server.url, WRITERS + 1);
  const acknowledge = (id: string) => acknowledged.set(id, performance.now());
  const busy = writers.map((farmer) =>
    registerParcels(farmer, answers, { signal: end.signal, acknowledge, pauseMs: PAUSE_MS }),
  );
  const reads = async () => {
    while (!end.signal.aborted) {
      await ask(reader!, 'GET /land', undefined, answers);
      await pause(PAUSE_MS);
    }
  };
  busy.push(reads());

  const waits: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const fault = FAULTS[round % FAULTS.length]!;
    const goal = acknowledged.size + WRITES_BEFORE;
    while (acknowledged.size < goal) await pause(20);
    const struckAt = performance.now();
    inject(fault, leader);
    const promoted = await untilPromoted(nodes.filter((node) => node !== leader));
    const respondedAt = await acknowledgedAfter(promoted.at);
    waits.push(respondedAt - promoted.at);
    heal(fault, leader);
    const next = await untilClusterComplete();
    const missing = await lostWrites(next);
    console.log(
      `${round + 1}. ${fault} ${leader.name}: ${promoted.node.name} promoted after ${seconds(promoted.at - struckAt)} s, ` +
        `a write acknowledged ${seconds(respondedAt - promoted.at)} s later; ${acknowledged.size} acknowledged, ${missing.length} lost`,
    );
    if (missing.length > 0) process.exitCode = 1;
    leader = next;
  }
  end.abort();
  await Promise.all(busy);

  console.log([...answers.counts].map(([call, count]) => `${count} x ${call}`).join(', '));
  const others = [...answers.counts].filter(([call]) => !/^(2\d\d|503) /.test(call));
  report('acknowledged writes', acknowledged.size, '', { atLeast: ROUNDS * WRITES_BEFORE });
  report('of them lost', (await lostWrites(leader)).length, '', { atMost: 0 });
  report('answers other than success and 503', others.length, '', { atMost: 0 });
  report('from a promotion to an acknowledged write, median', percentile(waits, 0.5), 'ms', {});
  report('the same, longest', Math.max(...waits), 'ms', { atMost: RESPONSE_LIMIT_MS });
  report('longest wait for any answer', answers.slowestMs, 'ms', { atMost: RESPONSE_LIMIT_MS });
  report('restarts of the server', Number(hasServerEnded), '', { atMost: 0 });
  const stopping = performance.now();
  signal(leader, 'SIGSTOP');
  report('exit code after SIGTERM with a frozen leader', (await server.end('SIGTERM')) ?? -1, '', {
    atMost: 0,
    atLeast: 0,
  });
  report('time to stop', performance.now() - stopping, 'ms', { atMost: 20_000 });
} catch (error) {
  console.log(error);
  process.exitCode = 1;
} finally {
  end.abort();
  server?.process.kill('SIGKILL');
  removeNetwork();
  if (process.exitCode === undefined) rmSync(folder, { recursive: true, force: true });
  else console.log(`logs: ${folder}`, server?.output().slice(-3000));
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}
