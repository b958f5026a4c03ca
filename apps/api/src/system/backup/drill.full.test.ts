/** Restore drill: the weekly one of a backup run, and the command with an identity. Each damage must be found. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { query } from '@ardhi/embedded-postgres/test';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { createTestDatabase } from '../../../test/database.ts';
import { newParcel } from '../../../test/land.ts';
import { addJob } from '../../lib/jobs/jobs.ts';
import { readEnv } from '../../lib/settings/env.ts';
import { sealAuditLogJob } from '../../records/audit/jobs.ts';
import { drillCommand } from './commands.ts';
import { listBackups, measure } from './folder.ts';
import { lastBackup, recordSuccess } from './results.ts';
import { type BackupSettings, runBackup } from './run.ts';

const app = testApp();

let dir: string;
let identity: string;
let recipients: string[];
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'ardhi-drill-'));
  identity = await generateIdentity();
  recipients = [await identityToRecipient(identity)];
  await app.sql`truncate backup_steps`;
});
afterEach(() => rmSync(dir, { recursive: true }));

const run = async (more: Partial<BackupSettings> = {}, now = new Date()) => {
  const lines: string[] = [];
  const keep = { days: 1, weeks: 0, months: 0 };
  await runBackup(
    app.connectionString,
    { dir, drillUrl: null, recipients, copyCommand: null, keep, ...more },
    { print: (line) => lines.push(line), now },
  );
  return lines;
};

const skipDrill = () => recordSuccess(app.db, 'drill', { file: 'earlier', bytes: null, rows: 1 });

/** The command on the newest backup. Returns its output. */
async function drill(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const env = readEnv({ BACKUP_DIR: dir, DATABASE_URL: app.connectionString });
  await drillCommand(args, env, (line) => lines.push(line));
  return lines.join('\n');
}

function identityFile(): string {
  const file = join(dir, 'key.txt');
  writeFileSync(file, `# created: 2026-11-18\n${identity}\n`);
  return file;
}

const newest = () => join(dir, listBackups(dir).at(-1)!.file);

function damage(path: string): void {
  const content = readFileSync(path);
  const middle = Math.floor(content.length / 2);
  content[middle] = content[middle]! ^ 1;
  writeFileSync(path, content);
}

/** Makes the checksum in the manifest that of the file, as if the backup had been written like this. */
async function acceptInManifest(path: string, more = {}): Promise<void> {
  const manifest = JSON.parse(readFileSync(`${path}.json`, 'utf8'));
  writeFileSync(`${path}.json`, JSON.stringify({ ...manifest, ...(await measure(path)), ...more }));
}

const DAY_MS = 24 * 60 * 60_000;

it('runs in the first backup and a week later, on a copy without jobs', async () => {
  await newParcel(await app.as('farmer'));
  await sealAuditLogJob({}, app.services);
  await addJob(app.db, 'clean-up', {});
  const start = Date.now();
  const lines = await run({}, new Date(start));
  expect(lines[0]).toMatch(
    /^drill: restored \d+ rows; every figure equals a full recount \(1 parcels\); the audit log is as it was sealed \([1-9]\d* rows\)$/,
  );
  // The scratch database is gone.
  expect(readdirSync(dir).filter((name) => !name.startsWith('ardhi-'))).toEqual([]);
  const [queued] = await app.sql<{ attempts: number }>`
    select attempts from graphile_worker._private_jobs join graphile_worker._private_tasks as task on task.id = task_id
    where identifier = 'clean-up'`;
  expect(queued).toEqual({ attempts: 0 });

  const { rows } = (await lastBackup(app.db)).drill;
  expect(rows).toBe(listBackups(dir)[0]!.rows);
  expect((await run({}, new Date(start + 6 * DAY_MS)))[0]).toMatch(/^saved/);
  expect((await run({}, new Date(start + 7 * DAY_MS)))[0]).toMatch(/^drill/);
});

