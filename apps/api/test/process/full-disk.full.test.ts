/** Writers fill the disk of the database: only 503, no acknowledged write is lost, and it recovers by itself. */
import { randomBytes, randomUUID } from 'node:crypto';
import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EmbeddedPostgres,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '@ardhi/embedded-postgres';
import { administrator } from '@ardhi/embedded-postgres/test/standby';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { type Client, clientOf, PASSWORD, type Person } from '../client.ts';
import { plot } from '../land.ts';
import { startServer } from './server.ts';
import { canMount, MB, mountDisk } from './small-disk.ts';

const WRITERS = 6;
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Outcome {
  acknowledged: Set<string>;
  refusals: { status: number; code: string; retryAfter: string | null; message: string }[];
}

/** 10,000 characters that do not compress. */
const newPolicy = (_id: string) => ({
  _id,
  title: 'Subsidised seed',
  description: randomBytes(5_000).toString('hex'),
});

/** Writes until `enough`, and sorts what the server answers. */
async function write({ official, outcome, enough }: Writer): Promise<void> {
  while (!enough()) {
    const id = randomUUID();
    const response = await official.send<{ code: string; message: string }>('POST /policies', {
      body: newPolicy(id),
    });
    if (response.status === 201) outcome.acknowledged.add(id);
    else {
      const { status, headers } = response;
      const { code, message } = response.body;
      outcome.refusals.push({ status, code, message, retryAfter: headers.get('retry-after') });
    }
  }
}

interface Writer {
  official: Person;
  outcome: Outcome;
  enough: () => boolean;
}

const readyAt = async (client: Client) => {
  const { status, body } = await client.send<{ writes?: boolean }>('GET /ready');
  return { status, writes: body.writes };
};

async function storedIds(connectionString: string): Promise<Set<string>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ id: string }>('select id from policies');
  await client.end();
  return new Set(rows.map(({ id }) => id));
}

/** Shown in the output of the run. */
const report = (line: string) => process.stderr.write(`${line}\n`);

const linesWith = (output: string, text: string) => output.split('\n').filter((line) => line.includes(text));

