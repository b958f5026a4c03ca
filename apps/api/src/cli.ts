/** Commands for the operator: `npm run backup` and others in a checkout, `node cli.js backup` in a release. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  backup,
  hasEmbeddedPostgres,
  restore,
  runningEmbeddedPostgres,
  ServerClient,
  startEmbeddedPostgres,
} from '@ardhi/embedded-postgres';
import { runAdmin } from './accounts/officials/admin.ts';
import { runVerify } from './insight/analytics/verify.ts';
import { checkDatabase } from './lib/database/preflight.ts';
import { type CommandSettings, readCommandSettings } from './lib/settings/command-settings.ts';
import { newPushKey } from './lib/settings/push-settings.ts';
import { verifyBinder } from './office/binders/verify.ts';
import { AUDIT_LOG_MONTHS, VERIFY_RESULTS, VerifyError, verifyAuditLog } from './records/audit/verify.ts';
import { drillCommand, readIdentity, scheduledBackup } from './system/backup/commands.ts';
import { beginEpoch, parseMoment, releaseMail } from './system/backup/recovery.ts';
import { NOT_IN_BACKUPS } from './system/backup/run.ts';
import { runDoctor } from './system/doctor/command.ts';
import { runMaintenance } from './system/doctor/maintenance.ts';

const migrations = fileURLToPath(new URL('../migrations', import.meta.url));
/** A restore also drops queued jobs; the server creates their schema again. */
const JOBS_SCHEMA = 'graphile_worker';
const print = (line: string) => process.stderr.write(`${line}\n`);

type Command = (args: string[], settings: CommandSettings) => Promise<void>;

const commands: Record<string, Command> = {
  backup: runBackupCommand,
  restore: runRestoreCommand,
  'new-epoch': runNewEpochCommand,
  'release-mail': (_args, settings) => withDatabase(settings, (url) => releaseMail(url, print)),
  drill: (args, { env }) => drillCommand(args, env, print),
  admin: runAdminCommand,
  verify: runVerifyCommand,
  doctor: runDoctorCommand,
  maintenance: (args, { env }) => runMaintenance(args, env, print),
};

/** `dataDir` has the embedded database if no setting names one. A thrown error may have an exit code. */
export async function runCommand([name = '', ...args]: string[], { dataDir = './data' } = {}): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Error(`use: node cli.js ${Object.keys(commands).join('|')} …`);
  await command(args, readCommandSettings(dataDir));
}

async function runBackupCommand(args: string[], settings: CommandSettings): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  if (positionals.length === 0)
    return withDatabase(settings, (connectionString) =>
      scheduledBackup(connectionString, settings.env, print),
    );
  if (positionals.length !== 1) throw new Error('use: npm run backup [-- FILE]');
  const file = inOperatorsFolder(positionals[0]!);
  await withDatabase(settings, async (connectionString) => {
    const { tables } = await backup(connectionString, file, { leftOut: NOT_IN_BACKUPS });
    print(`saved ${describeRows(tables)}: ${file}`);
  });
}

async function runRestoreCommand(args: string[], settings: CommandSettings): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      force: { type: 'boolean', default: false },
      new: { type: 'boolean', default: false },
      identity: { type: 'string' },
    },
  });
  if (positionals.length !== 1)
    throw new Error('use: npm run restore -- FILE [--identity FILE] [--force | --new]');
  const file = inOperatorsFolder(positionals[0]!);
  await withRestoreTarget(settings, { isNew: values.new }, async (connectionString) => {
    const { tables, createdAt } = await restore(connectionString, file, {
      migrations,
      dropSchemas: [JOBS_SCHEMA],
      force: values.force,
      identity: values.identity && readIdentity(values.identity),
    });
    print(`restored ${describeRows(tables)}: ${file}`);
    await beginEpoch(connectionString, settings.env, { restoredTo: new Date(createdAt), file }, print);
  });
}

/** After point-in-time recovery, which happens without our commands. */
async function runNewEpochCommand(args: string[], settings: CommandSettings): Promise<void> {
  const { values } = parseArgs({ args, options: { since: { type: 'string' } } });
  const { since } = values;
  if (!since) throw new Error('use: node cli.js new-epoch --since 2026-11-16T09:30:00+03');
  await withDatabase(settings, async (connectionString) => {
    const restoredTo = await parseMoment(connectionString, since);
    await beginEpoch(connectionString, settings.env, { restoredTo }, print);
  });
}

/** npm runs scripts in the project folder; the path is relative to the operator's current folder. */
const inOperatorsFolder = (name: string) => resolve(process.env.INIT_CWD ?? '.', name);

const describeRows = (tables: { rows: number }[]) =>
  `${tables.reduce((sum, table) => sum + table.rows, 0)} rows of ${tables.length} tables`;

async function runAdminCommand(args: string[], settings: CommandSettings): Promise<void> {
  // Needs no database. The public key is derived from the private one.
  if (args[0] === 'push-keys' && args.length === 1) {
    process.stdout.write(`PUSH_PRIVATE_KEY=${newPushKey()}\n`);
    return;
  }
  await withDatabase(settings, async (connectionString) => {
    for (const line of await runAdmin(connectionString, settings.env, args))
      process.stdout.write(`${line}\n`);
  });
}

