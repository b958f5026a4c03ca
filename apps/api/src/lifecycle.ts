/** Process lifecycle: starts database, migrations, jobs and server, and stops them in reverse order. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate, startEmbeddedPostgres } from '@ardhi/embedded-postgres';
import type pg from 'pg';
import own from '../package.json' with { type: 'json' };
import { createBootstrapInvitation } from './accounts/officials/service.ts';
import { assignFirstOfficial } from './accounts/posts/service.ts';
import { limitEnrolment } from './accounts/second-factors/queries.ts';
import { buildApp } from './app.ts';
import { cronsOf, jobsAtStart, jobsOf, jobsWhileFull } from './jobs.ts';
import { startChangeEventBus } from './lib/database/change-events.ts';
import { connect, LONG_STATEMENT_MS } from './lib/database/database.ts';
import { isNearlyFull, spaceWarning } from './lib/database/disk-space.ts';
import {
  checkAddress,
  checkDatabase,
  checkReplica,
  listenError,
  migrationError,
  oneLine,
} from './lib/database/preflight.ts';
import { processName } from './lib/database/processes.ts';
import { grantAppRole, grantRights, isAuditLogSeparated, roleOf } from './lib/database/roles.ts';
import { listStoredSettings } from './lib/database/stored-settings.ts';
import { passwordHasherFault } from './lib/http/password.ts';
import { SYSTEM, transactionOf } from './lib/http/write-context.ts';
import { addJob, migrateJobs, startJobs } from './lib/jobs/jobs.ts';
import { closeMail } from './lib/jobs/mail.ts';
import { databaseAway } from './lib/logging/outage.ts';
import { stderr, stdout } from './lib/logging/output.ts';
import { type Env, readEnv } from './lib/settings/env.ts';
import { misspelledSettings, misspellingText } from './lib/settings/setting-names.ts';
import { createPartitions, sealAuditLog } from './records/audit/seal-queries.ts';
import { checkBasemapFile } from './system/basemap/archive.ts';

// Both `src/` and `dist/` are one folder below the app.
const appFolder = join(dirname(fileURLToPath(import.meta.url)), '..');
const migrations = join(appFolder, 'migrations');
const webRoot = join(appFolder, '..', 'web', 'dist');

function print(line: string): void {
  stdout.write(`${line}\n`);
}

/** Uses stderr, so that the first line of stdout is the address. */
function note(line: string): void {
  stderr.write(`${line}\n`);
}

async function openDatabase(env: Env, signal: AbortSignal) {
  const waitMs = env.databaseWaitSeconds * 1000;
  const { pooled } = await checkDatabase(env, 'write', { waitMs, signal, note });
  if (env.databaseUrl) {
    const directUrl = env.databaseDirectUrl ?? env.databaseUrl;
    const ownerUrl = env.databaseOwnerUrl ?? directUrl;
    return { url: env.databaseUrl, directUrl, ownerUrl, pooled, folder: undefined, stop: async () => {} };
  }
  const postgres = await startEmbeddedPostgres({ dataDir: env.dataDir, log: note });
  const url = postgres.appConnectionString;
  const { folder, connectionString: ownerUrl } = postgres;
  return { url, directUrl: url, ownerUrl, pooled, folder, stop: () => postgres.stop() };
}

/** Everything that only the owner of the tables can do. Returns the demo accounts. */
async function prepareDatabase(env: Env, { directUrl, ownerUrl }: Record<'directUrl' | 'ownerUrl', string>) {
  const role = ownerUrl === directUrl ? null : await roleOf(directUrl);
  // In the same transaction: a process that is running already reads the views that an upgrade creates anew.
  const finish = role === null ? undefined : (client: pg.Client) => grantRights(client, role);
  await migrate(ownerUrl, migrations, { note, finish }).catch((error) => {
    throw migrationError(error, env);
  });
  const owner = connect(ownerUrl, { max: 2, statementMs: LONG_STATEMENT_MS });
  try {
    // After a long downtime the partition of this month is missing, and no write would succeed.
    await createPartitions(owner.db);
    const accounts = env.demo
      ? await (await import('./demo/demo.ts')).fillDemo(owner.pool, env.demoFarmers)
      : [];
    await migrateJobs(owner.pool);
    if (role !== null) await grantAppRole(owner.pool, role);
    return accounts;
  } finally {
    await owner.close();
  }
}

/** May be unavailable: the primary serves its reads then. */
async function openReplica(env: Env) {
  if (!env.databaseReadUrl) return undefined;
  await checkReplica(env, note);
  const shared = { lifeSeconds: REPLICA_CONNECTION_SECONDS };
  const { read } = env.databaseConnections;
  return {
    calls: connect(env.databaseReadUrl, { ...shared, max: read }),
    exports: connect(env.databaseReadUrl, {
      ...shared,
      max: Math.ceil(read / 3),
      statementMs: LONG_STATEMENT_MS,
    }),
  };
}

/** After this time a connection to a promoted standby is replaced by one to another standby. */
const REPLICA_CONNECTION_SECONDS = 60;

