/** A restore into another database, and the first requests to it. */
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Parcel, Problem } from '@ardhi/contract';
import { MARKER_HEADER } from '@ardhi/contract/headers';
import { backup, restore } from '@ardhi/embedded-postgres';
import { afterAll, describe, expect, it } from 'vitest';
import { PASSWORD, type Person, startTestApp, type TestApp, testApp } from '../../../test/app.ts';
import { personAt } from '../../../test/client.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { newParcel, plot } from '../../../test/land.ts';
import { appendToJournal, journalOf, readJournals } from '../../accounts/users/journal.ts';
import { connect } from '../../lib/database/database.ts';
import { addJob, type Job, type JobName, type Jobs, startJobs } from '../../lib/jobs/jobs.ts';
import { beginEpoch, parseMoment, releaseMail } from './recovery.ts';
import { NOT_IN_BACKUPS, runBackup } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'ardhi-recovery-'));
afterAll(() => rmSync(folder, { recursive: true }));
const DATA_DIR = join(folder, 'data');
const app = testApp({ DATA_DIR });
const migrations = join(import.meta.dirname, '../../../migrations');
const file = join(folder, 'all.backup');

/** Writes the queued entries of the journal, as the job runner does. */
async function writeJournal(): Promise<void> {
  const queued = await app.sql<{ payload: Parameters<typeof appendToJournal>[0] }>`
    select payload from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = task_id and identifier = 'journal-account'
    order by jobs.id`;
  for (const { payload } of queued) await appendToJournal(payload, app.services);
}

/** Restores the file into a new database and runs the work with a server on it. */
async function afterRestore(
  restoredTo: Date,
  work: (restored: TestApp, lines: string[]) => Promise<void>,
): Promise<void> {
  const target = await createTestDatabase({ empty: true });
  const lines: string[] = [];
  try {
    await restore(target.connectionString, file, { migrations });
    await beginEpoch(target.connectionString, app.env, { restoredTo, file }, (line) => lines.push(line));
    const restored = await startTestApp({ DATA_DIR }, target.connectionString);
    try {
      await work(restored, lines);
    } finally {
      await restored.close();
    }
  } finally {
    await target.drop();
  }
}

const marker = async (server: TestApp) => (await server.send('GET /health')).headers.get(MARKER_HEADER);

describe('a restore', () => {
  it('tells phones its epoch, ends officials’ sessions and keeps erased and suspended accounts so', async () => {
    const [official, leaving, suspended] = [
      await app.as('government'),
      await app.as('farmer'),
      await app.as('government'),
    ];
    const farmer = await app.as('farmer');
    const parcel = await newParcel(farmer);
    const { createdAt } = await backup(app.connectionString, file, { leftOut: NOT_IN_BACKUPS });
    await app.sql`update users set manage = true where id = ${official.user._id}`;
    await confirm(official);
    expect(
      (
        await official.send(`PUT /government/officials/${suspended.user._id}/suspended`, {
          body: { suspended: true, reason: 'Left the office' },
        })
      ).status,
    ).toBe(200);
    expect((await leaving.send('DELETE /auth/account', { body: { password: PASSWORD } })).status).toBe(200);
    await writeJournal();
    expect(await marker(app)).toBe('1');

    await afterRestore(new Date(createdAt), async (restored, lines) => {
      expect(await marker(restored)).toMatch(/^1 [0-9a-f-]{36} \d{4}-.*Z$/);
      expect((await marker(restored))?.split(' ')[2]).toBe(createdAt);
      expect(lines).toContain('Erased again: 1 accounts; suspended again: 1.');
      const at = (person: Person) => personAt(restored, person);
      expect((await at(official).send('GET /auth/profile')).status).toBe(401);
      expect((await at(leaving).send('GET /auth/profile')).status).toBe(401);
      const { body } = await at(farmer).send<Parcel>(`GET /land/${parcel._id}`);
      expect(body.name).toBe(plot.name);
      const [row] = await restored.sql<{ suspended: boolean }>`
        select suspended_at is not null as suspended from users where id = ${suspended.user._id}`;
      expect(row).toEqual({ suspended: true });
      expect(await restored.sql`select from users where email = ${leaving.user.email}`).toEqual([]);
      expect(
        await restored.sql`select from audit_log where action = 'setting.restore' and entity = 'setting'`,
      ).toHaveLength(1);
    });
  });

  it('refuses writes of phones that do not know it yet, and gives no row a revision of the lost time', async () => {
    const farmer = await app.as('farmer');
    const parcel = await newParcel(farmer);
    const { createdAt } = await backup(app.connectionString, file, { leftOut: NOT_IN_BACKUPS });
    const rename = (person: Person, name: string, headers?: Record<string, string>) =>
      person.send<Parcel & Problem>(`PUT /land/${parcel._id}`, { body: { ...plot, name }, headers });
    const lost = await rename(farmer, 'Lost');
    await afterRestore(new Date(createdAt), async (restored) => {
      const at = personAt(restored, farmer);
      for (const known of ['1', '1 01a1f38d-aa4e-773b-a9a2-73ed343dbc84'])
        expect(await rename(at, 'Too early', { [MARKER_HEADER]: known })).toMatchObject({
          status: 409,
          body: { code: 'restored' },
        });
      const [, id] = (await marker(restored))!.split(' ');
      const first = await rename(at, 'Known', { [MARKER_HEADER]: `1 ${id}` });
      expect(first.status).toBe(200);
      expect(first.body.revision).toBeGreaterThan(lost.body.revision);
      const second = await rename(at, 'Without the header, as in the specification');
      expect(second.body.revision).toBe(first.body.revision + 1);
    });
    // A server that was never restored accepts all.
    expect((await rename(farmer, 'Here', { [MARKER_HEADER]: `1 ${randomUUID()}` })).status).toBe(200);
  });

  it('begins another epoch each time, also of the same backup', async () => {
    const at = new Date('2026-11-01T10:00:00Z');
    const markers = new Set<string | null>();
    for (const _ of [1, 2])
      await afterRestore(at, async (restored) => void markers.add(await marker(restored)));
    expect(markers.size).toBe(2);
  });

  it('is announced to servers that run: after point-in-time recovery', async () => {
    const since = await parseMoment(app.connectionString, '2026-01-16 09:30:00+03');
    expect(since).toEqual(new Date('2026-01-16T06:30:00Z'));
    await beginEpoch(app.connectionString, app.env, { restoredTo: since }, () => undefined);
    await expect.poll(() => marker(app)).toContain('2026-01-16T06:30:00.000Z');
  });

  it.each([
    ['2026-01-16 09:30:00', 'has no time zone'],
    ['2126-01-16 09:30:00Z', 'is in the future'],
  ])('refuses the moment %s', async (text, reason) => {
    await expect(parseMoment(app.connectionString, text)).rejects.toThrow(reason);
  });
});

