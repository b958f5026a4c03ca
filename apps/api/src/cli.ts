/** What `npm run backup`, `restore`, `admin` and `verify` do; run by scripts of these names. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { backup, restore, runningEmbeddedPostgres, startEmbeddedPostgres } from '@ardhi/embedded-postgres';
import { runAdmin } from './accounts/officials/admin.ts';
import { runVerify } from './insight/analytics/verify.ts';
import { checkDatabase } from './lib/database/preflight.ts';
import { readEnv } from './lib/settings/env.ts';
import { verifyTrail } from './records/audit/verify.ts';

const migrations = fileURLToPath(new URL('../migrations', import.meta.url));
/** Jobs that wait belong to the data that a restore replaces; the server makes their schema again. */
const JOBS_SCHEMA = 'graphile_worker';
/** A code opens an account for a day: it has no place in a file that is kept for years. */
const NOT_IN_BACKUPS = ['one_time_codes'];
const say = (line: string) => process.stderr.write(`${line}\n`);

export async function runDatabaseCommand(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { force: { type: 'boolean', default: false } },
  });
  const [command, name] = positionals;
  if (!name || positionals.length > 2 || (command !== 'backup' && command !== 'restore'))
    throw new Error('use: npm run backup -- FILE, or: npm run restore -- FILE [--force]');
  // npm runs scripts in the project's folder; the file is meant from where the person stands.
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
    say(`${command === 'backup' ? 'saved' : 'restored'} ${rows} rows of ${tables.length} tables: ${file}`);
  });
}

/** `npm run admin -- …`, run by scripts/admin.mjs. */
export async function runAdminCommand(args: string[]): Promise<void> {
  const env = readEnv();
  await withDatabase('backup', async (connectionString) => {
    for (const line of await runAdmin(connectionString, env, args)) process.stdout.write(`${line}\n`);
  });
}

/** `npm run verify [-- HEAD …]`, run by scripts/verify.mjs. Heads are hashes of the trail that were kept elsewhere. */
export async function runVerifyCommand(heads: string[]): Promise<void> {
  await withDatabase('backup', async (connectionString) => {
    for (const line of await runVerify(connectionString)) say(line);
    for (const line of await verifyTrail(connectionString, heads)) say(line);
  });
}

/** The external database, else the embedded one: for a backup as it runs, for a restore only if none runs. */
async function withDatabase(
  command: 'backup' | 'restore',
  work: (connectionString: string) => Promise<void>,
) {
  const env = readEnv();
  await checkDatabase(env, command === 'backup' ? 'read' : 'write');
  const { databaseDirectUrl, databaseUrl, dataDir } = env;
  const external = databaseDirectUrl ?? databaseUrl;
  const running = external ?? (command === 'backup' ? await runningEmbeddedPostgres(dataDir) : undefined);
  if (running) return work(running);
  const postgres = await startEmbeddedPostgres({ dataDir, log: say });
  try {
    await work(postgres.connectionString);
  } finally {
    await postgres.stop();
  }
}
