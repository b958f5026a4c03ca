/** Commands `npm run backup`, `restore`, `admin` and `verify`, called by scripts/cli.mjs. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { backup, restore, runningEmbeddedPostgres, startEmbeddedPostgres } from '@ardhi/embedded-postgres';
import { runAdmin } from './accounts/officials/admin.ts';
import { runVerify } from './insight/analytics/verify.ts';
import { checkDatabase } from './lib/database/preflight.ts';
import { readEnv } from './lib/settings/env.ts';
import { AUDIT_LOG_MONTHS, VERIFY_RESULTS, VerifyError, verifyAuditLog } from './records/audit/verify.ts';

const migrations = fileURLToPath(new URL('../migrations', import.meta.url));
/** A restore also drops queued jobs; the server creates their schema again. */
const JOBS_SCHEMA = 'graphile_worker';
/** A code grants access to an account for a day, so it must not be in a file that is stored for years. */
export const NOT_IN_BACKUPS = ['one_time_codes'];
const print = (line: string) => process.stderr.write(`${line}\n`);

export async function runDatabaseCommand(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { force: { type: 'boolean', default: false } },
  });
  const [command, name] = positionals;
  if (!name || positionals.length > 2 || (command !== 'backup' && command !== 'restore'))
    throw new Error('use: npm run backup -- FILE, or: npm run restore -- FILE [--force]');
  // npm runs scripts in the project folder; the path is relative to the operator's current folder.
  const file = resolve(process.env.INIT_CWD ?? '.', name);

  await withDatabase(command, async (connectionString) => {
    const { tables } =
      command === 'backup'
        ? await backup(connectionString, file, { leftOut: NOT_IN_BACKUPS })
        : await restore(connectionString, file, {
            migrations,
            dropSchemas: [JOBS_SCHEMA],
            force: values.force,
          });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    print(`${command === 'backup' ? 'saved' : 'restored'} ${rows} rows of ${tables.length} tables: ${file}`);
  });
}

/** `npm run admin -- …`, run by scripts/cli.mjs. */
export async function runAdminCommand(args: string[]): Promise<void> {
  const env = readEnv();
  await withDatabase('backup', async (connectionString) => {
    for (const line of await runAdmin(connectionString, env, args)) process.stdout.write(`${line}\n`);
  });
}

const VERIFY_USAGE = `use: npm run verify -- [HEAD …] [--retention-months ${AUDIT_LOG_MONTHS}] [--accept-restore]`;

/**
 * `npm run verify -- [HEAD …]`, run by scripts/cli.mjs. Heads are audit log hashes that were stored elsewhere. The
 * thrown error has the exit code; a fault of the audit log outweighs a wrong metric.
 */
export async function runVerifyCommand(args: string[]): Promise<void> {
  const { positionals: heads, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      'retention-months': { type: 'string', default: String(AUDIT_LOG_MONTHS) },
      'accept-restore': { type: 'boolean', default: false },
    },
  });
  const retentionMonths = Number(values['retention-months']);
  const areHeads = heads.every((head) => /^[0-9a-f]{64}$/i.test(head));
  if (!areHeads || !Number.isInteger(retentionMonths) || retentionMonths < 1) throw new Error(VERIFY_USAGE);
  await withDatabase('backup', async (connectionString) => {
    const checks = await Promise.allSettled([
      runVerify(connectionString),
      verifyAuditLog(connectionString, heads, {
        retentionMonths,
        acceptRestore: values['accept-restore'],
      }),
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

/** External database, else the embedded one. A backup may use a running one; a restore starts its own. */
async function withDatabase(
  command: 'backup' | 'restore',
  work: (connectionString: string) => Promise<void>,
) {
  const env = readEnv();
  await checkDatabase(env, command === 'backup' ? 'read' : 'write');
  const { databaseOwnerUrl, databaseDirectUrl, databaseUrl, dataDir } = env;
  const external = databaseOwnerUrl ?? databaseDirectUrl ?? databaseUrl;
  const running = external ?? (command === 'backup' ? await runningEmbeddedPostgres(dataDir) : undefined);
  if (running) return work(running);
  const postgres = await startEmbeddedPostgres({ dataDir, log: print });
  try {
    await work(postgres.connectionString);
  } finally {
    await postgres.stop();
  }
}