export async function serve(
  env: Env,
  { starting, hurry }: { starting: AbortSignal; hurry: AbortSignal },
): Promise<{ stop: () => Promise<void>; address: string }> {
  await checkAddress(env);
  await checkBasemapFile(env.basemapFile);
  const hasherFault = passwordHasherFault();
  const postgres = await openDatabase(env, starting);
  const stopSteps: (() => Promise<void> | void)[] = [postgres.stop];
  const stop = async () => {
    for (const step of stopSteps.splice(0).reverse()) await step();
  };
  try {
    const { directUrl } = postgres;
    const accounts = await prepareDatabase(env, postgres);

    let warn = (_error: Error) => {};
    const onError = (error: Error) => warn(error);
    const database = connect(postgres.url, {
      onError,
      pooled: postgres.pooled,
      max: env.databaseConnections.calls,
    });
    stopSteps.push(database.close);
    // Exports and jobs run long and need a session, which a transaction pooler does not provide.
    const long = connect(directUrl, {
      onError,
      max: env.databaseConnections.long,
      statementMs: LONG_STATEMENT_MS,
    });
    stopSteps.push(long.close);
    const replica = await openReplica(env);
    if (replica) stopSteps.push(replica.calls.close, replica.exports.close);
    const changeEvents = await startChangeEventBus({
      connectionString: directUrl,
      db: database.db,
      onError,
      applicationName: processName(env, own.version),
    });
    stopSteps.push(changeEvents.close);

    const { server, services } = await buildApp({
      env,
      db: database.db,
      longDb: long.db,
      replica,
      changeEvents,
      databaseFolder: postgres.folder,
      pools: {
        calls: database.pool,
        long: long.pool,
        ...(replica && { replica: replica.calls.pool, 'replica-exports': replica.exports.pool }),
      },
      webRoot: existsSync(webRoot) ? webRoot : undefined,
    });
    stopSteps.push(() => server.close());
    warn = (error) => databaseAway.report(server.log, error);

    if (env.jurisdiction === 'strict') await transactionOf(services, SYSTEM)(assignFirstOfficial);
    if (env.officialsSecondFactor === 'required') await limitEnrolment(database.db);
    const invitation =
      env.governmentSignup.mode === 'invite' ? await createBootstrapInvitation(database.db) : null;
    const storedSettings = env.deployed ? await listStoredSettings(database.db, env) : [];
    const isSeparated = await isAuditLogSeparated(database.db);
    const fault = await hasherFault;
    // Before it listens: afterwards an outage of the database must not end the server.
    for (const job of jobsAtStart) await addJob(database.db, job, {}, { key: job });
    // Fastify would log every address; the line below is enough.
    server.log.level = 'silent';
    await server.listen({ port: env.port, host: env.host }).catch((error) => {
      throw listenError(error, env);
    });
    server.log.level = env.logLevel;
    const address = addressOf(server.server.address(), env.host);
    print(`Ardhi is at ${address}`);
    if (fault) note(`Passwords cannot be hashed (${oneLine(fault)}): /api/ready returns 503 until they can.`);
    print(
      env.deployed
        ? 'Deployed: other machines can reach it, so settings use their safe defaults.'
        : 'Not deployed: only this machine can reach it. HOST, PUBLIC_URL and TRUST_PROXY change that.',
    );
    for (const account of accounts) print(account);
    if (invitation) print(`Invitation for the first official: ${invitation}`);
    if (env.governmentSignup.mode === 'open')
      print(
        'Anyone who can reach this address can register as an official. Set GOVERNMENT_SIGNUP=invite to change that.',
      );

    const space = services.diskSpace.space();
    if (postgres.folder && space && isNearlyFull(space)) print(spaceWarning(postgres.folder, space));
    if (storedSettings.length > 0)
      print(
        `This database keeps settings of version 0.2: ${storedSettings.join(', ')}. A manager switches them to their safe defaults on the account page.`,
      );
    if (!isSeparated)
      print('Audit log not separated: the role of DATABASE_URL can change it. Set DATABASE_OWNER_URL.');

    const runner = startJobs(long.pool, { ...services, db: long.db }, jobsOf(env), cronsOf(env), {
      jobsWhileFull,
    });
    // Runs in reverse: the server first, since a request in flight may still add a job; then jobs; then mail. The last
    // entries are sealed, since verification may run while no server does.
    const seal = async () => void (await sealAuditLog(long.db).catch(() => undefined));
    stopSteps.splice(-1, 0, seal, closeMail, () => runner.stop());
    stopSteps.push(() => services.shutdown.drain(env.drainSeconds, hurry));
    return { stop, address };
  } catch (error) {
    await stop();
    throw error;
  }
}

function addressOf(address: ReturnType<import('node:net').Server['address']>, host: string): string {
  const port = typeof address === 'object' && address ? address.port : 0;
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${shown}:${port}`;
}

/** Starts the server and handles its signals. */
export async function main(): Promise<void> {
  let stop: (() => Promise<void>) | null = null;
  const stopRequest = new AbortController();
  const hurry = new AbortController();
  // Registered before the start, so that an interrupted start stops what it has started so far.
  const onSignal = () => {
    // A second signal skips the wait for the proxies.
    if (stopRequest.signal.aborted) return hurry.abort();
    stopRequest.abort();
    if (stop) void stopAndExit(stop);
  };
  // Replaces the handlers that a release installs before it loads this file.
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal).on(signal, onSignal);
  // An unhandled `error` event would crash the process, for example when the reader of a pipe has ended.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  // An unhandled rejection in a library must not drop the requests of all users.
  process.on('unhandledRejection', (error) => note(`A promise was rejected: ${oneLine(error)}`));
  try {
    for (const found of misspelledSettings()) note(misspellingText(found));
    ({ stop } = await serve(readEnv(), { starting: stopRequest.signal, hurry: hurry.signal }));
    if (stopRequest.signal.aborted) await stopAndExit(stop);
  } catch (error) {
    if (stopRequest.signal.aborted) process.exit(0);
    note(`Ardhi cannot start. ${oneLine(error)}`);
    await stderr.flush();
    process.exit(1);
  }
}

async function stopAndExit(stop: () => Promise<void>): Promise<void> {
  await stop().catch((error: Error) => note(error.message));
  await stdout.flush();
  process.exit(0);
}
