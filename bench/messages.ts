/** Streams, change events and notices at national scale. BENCH_FARMERS overrides the default of a million. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate, startEmbeddedPostgres } from '@ardhi/embedded-postgres';
import { connect, type Database } from '../apps/api/src/lib/database/database.ts';
import { migrateJobs } from '../apps/api/src/lib/jobs/jobs.ts';
import { type RunningServer, startServer } from '../apps/api/test/process/server.ts';
import { measureChangeEvents } from './lib/change-events.ts';
import { addFarmers, addPeople, type BenchPerson } from './lib/people.ts';
import { percentile, report } from './lib/report.ts';
import { openStream, type Stream } from './lib/stream.ts';

const STREAMS = 1000;
const FARMERS = Number(process.env.BENCH_FARMERS ?? 1_000_000);

const dataDir = mkdtempSync(join(tmpdir(), 'ardhi-bench-'));
const migrations = fileURLToPath(new URL('../apps/api/migrations', import.meta.url));

const residentKilobytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN);

async function send<Body>(server: RunningServer, person: BenchPerson, call: string, body?: object) {
  const [method, path] = call.split(' ');
  const begin = performance.now();
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${person.token}` },
    body: body && JSON.stringify(body),
  });
  const data = (await response.json()) as Body;
  if (!response.ok) throw new Error(`${call}: ${response.status} ${JSON.stringify(data)}`);
  return { data, milliseconds: performance.now() - begin };
}

/** Sends a message to each person: latency for the sender, and delay until the recipient's stream reports it. */
async function deliveries(server: RunningServer, people: BenchPerson[], streams: Stream[]) {
  const sent: number[] = [];
  const delivered: number[] = [];
  const deliver = async (index: number) => {
    const recipient = (index + 1) % people.length;
    const arrived = streams[recipient]!.next();
    const { milliseconds } = await send(server, people[index]!, 'POST /messages', {
      recipientId: people[recipient]!.id,
      channelType: 'general',
      subject: 'Bench',
      content: 'Habari?',
    });
    const respondedAt = performance.now();
    sent.push(milliseconds);
    delivered.push(Math.max(0, (await arrived) - respondedAt));
  };
  // Eight at a time. Concurrent senders are never neighbours, so each recipient gets one message at a time.
  const lanes = Array.from({ length: 8 }, async (_, lane) => {
    for (let index = lane * 2; index < people.length; index += 16) await deliver(index);
  });
  await Promise.all(lanes);
  return { sent, delivered };
}

async function measureStreams(database: Database, connectionString: string): Promise<void> {
  const people = await addPeople(database.db, STREAMS, 'farmer');
  const [official] = await addPeople(database.db, 1, 'government');
  const server = await startServer({ DATABASE_URL: connectionString, LOG_LEVEL: 'silent' });
  for (const person of people.slice(0, 50)) await send(server, person, 'GET /messages');
  const before = residentKilobytes(server.process.pid!);
  const streams = await Promise.all(people.map(({ token }) => openStream(server.url, token)));
  const after = residentKilobytes(server.process.pid!);
  report(`memory per stream, ${STREAMS} open`, (after - before) / STREAMS, 'KB', { atMost: 60 });
  const { sent, delivered } = await deliveries(server, people, streams);
  report('a message sent, eight at a time, p99', percentile(sent, 0.99), 'ms', {});
  report("on the recipient's stream after the sender's answer, p99", percentile(delivered, 0.99), 'ms', {
    atMost: 50,
  });

  const { data } = await send<{ _id: string }>(server, official!, 'POST /policies', {
    title: 'Bench',
    description: 'Bench',
  });
  for (const stream of streams) stream.forget();
  const begin = performance.now();
  const arrivals = streams.map((stream) => stream.next());
  await send(server, official!, `POST /policies/${data._id}/notify`);
  const last = Math.max(...(await Promise.all(arrivals))) - begin;
  report(`a notice on all ${STREAMS} streams`, last, 'ms', { atMost: 2000 });
  for (const stream of streams) stream.close();
  await server.end('SIGTERM');
}

async function measureNotify(database: Database, connectionString: string): Promise<void> {
  console.log(`adding ${FARMERS} farmers with a parcel each …`);
  await addFarmers(database, FARMERS);
  const [official] = await addPeople(database.db, 1, 'government');
  const [farmer] = await addPeople(database.db, 1, 'farmer');
  const server = await startServer({ DATABASE_URL: connectionString, LOG_LEVEL: 'silent' });
  const begin = performance.now();
  const notified: number[] = [];
  const policies: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    const { data } = await send<{ _id: string }>(server, official!, 'POST /policies', {
      title: `Policy ${index}`,
      description: 'Bench',
    });
    policies.push(data._id);
    notified.push((await send(server, official!, `POST /policies/${data._id}/notify`)).milliseconds);
  }
  report(`notify ${FARMERS} farmers, slowest of 5`, Math.max(...notified), 'ms', { atMost: 200 });
  const bell: number[] = [];
  for (let index = 0; index < 200; index += 1)
    bell.push((await send(server, farmer!, 'GET /notices/unread-count')).milliseconds);
  report(
    "a farmer's count of unread notices while the audience is counted, p99",
    percentile(bell, 0.99),
    'ms',
    {
      atMost: 100,
    },
  );
  await untilCounted(database, policies.length);
  report('audiences frozen, each', (performance.now() - begin) / policies.length / 1000, 's', { atMost: 60 });
  const preview = await send(server, official!, `GET /policies/${policies[0]}/audience`);
  report('whom it would reach', preview.milliseconds, 'ms', { atMost: 3000 });
  const reach = await send(server, official!, `GET /policies/${policies[0]}/reach`);
  report('who has read it', reach.milliseconds, 'ms', { atMost: 500 });
  await measureSearch(server, farmer!);
  await server.end('SIGTERM');
}

/** Waits until the jobs have counted every audience. */
async function untilCounted(database: Database, sendings: number): Promise<void> {
  for (;;) {
    const { rows } = await database.pool.query(
      'select count(*)::int as done from policy_sendings where farmers is not null',
    );
    if (rows[0].done >= sendings) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function measureSearch(server: RunningServer, farmer: BenchPerson): Promise<void> {
  for (const q of ['a', 'wan', 'otieno', 'wanjiku oti', 'nobody such', 'mkulima99']) {
    const times: number[] = [];
    for (let index = 0; index < 20; index += 1) {
      const path = `GET /messages/users?q=${encodeURIComponent(q)}`;
      times.push((await send(server, farmer, path)).milliseconds);
    }
    report(`recipients for "${q}" among all, p95`, percentile(times, 0.95), 'ms', { atMost: 150 });
  }
}

const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
try {
  await migrate(postgres.connectionString, migrations);
  const database = connect(postgres.connectionString);
  await migrateJobs(database.pool);
  await measureChangeEvents(database, postgres.connectionString);
  await measureStreams(database, postgres.connectionString);
  await measureNotify(database, postgres.connectionString);
  await database.close();
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
