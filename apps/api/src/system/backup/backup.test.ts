/** Scheduled backup: encryption, manifest, off-site copy, retention, results and schedule. The drill has its own tests. */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restore } from '@ardhi/embedded-postgres';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { newParcel } from '../../../test/land.ts';
import { cronsOf, jobsOf } from '../../jobs.ts';
import { connect } from '../../lib/database/database.ts';
import { readEnv } from '../../lib/settings/env.ts';
import { listBackups } from './folder.ts';
import { backUp } from './jobs.ts';
import { lastBackup, recordSuccess } from './results.ts';
import { type BackupSettings, NOT_IN_BACKUPS, runBackup } from './run.ts';

const app = testApp({ METRICS_TOKEN: 'token' });

let folder: string;
let dir: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ardhi-backups-'));
  dir = join(folder, 'backups');
  await app.sql`truncate backup_steps`;
  // Not due again for a week.
  await recordSuccess(app.db, 'drill', { file: 'earlier', bytes: null, rows: 1 });
});
afterEach(() => rmSync(folder, { recursive: true }));

const settings = (more: Partial<BackupSettings> = {}): BackupSettings => ({
  dir,
  drillUrl: null,
  recipients: [],
  copyCommand: null,
  keep: { days: 7, weeks: 4, months: 6 },
  ...more,
});

async function run(more: Partial<BackupSettings> = {}, now = new Date()): Promise<string[]> {
  const lines: string[] = [];
  await runBackup(app.connectionString, settings(more), { print: (line) => lines.push(line), now });
  return lines;
}

const night = (day: string) => new Date(`2026-11-${day}T22:30:00Z`);
const files = () => readdirSync(dir).sort();

it('writes an encrypted file with a manifest that describes it, and nothing that is not encrypted', async () => {
  await newParcel(await app.as('farmer'));
  const identity = await generateIdentity();
  const recipient = await identityToRecipient(identity);
  const offSite = join(folder, 'off-site');
  mkdirSync(offSite);
  const lines = await run(
    { recipients: [recipient], copyCommand: `cp "$BACKUP_FILE" "$BACKUP_MANIFEST" '${offSite}'` },
    night('17'),
  );

  const name = 'ardhi-2026-11-17T22-30-00Z.backup.age';
  expect(files()).toEqual([name, `${name}.json`]);
  expect(readdirSync(offSite).sort()).toEqual(files());
  const content = readFileSync(join(dir, name));
  expect(content.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
  expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600);
  const [manifest] = listBackups(dir);
  const [seal] = await app.sql<{ hash: Buffer }>`select hash from audit_seals order by id desc limit 1`;
  expect(manifest).toMatchObject({
    file: name,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    createdAt: '2026-11-17T22:30:00.000Z',
    tables: { parcels: 1, users: 1 },
    auditHead: seal!.hash.toString('hex'),
    encryptedTo: [recipient],
  });
  expect(Object.keys(manifest!.tables).filter((table) => NOT_IN_BACKUPS.includes(table))).toEqual([]);
  expect(lines).toEqual([
    expect.stringMatching(/^saved \d+ rows of \d+ tables: .*\.backup\.age, \d+ bytes$/),
    'copied by BACKUP_COPY_COMMAND',
    'deleted 0 old backups, kept 1',
  ]);

  const target = await createTestDatabase({ empty: true });
  const migrations = join(import.meta.dirname, '../../../migrations');
  await restore(target.connectionString, join(dir, name), { migrations, identity });
  const { db, close } = connect(target.connectionString, { max: 1 });
  expect(await db.selectFrom('parcels').select('id').execute()).toHaveLength(1);
  // The new database has no backup of its own.
  expect((await lastBackup(db)).backup.succeededAt).toBe(null);
  await close();
  await target.drop();
});