describe.runIf(canMount)('the disk of the embedded database', () => {
  it('is filled by writers', async () => {
    const disk = mountDisk(500);
    cleanUps.push(() => disk.unmount());
    const dataDir = join(disk.folder, 'data');
    const variables = { DATA_DIR: dataDir, LOG_LEVEL: 'warn', METRICS_TOKEN: 'token' };
    const server = await startServer(variables);
    cleanUps.push(() => server.end('SIGTERM'));
    const client = clientOf(server.url);
    const [official, farmer] = [await client.as('government'), await client.as('farmer')];
    const parcel = await farmer.send<{ _id: string }>('POST /land', { body: plot });
    expect(await readyAt(client)).toEqual({ status: 200, writes: true });

    // Writers use the last 60 MB above the reserve, which is 25 MB.
    disk.fill('ballast', 85 * MB);
    const outcome: Outcome = { acknowledged: new Set(), refusals: [] };
    const writeUntil = (enough: () => boolean) =>
      Promise.all(Array.from({ length: WRITERS }, () => write({ official, outcome, enough })));
    await writeUntil(() => outcome.refusals.length >= 100);
    expect(outcome.acknowledged.size).toBeGreaterThan(100);
    const kinds = new Set(
      outcome.refusals.map(({ status, code, retryAfter }) => `${status} ${code} ${retryAfter}`),
    );
    expect([...kinds]).toEqual(['503 disk-full 60']);
    expect(outcome.refusals[0]?.message).toContain('storage is full');
    // PostgreSQL is not the one that failed.
    expect(disk.freeBytes()).toBeGreaterThan(0);
    expect(server.output()).not.toContain('PostgreSQL went away');
    expect(await readyAt(client)).toEqual({ status: 200, writes: false });
    const metrics = await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer token' } });
    expect(await metrics.text()).toContain('ardhi_writes_accepted 0');

    // Sign-in, reading, deletion and sign-out still work.
    const login = await client.send<{ token: string }>('POST /auth/login', {
      body: { email: farmer.user.email, password: PASSWORD },
    });
    expect(login.status).toBe(200);
    const headers = { authorization: `Bearer ${login.body.token}` };
    expect((await client.send(`GET /land/${parcel.body._id}`, { headers })).status).toBe(200);
    expect((await client.send(`DELETE /land/${parcel.body._id}`, { headers })).status).toBe(200);
    expect((await client.send('POST /auth/logout', { headers })).status).toBe(200);

    disk.free('ballast');
    await expect.poll(() => readyAt(client)).toEqual({ status: 200, writes: true });
    const before = outcome.acknowledged.size;
    await writeUntil(() => outcome.acknowledged.size >= before + 20);
    expect(linesWith(server.output(), 'the disk of the database is full: writes are refused')).toHaveLength(
      1,
    );
    expect(linesWith(server.output(), 'writes are accepted again')).toHaveLength(1);
    report(
      `embedded, 500 MB: ${outcome.acknowledged.size} acknowledged, ${outcome.refusals.length} refused with ${[...kinds]}`,
    );

    // Another program takes all the space at once, so that PostgreSQL itself fails.
    const sudden: Outcome = { acknowledged: outcome.acknowledged, refusals: [] };
    let isFilled = false;
    const writers = Array.from({ length: WRITERS }, () =>
      write({ official, outcome: sudden, enough: () => isFilled && sudden.refusals.length >= 100 }),
    );
    disk.fill('other program');
    isFilled = true;
    await Promise.all(writers);
    const suddenKinds = new Set(sudden.refusals.map(({ status, code }) => `${status} ${code}`));
    for (const kind of suddenKinds) expect(kind).toMatch(/^503 (disk-full|database-away|busy)$/);
    expect(sudden.refusals.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
    expect((await client.send('GET /health')).status).toBe(200);
    const logins = new Set<number>();
    for (let login = 0; login < 20; login += 1)
      logins.add(
        (await client.send('POST /auth/login', { body: { email: farmer.user.email, password: PASSWORD } }))
          .status,
      );
    for (const status of logins) expect([200, 503]).toContain(status);
    disk.free('other program');
    await expect.poll(() => readyAt(client)).toEqual({ status: 200, writes: true });
    const later = outcome.acknowledged.size;
    await writeUntil(() => outcome.acknowledged.size >= later + 20);
    report(
      `embedded, no block left: ${sudden.refusals.length} refused with ${[...suddenKinds].join(', ')}; sign-in: ${[...logins].join(', ')}`,
    );

    expect(linesWith(server.output(), 'PostgreSQL is still away').length).toBeLessThan(3);
    expect(await server.end('SIGTERM')).toBe(0);
    const next = await startServer(variables);
    cleanUps.push(() => next.end('SIGTERM'));
    const stored = await storedIds((await runningEmbeddedPostgres(dataDir))!);
    expect([...outcome.acknowledged].filter((id) => !stored.has(id))).toEqual([]);
    report(`embedded: ${outcome.acknowledged.size} acknowledged writes, all stored after a restart`);
  });

  it('is nearly full at a start, which says so', async () => {
    const disk = mountDisk(500);
    cleanUps.push(() => disk.unmount());
    const variables = { DATA_DIR: join(disk.folder, 'data'), LOG_LEVEL: 'silent' };
    const first = await startServer(variables);
    await first.end('SIGTERM');
    expect(first.output()).not.toContain('nearly full');
    disk.fill('ballast', 45 * MB);
    const second = await startServer(variables);
    cleanUps.push(() => second.end('SIGTERM'));
    await second.says(
      /^The disk of the database is nearly full: \d+ MB are free in .*pg18. Below 25 MB writes/m,
    );
  });
});

describe.runIf(canMount)('the disk of an external database', () => {
  it('is filled by writers', async () => {
    const disk = mountDisk(40);
    cleanUps.push(() => disk.unmount());
    const dataDir = mkdtempSync(join(tmpdir(), 'ardhi-external-'));
    cleanUps.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const postgres: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    cleanUps.push(() => postgres.stop());
    const { appConnectionString, connectionString, folder } = postgres;
    const server = await startServer({
      DATABASE_URL: appConnectionString,
      DATABASE_OWNER_URL: connectionString,
    });
    cleanUps.push(() => server.end('SIGTERM'));
    const client = clientOf(server.url);
    const official = await client.as('government');
    await movePoliciesTo(join(disk.folder, 'tables'), connectionString, folder);

    disk.fill('ballast', 10 * MB);
    const outcome: Outcome = { acknowledged: new Set(), refusals: [] };
    const writeUntil = (enough: () => boolean) =>
      Promise.all(Array.from({ length: WRITERS }, () => write({ official, outcome, enough })));
    await writeUntil(() => outcome.refusals.length >= 100);
    const kinds = new Set(
      outcome.refusals.map(({ status, code, retryAfter }) => `${status} ${code} ${retryAfter}`),
    );
    expect([...kinds]).toEqual(['503 disk-full 60']);
    expect(outcome.acknowledged.size).toBeGreaterThan(100);
    expect(await readyAt(client)).toEqual({ status: 200, writes: false });
    expect(linesWith(server.output(), 'the disk of the database is full')).toHaveLength(1);

    disk.free('ballast');
    const before = outcome.acknowledged.size;
    await writeUntil(() => outcome.acknowledged.size >= before + 20);
    await expect.poll(() => readyAt(client), { timeout: 120_000 }).toEqual({ status: 200, writes: true });
    expect(linesWith(server.output(), 'writes are accepted again')).toHaveLength(1);
    const stored = await storedIds(connectionString);
    expect([...outcome.acknowledged].filter((id) => !stored.has(id))).toEqual([]);
    report(
      `external, 40 MB: ${outcome.acknowledged.size} acknowledged, all stored; ${outcome.refusals.length} refused with ${[...kinds]}`,
    );
  });
});

describe.runIf(canMount)('the disk of an external database and its WAL', () => {
  it('is filled by writers, so that PostgreSQL stops', async () => {
    const disk = mountDisk(400);
    cleanUps.push(() => disk.unmount());
    const dataDir = join(disk.folder, 'data');
    const events: string[] = [];
    const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => events.push(line) });
    cleanUps.push(() => postgres.stop());
    const server = await startServer({
      DATABASE_URL: postgres.appConnectionString,
      DATABASE_OWNER_URL: postgres.connectionString,
    });
    cleanUps.push(() => server.end('SIGTERM'));
    const client = clientOf(server.url);
    const official = await client.as('government');

    disk.fill('ballast', 40 * MB);
    const outcome: Outcome = { acknowledged: new Set(), refusals: [] };
    const writeUntil = (enough: () => boolean) =>
      Promise.all(Array.from({ length: WRITERS }, () => write({ official, outcome, enough })));
    await writeUntil(() => outcome.refusals.length >= 300);
    const kinds = new Set(outcome.refusals.map(({ status, code }) => `${status} ${code}`));
    for (const kind of kinds) expect(kind).toMatch(/^503 (disk-full|database-away|busy)$/);
    expect(outcome.refusals.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
    expect((await client.send('GET /health')).status).toBe(200);

    disk.free('ballast');
    await expect.poll(async () => (await readyAt(client)).status).toBe(200);
    const before = outcome.acknowledged.size;
    await writeUntil(() => outcome.acknowledged.size >= before + 20);
    const stored = await storedIds(postgres.connectionString);
    expect([...outcome.acknowledged].filter((id) => !stored.has(id))).toEqual([]);
    report(
      `external with WAL, 400 MB: ${outcome.acknowledged.size} acknowledged, all stored; ${outcome.refusals.length} refused with ${[...kinds].join(', ')}; ${[...new Set(events)].join('; ')}`,
    );
  });
});

/** Only the tables are on the small disk: without space for its WAL, PostgreSQL would stop instead of reporting 53100. */
async function movePoliciesTo(location: string, connectionString: string, folder: string): Promise<void> {
  mkdirSync(location);
  const { uid, gid } = statSync(folder);
  chownSync(location, uid, gid);
  const operator = administrator(connectionString);
  await operator.connect();
  await operator.query(`create tablespace small location '${location}'`);
  await operator.query('alter table policies set tablespace small');
  await operator.end();
}