const VERIFY_USAGE = `use: npm run verify -- [HEAD …] [--retention-months ${AUDIT_LOG_MONTHS}] [--accept-restore] [--binder FILE]…`;

/**
 * Heads are audit log hashes that were stored elsewhere. `--binder` names files of an audit binder, CSV or PDF. The thrown
 * error has the exit code; a fault of the audit log or of a binder outweighs a wrong metric.
 */
async function runVerifyCommand(args: string[], settings: CommandSettings): Promise<void> {
  const { positionals: heads, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      'retention-months': { type: 'string', default: String(AUDIT_LOG_MONTHS) },
      'accept-restore': { type: 'boolean', default: false },
      binder: { type: 'string', multiple: true, default: [] },
    },
  });
  const files = values.binder.map(inOperatorsFolder);
  const retentionMonths = Number(values['retention-months']);
  const areHeads = heads.every((head) => /^[0-9a-f]{64}$/i.test(head));
  if (!areHeads || !Number.isInteger(retentionMonths) || retentionMonths < 1) throw new Error(VERIFY_USAGE);
  await withDatabase(settings, async (connectionString) => {
    const checks = await Promise.allSettled([
      runVerify(connectionString),
      verifyAuditLog(connectionString, heads, {
        retentionMonths,
        acceptRestore: values['accept-restore'],
      }),
      ...(files.length > 0 ? [verifyBinder(connectionString, files)] : []),
    ]);
    for (const check of checks) if (check.status === 'fulfilled') for (const line of check.value) print(line);
    const errors = checks.flatMap((check) => (check.status === 'rejected' ? [check.reason as Error] : []));
    if (errors.length === 0) return;
    const [code = VERIFY_RESULTS.failed] = errors.flatMap((error) =>
      error instanceof VerifyError ? [error.exitCode] : [],
    );
    throw new VerifyError(errors.map(({ message }) => message).join('\n'), code);
  });
}

async function runDoctorCommand(args: string[], settings: CommandSettings): Promise<void> {
  const isSound = await runDoctor(args, settings, (line) => process.stdout.write(`${line}\n`));
  if (!isSound) process.exitCode = 1;
}

/** The existing database, running or not. Prints which one it is. */
async function withDatabase(
  settings: CommandSettings,
  work: (connectionString: string) => Promise<void>,
): Promise<void> {
  const external = await externalDatabase(settings, 'read');
  if (external) {
    await requireTables(external);
    return work(external);
  }
  const { dataDir } = settings.env;
  requireEmbedded(dataDir);
  const running = await runningEmbeddedPostgres(dataDir);
  return running ? work(running) : withEmbedded(dataDir, { mustExist: true }, work);
}

/** A restore replaces the whole database, so no server may be running on it. */
async function withRestoreTarget(
  settings: CommandSettings,
  { isNew }: { isNew: boolean },
  work: (connectionString: string) => Promise<void>,
): Promise<void> {
  const external = await externalDatabase(settings, 'write');
  if (external && isNew)
    throw new Error(
      '--new creates an embedded database: create an external one with createdb, without --new',
    );
  if (external) return work(external);
  const { dataDir } = settings.env;
  if (!isNew) requireEmbedded(dataDir);
  else if (hasEmbeddedPostgres(dataDir))
    throw new Error(
      `there is a database in ${dataDir} already: use --force instead of --new to replace its data`,
    );
  await withEmbedded(dataDir, { mustExist: !isNew }, work);
}

/** Address of the external database, which exists, or undefined for the embedded one. */
async function externalDatabase(
  { env, file }: CommandSettings,
  use: 'read' | 'write',
): Promise<string | undefined> {
  const name = (['databaseOwnerUrl', 'databaseDirectUrl', 'databaseUrl'] as const).find((each) => env[each]);
  const url = name && env[name];
  const shown = url?.replace(/\/\/([^:@/]*)(:[^@]*)?@/, '//$1@').replace(/\?.*/, '');
  print(`Database: ${shown ?? `embedded, in ${env.dataDir}`}${file ? ` (from ${file})` : ''}`);
  await checkDatabase(env, use);
  return url ?? undefined;
}

function requireEmbedded(dataDir: string): void {
  if (!hasEmbeddedPostgres(dataDir))
    throw new Error(
      `there is no database in ${dataDir}: name its folder in DATA_DIR or its address in DATABASE_URL (only restore --new creates one)`,
    );
}

async function requireTables(connectionString: string): Promise<void> {
  const client = new ServerClient({ connectionString });
  await client.connect();
  const { rows } = await client
    .query(`select to_regclass('migrations') is not null as "isOurs"`)
    .finally(() => client.end());
  if (!rows[0].isOurs)
    throw new Error('this database is empty: start Ardhi on it once, or restore a backup into it');
}

async function withEmbedded(
  dataDir: string,
  { mustExist }: { mustExist: boolean },
  work: (connectionString: string) => Promise<void>,
): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: print, mustExist });
  try {
    await work(postgres.connectionString);
  } finally {
    await postgres.stop();
  }
}
