/** Load test of two servers behind PgBouncer in transaction mode, with far fewer connections than they request. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@ardhi/embedded-postgres';
import { clientOf, PASSWORD, type Person } from '../../apps/api/test/client.ts';
import { maize, newParcel, plot } from '../../apps/api/test/land.ts';
import { type RunningServer, startServer } from '../../apps/api/test/process/server.ts';
import { report } from '../../bench/lib/report.ts';
import { openStream } from '../../bench/lib/stream.ts';
import { ask, collectResponseStats, farmers } from './load.ts';

const SECONDS = Number(process.env.SECONDS ?? 60);
const FARMERS = 24;
const PORT = 16_432;
/** Connections from the pooler to PostgreSQL. Each server may request ten. */
const POOL_SIZE = 5;

const folder = mkdtempSync(join(tmpdir(), 'ardhi-pooler-'));
const answers = collectResponseStats();
const postgres = await startEmbeddedPostgres({
  dataDir: join(folder, 'data'),
  log: () => undefined,
  transport: 'loopback',
});
const direct = new URL(postgres.connectionString);
const pooled = new URL(direct);
pooled.port = String(PORT);
const pooler = startPooler();
const servers: RunningServer[] = [];

function startPooler() {
  const config = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${direct.username}" "${direct.password}"\n`);
  writeFileSync(
    config,
    `[databases]
* = host=127.0.0.1 port=${direct.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${PORT}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
max_client_conn = 200
`,
  );
  chmodSync(folder, 0o755);
  execFileSync('chown', ['postgres', config, users]);
  const log = openSync(join(folder, 'pgbouncer.log'), 'a');
  return spawn('/usr/sbin/pgbouncer', ['-q', '-u', 'postgres', config], { stdio: ['ignore', log, log] });
}

async function untilListening(): Promise<void> {
  for (;;) {
    const isListening = await new Promise<boolean>((resolve) => {
      const socket = connectTcp(PORT, '127.0.0.1');
      socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
      socket.unref();
    });
    if (isListening) return;
    await pause(50);
  }
}

async function visit(farmer: Person, server: RunningServer): Promise<void> {
  const { email } = farmer.user;
  await ask(clientOf(server.url), 'POST /auth/login', { body: { email, password: PASSWORD } }, answers);
  const { body } = await ask<{ _id: string }>(farmer, 'POST /land', { body: plot }, answers);
  await ask(farmer, `POST /land/${body._id}/crops`, { body: maize }, answers);
  await ask(farmer, `GET /land/${body._id}`, undefined, answers);
  for (const call of ['GET /land', 'GET /notices', 'GET /equipment', 'GET /subsidies'])
    await ask(farmer, call, undefined, answers);
}

async function officialVisit(official: Person): Promise<void> {
  for (const call of ['GET /government/analytics', 'GET /subsidies/admin/all', 'GET /auth/profile'])
    await ask(official, call, undefined, answers);
}

try {
  await untilListening();
  const ends: number[] = [];
  for (let number = 0; number < 2; number += 1) {
    const server = await startServer({
      DATABASE_URL: pooled.href,
      DATABASE_DIRECT_URL: direct.href,
      DATA_DIR: join(folder, 'server'),
      LOG_LEVEL: 'error',
    });
    server.process.on('exit', (code) => ends.push(code ?? -1));
    servers.push(server);
  }
  const [first, second] = servers as [RunningServer, RunningServer];
  const people = await farmers(first.url, FARMERS);
  const official = await clientOf(second.url).as('government');
  const stream = await openStream(second.url, people[0]!.token);
  let eventCount = 0;
  const countingEvents = (async () => {
    for (;;) {
      await stream.next();
      eventCount += 1;
    }
  })();
  countingEvents.catch(() => undefined);
  await newParcel(people[0]!);

  const until = performance.now() + SECONDS * 1000;
  const loop = async (work: () => Promise<void>) => {
    while (performance.now() < until) await work();
  };
  await Promise.all([
    ...people.map((farmer, index) => loop(() => visit(farmer, index % 2 ? first : second))),
    loop(() => officialVisit(official)),
  ]);

  console.log([...answers.counts].map(([call, count]) => `${count} x ${call}`).join(', '));
  let total = 0;
  let failed = 0;
  for (const [call, count] of answers.counts) {
    total += count;
    if (!call.startsWith('2')) failed += count;
  }
  report('answers', total / SECONDS, 'a second', {});
  report('answers that are no success', failed, '', { atMost: 0 });
  report('events heard by way of the other server', eventCount, '', { atLeast: SECONDS / 2 });
  report('slowest answer', answers.slowestMs, 'ms', {});
  report('servers that ended', ends.length, '', { atMost: 0 });
  stream.close();
} finally {
  for (const server of servers) {
    if (process.exitCode !== undefined) console.log(server.output().slice(-2000));
    server.process.kill('SIGTERM');
  }
  await Promise.all(servers.map(({ end }) => end('SIGTERM')));
  pooler.kill('SIGTERM');
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