async function confirm(person: Person): Promise<void> {
  await person.send('POST /auth/confirm', { body: { password: PASSWORD } });
}

it('copies the journal with each backup and deletes it with it', async () => {
  const dir = join(folder, 'backups');
  await appendToJournal({ userId: randomUUID(), state: 'suspended' }, app.services);
  await app.sql`insert into backup_steps (step, succeeded_at) values ('drill', '2026-11-17') on conflict do nothing`;
  const settings = { dir, drillUrl: null, recipients: [], copyCommand: null };
  const run = (keepDays: number, now: Date) =>
    runBackup(
      app.connectionString,
      { ...settings, keep: { days: keepDays, weeks: 0, months: 0 } },
      { print: () => undefined, journal: journalOf(app.env), now },
    );
  await run(1, new Date('2026-11-18T22:30:00Z'));
  const name = 'ardhi-2026-11-18T22-30-00Z.backup';
  expect(readdirSync(dir).sort()).toEqual([name, `${name}.journal`, `${name}.json`]);
  expect(readFileSync(join(dir, `${name}.journal`), 'utf8')).toBe(readFileSync(journalOf(app.env), 'utf8'));
  await run(1, new Date('2026-11-19T22:30:00Z'));
  expect(readdirSync(dir).filter((one) => one.startsWith(name))).toEqual([]);
});

it('reads the last state of each account from all journals, skipping a line that was cut off', () => {
  const path = join(folder, 'other.journal');
  const [x, y] = [randomUUID(), randomUUID()];
  const line = (at: string, userId: string, state: string) =>
    appendFileSync(path, `${JSON.stringify({ at, userId, state })}\n`);
  line('2026-01-02', x, 'active');
  line('2026-01-01', x, 'suspended');
  line('2026-01-01', y, 'erased');
  line('2026-01-02', y, 'active');
  line('2026-01-03', 'no id', 'erased');
  appendFileSync(path, `{"at":"2026-01-03","userId":"${x}","sta`);
  expect(Object.fromEntries(readJournals([path, join(folder, 'missing')]))).toEqual({
    [x]: 'active',
    [y]: 'erased',
  });
});

it('holds mail after a restore until it is released', async () => {
  const done: string[] = [];
  const database = connect(app.connectionString);
  await app.sql`select graphile_worker.complete_jobs(array(select id from graphile_worker._private_jobs))`;
  await beginEpoch(app.connectionString, app.env, { restoredTo: new Date() }, () => undefined);
  await expect.poll(() => app.env.isMailHeld).toBe(true);
  await addJob(app.db, 'send-mail', { to: 'a@b.example', subject: '', text: '', messageId: '1' });
  await addJob(app.db, 'clean-up' as JobName, {} as never);
  const note =
    (name: string): Job<unknown> =>
    async () =>
      void done.push(name);
  const jobs = { 'send-mail': note('mail'), 'clean-up': note('other') } as Partial<Jobs>;
  const runner = startJobs(database.pool, app.services, jobs, []);
  try {
    await expect.poll(() => done).toEqual(['other']);
    await releaseMail(app.connectionString, () => undefined);
    await expect.poll(() => done, { timeout: 10_000 }).toEqual(['other', 'mail']);
  } finally {
    await runner.stop();
    await database.close();
  }
});
