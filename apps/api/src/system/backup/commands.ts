/** `npm run backup` without a file, and `npm run drill`. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runningEmbeddedPostgres } from '@ardhi/embedded-postgres';
import { journalOf } from '../../accounts/users/journal.ts';
import { connect } from '../../lib/database/database.ts';
import type { Env } from '../../lib/settings/env.ts';
import { drillFile } from './drill.ts';
import { listBackups } from './folder.ts';
import { recordFailure, recordSuccess } from './results.ts';
import { runBackup } from './run.ts';

type Print = (line: string) => void;

// npm runs scripts in the project folder; the path is relative to the operator's current folder.
const pathOf = (name: string) => resolve(process.env.INIT_CWD ?? '.', name);

export async function scheduledBackup(connectionString: string, env: Env, print: Print): Promise<void> {
  const { dir, ...settings } = env.backup;
  if (!dir) throw new Error('BACKUP_DIR is not set: set it, or name the file (npm run backup -- FILE)');
  await runBackup(connectionString, { ...settings, dir }, { print, journal: journalOf(env) });
}

export function readIdentity(name: string): string {
  const path = pathOf(name);
  if (!existsSync(path)) throw new Error(`there is no identity file ${path}`);
  return readFileSync(path, 'utf8');
}

/** The drill of a backup as it is stored. It runs on any machine that has the file and the identity. */
export async function drillCommand(args: string[], env: Env, print: Print): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { identity: { type: 'string' } },
  });
  if (positionals.length > 1) throw new Error('use: npm run drill -- [FILE] [--identity FILE]');
  const path = positionals[0] ? pathOf(positionals[0]) : newestBackup(env);
  const identity = values.identity ? readIdentity(values.identity) : undefined;
  print(`drill of ${path}`);
  const started = performance.now();
  try {
    const { rows, lines, bytes } = await drillFile(path, {
      dir: dirname(path),
      drillUrl: env.backup.drillUrl,
      identity,
    });
    for (const line of lines) print(line);
    print(
      `restored ${rows} rows in ${Math.ceil((performance.now() - started) / 1000)} s: the backup is good`,
    );
    await record(env, (db) => recordSuccess(db, 'full-drill', { file: basename(path), bytes, rows }));
  } catch (error) {
    await record(env, (db) => recordFailure(db, 'full-drill', (error as Error).message));
    throw error;
  }
}

function newestBackup({ backup: { dir } }: Env): string {
  if (!dir) throw new Error('BACKUP_DIR is not set: set it, or name the file (npm run drill -- FILE)');
  const newest = existsSync(dir) ? listBackups(dir).at(-1) : undefined;
  if (!newest) throw new Error(`there is no backup in ${dir}`);
  return join(dir, newest.file);
}

/** On another machine there is no database to store the result in. */
async function record(
  env: Env,
  store: (db: ReturnType<typeof connect>['db']) => Promise<void>,
): Promise<void> {
  const { databaseOwnerUrl, databaseDirectUrl, databaseUrl, dataDir } = env;
  const url =
    databaseOwnerUrl ?? databaseDirectUrl ?? databaseUrl ?? (await runningEmbeddedPostgres(dataDir));
  if (!url) return;
  const { db, close } = connect(url, { max: 1 });
  await store(db)
    .catch(() => undefined)
    .finally(close);
}