it('states the last results, as metrics too', async () => {
  const metrics = async () => {
    const response = await fetch(`${app.url}/metrics`, { headers: { authorization: 'Bearer token' } });
    return Object.fromEntries(
      (await response.text())
        .split('\n')
        .filter((line) => line.startsWith('ardhi_backup_'))
        .map((line) => line.split(' ')),
    );
  };
  await expect.poll(metrics).toMatchObject({
    // Never, so that an alert fires before the first backup.
    'ardhi_backup_success_timestamp_seconds{step="backup"}': '0',
    'ardhi_backup_failed{step="backup"}': '0',
  });
  await expect(run({ copyCommand: 'echo no space >&2; exit 3' })).rejects.toThrow(
    'copy: BACKUP_COPY_COMMAND ended with 3: no space',
  );
  const { backup, copy, drill } = await lastBackup(app.db);
  const [manifest] = listBackups(dir);
  expect(backup).toMatchObject({
    file: manifest!.file,
    bytes: manifest!.bytes,
    rows: manifest!.rows,
    failedAt: null,
  });
  expect(copy).toMatchObject({ succeededAt: null, failure: 'BACKUP_COPY_COMMAND ended with 3: no space' });
  expect(drill.file).toBe('earlier');
  await expect.poll(metrics).toMatchObject({
    'ardhi_backup_success_timestamp_seconds{step="backup"}': String(Date.parse(backup.succeededAt!) / 1000),
    'ardhi_backup_success_timestamp_seconds{step="copy"}': '0',
    'ardhi_backup_failed{step="copy"}': '1',
    'ardhi_backup_failed{step="backup"}': '0',
  });
  await run({ copyCommand: 'true' });
  expect((await lastBackup(app.db)).copy).toMatchObject({ failedAt: null, failure: null });
});

it('deletes expired backups with their manifests, but not in a run that failed', async () => {
  const keep = { days: 2, weeks: 0, months: 0 };
  await run({ keep }, night('15'));
  await run({ keep }, night('16'));
  await expect(run({ keep, copyCommand: 'false' }, night('17'))).rejects.toThrow('copy:');
  expect(listBackups(dir)).toHaveLength(3);
  expect(await run({ keep }, night('18'))).toContain('deleted 2 old backups, kept 2');
  expect(files()).toEqual(
    ['17', '18'].flatMap((day) => [
      `ardhi-2026-11-${day}T22-30-00Z.backup`,
      `ardhi-2026-11-${day}T22-30-00Z.backup.json`,
    ]),
  );
});

it('leaves no part of a failed backup, removes those of a killed one, and records the reason', async () => {
  await run({}, night('15'));
  const leftover = join(dir, 'ardhi-2026-11-15T23-00-00Z.backup.unfinished.partial');
  // A public key with a wrong checksum passes the settings, and fails here.
  const recipients = [`age1${'q'.repeat(58)}`];
  writeFileSync(leftover, 'half');
  await expect(run({ recipients }, night('16'))).rejects.toThrow('backup: ');
  expect(existsSync(leftover)).toBe(false);
  expect(files()).toEqual(['ardhi-2026-11-15T22-30-00Z.backup', 'ardhi-2026-11-15T22-30-00Z.backup.json']);
  const { backup } = await lastBackup(app.db);
  expect(backup).toMatchObject({ file: 'ardhi-2026-11-15T22-30-00Z.backup', failure: expect.any(String) });
});

it('refuses a second run at the same time', async () => {
  const second = join(folder, 'second');
  const both = await Promise.allSettled([
    run({ copyCommand: `until [ -e '${second}' ]; do sleep 0.05; done` }),
    expect
      .poll(async () => (await lastBackup(app.db)).backup.succeededAt)
      .not.toBe(null)
      .then(() => run())
      .finally(() => mkdirSync(second)),
  ]);
  expect(both).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: new Error('another backup of this database is running') },
  ]);
});

describe('with BACKUP_TIME', () => {
  const env = () => readEnv({ DATABASE_URL: app.connectionString, BACKUP_DIR: dir, BACKUP_TIME: '01:30' });

  it('the server runs it as a job at that time of Nairobi, also when it was missed', async () => {
    expect(cronsOf(env()).at(-1)).toMatchObject({
      match: '30 22 * * *',
      task: 'backup',
      options: { backfillPeriod: 72_000_000 },
    });
    await backUp({}, { ...app.services, env: env() });
    expect(listBackups(dir)).toHaveLength(1);
  });

  it('a process without it takes no such job from another', () => {
    expect(Object.keys(jobsOf(env()))).toContain('backup');
    expect(Object.keys(jobsOf(readEnv({})))).not.toContain('backup');
    expect(cronsOf(readEnv({})).map(({ task }) => task)).not.toContain('backup');
  });
});
