/** The process: database, migrations, jobs, server; and all of it down again in order. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate, startEmbeddedPostgres } from '@ardhi/embedded-postgres';
import { firstInvitation } from './accounts/officials/service.ts';
import { buildApp } from './app.ts';
import { crons, jobs, jobsAtStart } from './jobs.ts';
import { startChangeEventBus } from './lib/database/change-events.ts';
import { connect, LONG_STATEMENT_MS } from './lib/database/database.ts';
import {
  addressFault,
  checkAddress,
  checkDatabase,
  checkReplica,
  migrationFault,
  oneLine,
} from './lib/database/preflight.ts';
import { addJob, migrateJobs, startJobs } from './lib/jobs/jobs.ts';
import { closeMail } from './lib/jobs/mail.ts';
import { noteOutage } from './lib/logging/outage.ts';
import { type Env, readEnv } from './lib/settings/env.ts';
import { makeMonths } from './records/audit/seal-queries.ts';

// Both `src/server.ts` and `dist/server.js` lie one folder below the app.
const appFolder = join(dirname(fileURLToPath(import.meta.url)), '..');
const migrations = join(appFolder, 'migrations');
const webRoot = join(appFolder, '..', 'web', 'dist');

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Beside the output, so that its first line is the address. */
function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function openDatabase(env: Env, signal: AbortSignal) {
  const waitMs = env.databaseWaitSeconds * 1000;
  const { pooled } = await checkDatabase(env, 'write', { waitMs, signal, note });
  if (env.databaseUrl) return { url: env.databaseUrl, pooled, stop: async () => {} };
  const postgres = await startEmbeddedPostgres({ dataDir: env.dataDir, log: note });
  return { url: postgres.connectionString, pooled, stop: () => postgres.stop() };
}

/** It need not be there: what it would have answered the primary does. */
async function openReplica(env: Env) {
  if (!env.databaseReadUrl) return undefined;
  await checkReplica(env, note);
  const shared = { lifeSeconds: REPLICA_LIFE_SECONDS };
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

/** A standby that was promoted is left for another. */
const REPLICA_LIFE_SECONDS = 60;

export async function serve(
  env: Env,
  { starting, hurry }: { starting: AbortSignal; hurry: AbortSignal },
): Promise<{ stop: () => Promise<void>; address: string }> {
  await checkAddress(env);
  const postgres = await openDatabase(env, starting);
  const undo: (() => Promise<void> | void)[] = [postgres.stop];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const directUrl = env.databaseDirectUrl ?? postgres.url;
    await migrate(directUrl, migrations, { note }).catch((error) => {
      throw migrationFault(error, env);
    });

    let warn = (_error: Error) => {};
    const onError = (error: Error) => warn(error);
    const database = connect(postgres.url, {
      onError,
      pooled: postgres.pooled,
      max: env.databaseConnections.calls,
    });
    undo.push(database.close);
    // Exports and jobs take long and hold a session, which a transaction pooler does not give.
    const long = connect(directUrl, {
      onError,
      max: env.databaseConnections.long,
      statementMs: LONG_STATEMENT_MS,
    });
    undo.push(long.close);
    const replica = await openReplica(env);
    if (replica) undo.push(replica.calls.close, replica.exports.close);
    // A server that was off for long has none for this month; without one nothing can be written.
    await makeMonths(long.db);
    const accounts = env.demo
      ? await (await import('./demo/demo.ts')).fillDemo(long.pool, env.demoFarmers)
      : [];
    const [changeEvents] = await Promise.all([
      startChangeEventBus({ connectionString: directUrl, db: database.db, onError }),
      migrateJobs(long.pool),
    ]);
    undo.push(changeEvents.close);

    const { server, services } = await buildApp({
      env,
      db: database.db,
      longDb: long.db,
      replica,
      changeEvents,
      pools: {
        calls: database.pool,
        long: long.pool,
        ...(replica && { replica: replica.calls.pool, 'replica-exports': replica.exports.pool }),
      },
      webRoot: existsSync(webRoot) ? webRoot : undefined,
    });
    undo.push(() => server.close());
    warn = (error) => noteOutage(server.log, error);

    const invitation = env.governmentSignup.mode === 'invite' ? await firstInvitation(database.db) : null;
    // Fastify announces each address in the log; one line in words is enough.
    server.log.level = 'silent';
    await server.listen({ port: env.port, host: env.host }).catch((error) => {
      throw addressFault(error, env);
    });
    server.log.level = env.logLevel;
    const address = addressOf(server.server.address(), env.host);
    say(`Ardhi is at ${address}`);
    for (const account of accounts) say(account);
    if (invitation) say(`Invitation for the first official: ${invitation}`);
    say(
      env.deployed
        ? 'Deployed: other machines can reach it, so settings use their safe defaults.'
        : 'Not deployed: only this machine can reach it. HOST, PUBLIC_URL and TRUST_PROXY change that.',
    );
    if (env.governmentSignup.mode === 'open')
      say(
        'Anyone who can reach this address can register as an official. Set GOVERNMENT_SIGNUP=invite to change that.',
      );

    for (const job of jobsAtStart) await addJob(database.db, job, {}, { key: job });
    const runner = startJobs(long.pool, { ...services, db: long.db }, jobs, crons);
    // Undone in reverse: the server first, since a request in flight may still ask for a job; then jobs; then mail.
    undo.splice(-1, 0, closeMail, () => runner.stop());
    undo.push(() => services.shutdown.drain(env.drainSeconds, hurry));
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

export async function main(): Promise<void> {
  let stop: (() => Promise<void>) | null = null;
  const ending = new AbortController();
  const hurry = new AbortController();
  // From the first moment: a start that is interrupted shuts down what it has started so far.
  const end = () => {
    // Whoever asks twice does not want to wait for the proxies.
    if (ending.signal.aborted) return hurry.abort();
    ending.abort();
    if (stop) void leave(stop);
  };
  // Instead of what a release does before this file is loaded.
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal).on(signal, end);
  // A promise that a library forgot is no reason to drop everybody's requests.
  process.on('unhandledRejection', (error) => note(`A promise was rejected: ${oneLine(error)}`));
  try {
    ({ stop } = await serve(readEnv(), { starting: ending.signal, hurry: hurry.signal }));
    if (ending.signal.aborted) await leave(stop);
  } catch (error) {
    if (ending.signal.aborted) process.exit(0);
    process.stderr.write(`Ardhi cannot start. ${oneLine(error)}\n`);
    process.exit(1);
  }
}

async function leave(stop: () => Promise<void>): Promise<void> {
  await stop().catch((error: Error) => process.stderr.write(`${error.message}\n`));
  process.exit(0);
}

await main();
