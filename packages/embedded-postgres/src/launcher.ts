import type { ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, type DatabaseError } from 'pg';
import { APP_NAME, isPasswordRequired, passwordOf, requirePassword } from './launcher/access.ts';
import {
  type Binaries,
  type Cluster,
  canRun,
  findBinaries,
  prepareBinaries,
  type Transport,
} from './launcher/binaries.ts';
import {
  addressOf,
  createCluster,
  type Postmaster,
  removeShortSocketFolder,
  removeStalePidFile,
  runningPostmaster,
  signalStop,
  spawnPostmaster,
  startFault,
} from './launcher/cluster.ts';
import {
  clusterFolder,
  clustersIn,
  type Home,
  homeFolder,
  prepareHome,
  sharedFolder,
} from './launcher/home.ts';

export interface EmbeddedPostgres {
  /** Data directory, also if it is outside `dataDir`. */
  folder: string;
  /** Of the role that owns the database: for migrations and commands. */
  connectionString: string;
  /** Of the role that the server works as. */
  appConnectionString: string;
  /** Shuts PostgreSQL down and closes open connections. */
  stop(): Promise<void>;
}

interface Options {
  dataDir: string;
  log: (message: string) => void;
  /** PostgreSQL settings that override the defaults of this package. */
  settings?: Record<string, string>;
  /** Only Windows needs loopback. */
  transport?: Transport;
  /** Which PostgreSQL to run, best first. */
  binaries?: Binaries[];
  /** Commands never create a database: an empty one in the wrong folder would look like lost data. */
  mustExist?: boolean;
}

export const GUARD = 'ardhi guard';
const SERVER_LOCK = [0x61726468, 1];
const POLL_MS = 10;
const RETRY_MS = 1_000;
// Crash recovery replays at most max_wal_size, which takes seconds even on a slow disk.
const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 60_000;
const PREDECESSOR_LIMIT_MS = 10_000;
const LOCK_LIMIT_MS = 1_000;

/** Starts PostgreSQL on `dataDir`, or takes over the one that a killed server left running. */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  try {
    if (options.mustExist && !hasEmbeddedPostgres(dataDir))
      throw new Error(`there is no database in ${dataDir}`);
    const cluster = await openCluster(dataDir, options);
    return await superviseCluster(cluster, { ...options, dataDir });
  } catch (error) {
    throw asReadableError(error as NodeJS.ErrnoException, dataDir);
  }
}

/** Creates nothing. */
export const hasEmbeddedPostgres = (dataDir: string) => clustersIn(homeFolder(resolve(dataDir))).length > 0;

/** The owner's connection string of the PostgreSQL that runs on `dataDir`, if any. Waits while it starts or stops. */
export async function runningEmbeddedPostgres(dataDir: string): Promise<string | undefined> {
  const home = homeFolder(resolve(dataDir));
  for (const major of clustersIn(home)) {
    const folder = clusterFolder(home, major);
    const started = Date.now();
    for (;;) {
      const postmaster = await runningPostmaster(folder);
      if (postmaster?.ready) return addressOf(postmaster, folder);
      if (!postmaster) break;
      if (Date.now() - started > START_LIMIT_MS) throw new Error(noResponse(folder));
      await wait(POLL_MS);
    }
  }
  return undefined;
}

const noResponse = (folder: string) => `PostgreSQL in ${folder} does not respond: see ${folder}.log`;

async function openCluster(
  dataDir: string,
  { log, binaries: requested, transport }: Options,
): Promise<Cluster> {
  const home = prepareHome(dataDir, log);
  const binaries = chooseBinaries(requested ?? findBinaries(), home, dataDir);
  const cluster: Cluster = {
    binaries,
    folder: clusterFolder(home.folder, binaries.major),
    user: home.user,
    transport: transport ?? (process.platform === 'win32' ? 'loopback' : 'socket'),
  };
  if (home.majors.length === 0) {
    await createCluster(cluster);
    log(`Created a PostgreSQL ${binaries.major} database in ${cluster.folder}`);
  }
  return cluster;
}

function chooseBinaries(candidates: Iterable<Binaries>, home: Home, dataDir: string): Binaries {
  const present: number[] = [];
  for (const candidate of candidates) {
    present.push(candidate.major);
    if (home.majors.length > 0 && !home.majors.includes(candidate.major)) continue;
    const binaries = prepareBinaries(candidate, home.user, () => (home.user ? sharedFolder() : home.folder));
    if (home.majors.length > 0 || canRun(binaries)) return binaries;
  }
  if (home.majors.length > 0)
    throw new Error(
      `${dataDir} holds a PostgreSQL ${home.majors.join(' and ')} database, but this machine has PostgreSQL ${present.join(' and ') || 'none'}: install that version, or restore a backup into another DATA_DIR`,
    );
  throw new Error(
    `no PostgreSQL comes with Ardhi for ${process.platform}-${process.arch}: install PostgreSQL 15 or newer, or set DATABASE_URL to one that runs elsewhere`,
  );
}

