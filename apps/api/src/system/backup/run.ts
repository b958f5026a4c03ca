/** One run of the scheduled backup: archive, weekly drill, encryption, manifest, off-site copy, retention. */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { backup, encryptBackup } from '@ardhi/embedded-postgres';
import { sql } from 'kysely';
import { connect } from '../../lib/database/database.ts';
import type { Db } from '../../lib/database/db.ts';
import type { Env } from '../../lib/settings/env.ts';
import { auditLogHead } from '../../records/audit/seal-queries.ts';
import { drillArchive } from './drill.ts';
import {
  type BackupManifest,
  backupName,
  checkFile,
  deleteBackup,
  deleteUnfinished,
  journalCopyOf,
  listBackups,
  measure,
  publishBackup,
} from './folder.ts';
import { type BackupStep, lastBackup, recordFailure, recordSuccess } from './results.ts';
import { expiredBackups } from './retention.ts';

/** A code grants access to an account for a day; the results are of the database that was backed up. */
export const NOT_IN_BACKUPS = ['one_time_codes', 'backup_steps'];

/** Half a day less than a week, so that a run that starts a little earlier than the last one does not skip it. */
const DRILL_MS = 6.5 * 24 * 60 * 60_000;

export type BackupSettings = Omit<Env['backup'], 'dir' | 'time'> & { dir: string };

export interface BackupOptions {
  print: (line: string) => void;
  /** Journal of erased and suspended accounts, copied with the backup. */
  journal?: string;
  now?: Date;
}

/** Throws after everything else is done if a step failed. Such a run deletes nothing. */
export async function runBackup(
  connectionString: string,
  settings: BackupSettings,
  { print, journal = '', now = new Date() }: BackupOptions,
): Promise<void> {
  mkdirSync(settings.dir, { recursive: true, mode: 0o700 });
  const { db, close } = connect(connectionString, { max: 2 });
  try {
    await whileLocked(db, async () => {
      deleteUnfinished(settings.dir);
      const faults = await backUp(db, connectionString, settings, { print, journal, now });
      if (faults.length > 0) throw new Error(faults.join('\n'));
      const expired = expiredBackups(datedBackups(settings.dir), settings.keep);
      for (const { path } of expired) deleteBackup(path);
      print(`deleted ${expired.length} old backups, kept ${listBackups(settings.dir).length}`);
    });
  } finally {
    await close();
  }
}

/** Returns the faults of the drill and of the copy, which do not make the backup useless. */
async function backUp(
  db: Db,
  connectionString: string,
  settings: BackupSettings,
  { print, journal, now }: Required<BackupOptions>,
): Promise<string[]> {
  const { dir, drillUrl, recipients, copyCommand } = settings;
  const archive = join(dir, `${backupName(now)}.unfinished`);
  const head = (await auditLogHead(db)).hash;
  const faults: string[] = [];
  const attempt = async (step: BackupStep, work: () => Promise<Parameters<typeof recordSuccess>[2]>) => {
    try {
      await recordSuccess(db, step, await work());
    } catch (error) {
      const { message } = error as Error;
      faults.push(`${step}: ${message}`);
      // If the database is the fault, nothing can be stored in it.
      await recordFailure(db, step, message).catch(() => undefined);
    }
  };

  let path = '';
  await attempt('backup', async () => {
    const { tables, migration } = await backup(connectionString, archive, { leftOut: NOT_IN_BACKUPS });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const file = backupName(now) + (recipients.length > 0 ? '.age' : '');
    path = join(dir, file);
    if (await isDrillDue(db, now))
      await attempt('drill', async () => {
        for (const stored of datedBackups(dir)) await checkFile(stored.path, stored.manifest);
        const { rows: restored, lines } = await drillArchive(archive, { dir, drillUrl, head });
        print(`drill: restored ${restored} rows; ${lines.join('; ')}`);
        return { file, bytes: null, rows: restored };
      });
    const finished = await encrypt(archive, recipients);
    const manifest: BackupManifest = {
      file,
      ...(await measure(finished)),
      createdAt: now.toISOString(),
      migration,
      rows,
      tables: Object.fromEntries(tables.map((table) => [table.name, table.rows])),
      auditHead: head,
      encryptedTo: recipients,
    };
    if (existsSync(journal)) copyFileSync(journal, journalCopyOf(path));
    publishBackup(finished, path, manifest);
    print(`saved ${rows} rows of ${tables.length} tables: ${path}, ${manifest.bytes} bytes`);
    return { file, bytes: manifest.bytes, rows };
  });
  rmSync(archive, { force: true });
  if (copyCommand && path && faults.every((fault) => !fault.startsWith('backup:')))
    await attempt('copy', async () => {
      await copy(copyCommand, path, dir);
      print('copied by BACKUP_COPY_COMMAND');
      return { file: basename(path), bytes: null, rows: null };
    });
  return faults;
}

/** Two runs would delete each other's files and use the same scratch folder. */
async function whileLocked(db: Db, work: () => Promise<void>): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_lock(1634886760, 13) as locked`.execute(connection);
    if (!rows[0]!.locked) throw new Error('another backup of this database is running');
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(1634886760, 13)`.execute(connection).catch(() => undefined);
    }
  });
}

async function isDrillDue(db: Db, now: Date): Promise<boolean> {
  const { succeededAt } = (await lastBackup(db)).drill;
  return !succeededAt || now.getTime() - Date.parse(succeededAt) > DRILL_MS;
}

async function encrypt(archive: string, recipients: string[]): Promise<string> {
  if (recipients.length === 0) return archive;
  const encrypted = archive.replace(/unfinished$/, 'age.unfinished');
  await encryptBackup(archive, encrypted, recipients);
  rmSync(archive);
  return encrypted;
}

function datedBackups(dir: string) {
  return listBackups(dir).map((manifest) => ({
    manifest,
    path: join(dir, manifest.file),
    createdAt: new Date(manifest.createdAt),
  }));
}

const MAX_OUTPUT = 500;

async function copy(command: string, path: string, dir: string): Promise<void> {
  const child = spawn(command, {
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, BACKUP_FILE: path, BACKUP_MANIFEST: `${path}.json`, BACKUP_DIR: dir },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-MAX_OUTPUT);
    });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`BACKUP_COPY_COMMAND ended with ${code}: ${output.trim()}`);
}