it('the command restores the encrypted file, and stores the result', async () => {
  await skipDrill();
  await run();
  await expect(drill()).rejects.toThrow('is encrypted: add --identity FILE');
  expect(await drill('--identity', identityFile())).toMatch(
    /^drill of .*\.age\n.*\n.*\nrestored \d+ rows in \d+ s: the backup is good$/,
  );
  const { 'full-drill': result } = await lastBackup(app.db);
  expect(result).toMatchObject({ file: listBackups(dir)[0]!.file, failure: null });
});

it('uses BACKUP_DRILL_URL instead of a PostgreSQL of its own, and leaves it empty', async () => {
  const database = await createTestDatabase({ empty: true });
  const isEmpty = () =>
    query(database.connectionString, `select from pg_class where relnamespace = 'public'::regnamespace`);
  await run({ drillUrl: database.connectionString });
  expect((await lastBackup(app.db)).drill).toMatchObject({ failure: null, rows: listBackups(dir)[0]!.rows });
  expect(await isEmpty()).toEqual([]);
  await database.drop();
});

it('finds a damaged file, with and without a manifest that knows the damage', async () => {
  await skipDrill();
  await run();
  damage(newest());
  const key = identityFile();
  await expect(drill('--identity', key)).rejects.toThrow(
    'is damaged: its checksum differs from the one in its manifest',
  );
  expect((await lastBackup(app.db))['full-drill']).toMatchObject({
    succeededAt: null,
    failure: expect.stringContaining('is damaged'),
  });
  await acceptInManifest(newest());
  await expect(drill('--identity', key)).rejects.toThrow('damaged or incomplete');
});

it('finds rows that are missing from an intact file', async () => {
  await newParcel(await app.as('farmer'));
  await sealAuditLogJob({}, app.services);
  await skipDrill();
  await run({ recipients: [] });
  const path = newest();
  const { auditHead } = listBackups(dir)[0]!;
  await acceptInManifest(path, { auditHead: 'ab'.repeat(32) });
  await expect(drill()).rejects.toThrow(`the audit log ends before its head ${'ab'.repeat(32)}`);

  // A file with correct checksums whose rollups do not match its parcels.
  const lines = gunzipSync(readFileSync(path)).toString('latin1').split('\n');
  const manifest = JSON.parse(lines[0]!);
  let first = 1;
  for (const table of manifest.tables) {
    if (table.name === 'parcels') {
      lines.splice(first, 1);
      table.rows -= 1;
      break;
    }
    first += table.rows;
  }
  lines[0] = JSON.stringify(manifest);
  const content = `${lines.slice(0, -2).join('\n')}\n`;
  const sha256 = createHash('sha256').update(content, 'latin1').digest('hex');
  writeFileSync(path, gzipSync(Buffer.from(`${content}${JSON.stringify({ sha256 })}\n`, 'latin1')));
  await acceptInManifest(path, { auditHead, rows: listBackups(dir)[0]!.rows - 1 });
  await expect(drill()).rejects.toThrow(/differ from a full recount|violates foreign key/);
});

it('a weekly drill that finds a fault keeps the new backup, deletes none, and fails the run', async () => {
  const start = Date.now();
  await run({}, new Date(start - 8 * DAY_MS));
  const old = newest();
  damage(old);
  await app.sql`update backup_steps set succeeded_at = now() - interval '8 days' where step = 'drill'`;
  await expect(run({}, new Date(start))).rejects.toThrow(`drill: ${old} is damaged`);
  expect(listBackups(dir)).toHaveLength(2);
  const { backup, drill: result } = await lastBackup(app.db);
  expect([backup.failure, result.failure]).toEqual([null, expect.stringContaining('is damaged')]);

  rmSync(old);
  rmSync(`${old}.json`);
  await app.sql`alter table audit_log disable trigger user`;
  await app.sql`update audit_log set action = 'x' where id = (select min(id) from audit_log)`;
  await app.sql`alter table audit_log enable trigger user`;
  await expect(run({}, new Date(start + 1000))).rejects.toThrow(
    'drill: the audit log is not as it was sealed',
  );
  expect(existsSync(join(dir, 'drill'))).toBe(false);
});