/** Restarts PostgreSQL when it dies, and holds the advisory lock that keeps a second server out. */
async function superviseCluster(cluster: Cluster, options: Options): Promise<EmbeddedPostgres> {
  const { log } = options;
  let isStopping = false;
  let held = await hold(cluster, options);
  watch();
  await ensureAppRole(cluster, held);

  function watch() {
    held.guard.on('error', () => undefined);
    held.guard.once('end', () => void holdAgain());
  }

  async function holdAgain() {
    if (!isStopping) log('PostgreSQL went away: starting it again');
    let reported = '';
    while (!isStopping) {
      try {
        held = await hold(cluster, options, held.postmaster);
        watch();
        log('PostgreSQL is back');
        return;
      } catch (error) {
        const { message } = error as Error;
        if (message !== reported) log(`PostgreSQL is still away: ${message}`);
        reported = message;
        await wait(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  return {
    folder: cluster.folder,
    connectionString: addressOf(held.postmaster, cluster.folder),
    appConnectionString: addressOf(held.postmaster, cluster.folder, APP_NAME),
    async stop() {
      isStopping = true;
      await stopPostmaster(cluster);
      await held.guard.end();
      removeShortSocketFolder(cluster.folder, held.postmaster);
    },
  };
}

/** Data folders of earlier releases lack the role. Only the superuser can create it. */
async function ensureAppRole({ folder }: Cluster, { guard, postmaster }: Held): Promise<void> {
  const { rowCount } = await guard.query('select from pg_roles where rolname = $1', [APP_NAME]);
  if (rowCount) return;
  const client = new Client({ connectionString: addressOf(postmaster, folder, 'postgres') });
  await client.connect();
  await client
    .query(`create role ${APP_NAME} login password '${passwordOf(folder)}'`)
    .finally(() => client.end());
}

interface Held {
  postmaster: Postmaster;
  guard: Client;
}

/** Polls, because a predecessor may be starting, stopping or dying at the same time. */
async function hold(cluster: Cluster, options: Options, previous?: Postmaster): Promise<Held> {
  const started = Date.now();
  const isByPredecessor = (fault: string) =>
    /lock file .* already exists|pre-existing shared memory block/.test(fault) &&
    Date.now() - started < PREDECESSOR_LIMIT_MS;
  let child: ChildProcess | undefined;
  let refusedSince: number | undefined;
  for (;;) {
    const postmaster = await runningPostmaster(cluster.folder);
    if (postmaster?.ready) {
      const guard = await connect(cluster, postmaster);
      if (guard && (await tryLock(guard))) {
        if (isPasswordRequired(cluster)) return { postmaster, guard };
        // It was left running by an old release that required no password.
        await stopPostmaster(cluster);
      } else if (guard) {
        await guard.end();
        // PostgreSQL needs a moment to notice that the connection of a killed server is gone.
        refusedSince ??= Date.now();
        if (Date.now() - refusedSince > LOCK_LIMIT_MS)
          throw new Error(
            `another Ardhi server is running on ${options.dataDir}: stop it first, or set another DATA_DIR`,
          );
      }
    } else if (!postmaster && !child) {
      await removeStalePidFile(cluster.folder);
      try {
        if (!isPasswordRequired(cluster)) await requirePassword(cluster);
        child = await spawnPostmaster(cluster, options.settings ?? {}, previous);
      } catch (error) {
        if (!isByPredecessor((error as Error).message)) throw error;
      }
    } else if (child && (child.exitCode !== null || child.signalCode)) {
      const fault = startFault(cluster, child.exitCode);
      if (!isByPredecessor(fault)) throw new Error(`PostgreSQL did not start: ${withAdvice(fault, cluster)}`);
      child = undefined;
    }
    if (Date.now() - started > START_LIMIT_MS) throw new Error(noResponse(cluster.folder));
    await wait(POLL_MS);
  }
}

/** Another program has the pid, and no socket is left to prove that PostgreSQL is dead. */
const withAdvice = (fault: string, { folder }: Cluster) =>
  /lock file "postmaster.pid" already exists/.test(fault)
    ? `${fault}; if no PostgreSQL uses the folder any more, remove ${join(folder, 'postmaster.pid')}`
    : fault;

// Not listening yet, starting or stopping, out of connections, or disconnected.
const RETRYABLE_CODES = ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '53300'];

const codeOf = (error: unknown) => (error as DatabaseError | NodeJS.ErrnoException).code ?? '';
const isRetryable = (error: unknown) =>
  RETRYABLE_CODES.includes(codeOf(error)) || /terminated|timeout expired/.test((error as Error).message);

async function connect(cluster: Cluster, postmaster: Postmaster): Promise<Client | undefined> {
  const connectionString = addressOf(postmaster, cluster.folder);
  const client = new Client({ connectionString, application_name: GUARD, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (isRetryable(error)) return undefined;
    throw error;
  }
}

async function tryLock(client: Client): Promise<boolean> {
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as locked', SERVER_LOCK);
    return rows[0].locked;
  } catch (error) {
    if (isRetryable(error)) return false;
    throw error;
  }
}

async function stopPostmaster(cluster: Cluster) {
  const running = await runningPostmaster(cluster.folder);
  if (!running) return;
  const started = Date.now();
  signalStop(cluster, running, 'fast');
  for (let isImmediate = false; (await runningPostmaster(cluster.folder))?.pid === running.pid; ) {
    await wait(POLL_MS);
    if (isImmediate || Date.now() - started < STOP_LIMIT_MS) continue;
    signalStop(cluster, running, 'immediate');
    isImmediate = true;
  }
}

const NO_FOLDER = 'no folder can be made there';
const FAULTS: Record<string, string> = {
  EACCES: 'it may not be written',
  EPERM: 'it may not be written',
  EROFS: 'it is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
  ENAMETOOLONG: 'its name is too long',
};

function asReadableError(error: NodeJS.ErrnoException, dataDir: string): Error {
  // ENOENT from mkdir concerns DATA_DIR; from other calls it may concern a file of PostgreSQL.
  const fault = error.syscall === 'mkdir' && error.code === 'ENOENT' ? NO_FOLDER : FAULTS[error.code ?? ''];
  if (!fault) return error;
  return new Error(
    `DATA_DIR ${dataDir} cannot be used: ${fault}; set it to a folder that can be written (${error.message})`,
  );
}
