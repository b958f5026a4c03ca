import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { closeToStrangers, NAME, passwordOf, textOf } from './access.ts';
import { type Cluster, program } from './binaries.ts';
import { isAlive, partialFolder } from './home.ts';
import { environment, firstFault, run } from './run.ts';

/** A running PostgreSQL as its `postmaster.pid` tells. */
export interface Postmaster {
  pid: number;
  /** False while it starts, recovers or stops; at first its address is not known either. */
  ready: boolean;
  port: number;
  socketFolder: string;
  /** An address of this machine; empty where there is only a socket. */
  listensTo: string;
}

/** In megabytes; in a container what it may use, not what the machine has. */
const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 1024 ** 2;

// A share of a machine that does other work too: an eighth of its memory, as far as that helps. What is written to the
// log names no person: terse leaves out the values of a violated constraint, and failed statements are not repeated.
const SETTINGS = {
  shared_buffers: `${Math.round(Math.min(1024, Math.max(128, memory / 8)))}MB`,
  effective_cache_size: `${Math.round(Math.max(512, memory / 2))}MB`,
  work_mem: '8MB',
  random_page_cost: '1.1',
  wal_compression: 'on',
  fsync: 'on',
  synchronous_commit: 'on',
  jit: 'off',
  max_logical_replication_workers: '0',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

const SOCKET_PORT = 5432;
// sockaddr_un holds 108 bytes on Linux and 104 on macOS and the BSDs, the closing NUL included.
const MAX_SOCKET_PATH = 103;

const logFile = (cluster: Cluster) => `${cluster.folder}.log`;

/** Built under another name and renamed when complete, so a killed start leaves no half-made database. */
export async function createCluster(cluster: Cluster) {
  const { folder, user, binaries } = cluster;
  const partial = partialFolder(folder);
  mkdirSync(partial, { mode: 0o700 });
  try {
    if (user) chownSync(partial, user.uid, user.gid);
    const options = [
      '--username=postgres',
      '--encoding=UTF8',
      '--locale=C',
      '--auth=trust',
      '--pgdata',
      partial,
    ];
    await run(program(binaries, 'initdb'), options, { cwd: dirname(folder), user, fault: creationFault });
    await closeToStrangers(cluster, partial);
    renameSync(partial, folder);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(join(folder, 'PG_VERSION'))) throw error;
  }
}

function creationFault(output: string, code: number | null): Error {
  const nameless = /could not look up effective user ID (\d+)/.exec(output)?.[1];
  return new Error(
    nameless
      ? `PostgreSQL makes no database for user id ${nameless}, which has no name on this machine: give it a line in /etc/passwd, or set DATABASE_URL to a PostgreSQL that runs elsewhere`
      : `the database could not be created: ${firstFault(output, code)}`,
  );
}

/** Starts PostgreSQL in a session of its own: a Ctrl-C for the server must not end the database first. */
export async function spawnPostmaster(
  cluster: Cluster,
  settings: Record<string, string>,
  previous: Postmaster | undefined,
): Promise<ChildProcess> {
  const { folder, user, binaries } = cluster;
  const log = logFile(cluster);
  if (existsSync(log)) renameSync(log, `${log}.1`);
  const descriptor = openSync(log, 'a', 0o600);
  const all = { ...SETTINGS, ...(await address(cluster, previous)), ...settings };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  try {
    const child = spawn(program(binaries, 'postgres'), ['-D', folder, ...options], {
      cwd: folder,
      env: environment(),
      detached: true,
      windowsHide: true,
      stdio: ['ignore', descriptor, descriptor],
      ...user,
    });
    await once(child, 'spawn');
    child.unref();
    return child;
  } finally {
    closeSync(descriptor);
  }
}

/** The same address as before when it has to be started again: the server's connections look for it there. */
async function address(cluster: Cluster, previous: Postmaster | undefined): Promise<Record<string, string>> {
  if (cluster.transport === 'loopback') {
    const port = String(previous?.port ?? (await freePort()));
    return { listen_addresses: '127.0.0.1', port, unix_socket_directories: '' };
  }
  const folder = previous?.socketFolder ?? socketFolder(cluster);
  return {
    listen_addresses: '',
    port: String(SOCKET_PORT),
    unix_socket_directories: `"${folder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  };
}

/** The data directory itself, which only its owner can enter, unless its path is too long for a socket. */
function socketFolder({ folder, user }: Cluster): string {
  if (Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= MAX_SOCKET_PATH) return folder;
  const short = mkdtempSync('/tmp/ardhi-');
  if (user) chownSync(short, user.uid, user.gid);
  return short;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const found = server.address();
      server.close(() => resolve(typeof found === 'object' && found ? found.port : 0));
    });
  });
}

/** The PostgreSQL that runs on this data directory now, whoever started it. */
export async function runningPostmaster(folder: string): Promise<Postmaster | undefined> {
  const postmaster = notedPostmaster(folder);
  return postmaster && (await stateOf(postmaster, folder)) === 'running' ? postmaster : undefined;
}

/**
 * PostgreSQL refuses to start while the pid of a dead predecessor belongs to some other program. Where it is not certain
 * that the predecessor is dead, PostgreSQL decides: a running one that finds its file gone shuts down.
 */
export async function removeStalePidFile(folder: string): Promise<void> {
  const postmaster = notedPostmaster(folder);
  if (!postmaster || !isAlive(postmaster.pid) || (await stateOf(postmaster, folder)) !== 'dead') return;
  // Another server may have started one meanwhile.
  if (notedPostmaster(folder)?.pid === postmaster.pid) rmSync(pidFile(folder), { force: true });
}

const pidFile = (folder: string) => join(folder, 'postmaster.pid');

function notedPostmaster(folder: string): Postmaster | undefined {
  const lines = textOf(pidFile(folder))?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!pid) return undefined;
  return {
    pid,
    ready: lines[7]?.trim() === 'ready',
    port: Number(lines[3]),
    socketFolder: lines[4] ?? '',
    listensTo: lines[5] ?? '',
  };
}

/** By the process, and by the socket where the process is another program now or hidden from this one. */
async function stateOf(postmaster: Postmaster, folder: string): Promise<'running' | 'dead' | 'unknown'> {
  if (!isAlive(postmaster.pid)) return 'dead';
  if (process.platform === 'win32') return 'running';
  const command = commandOf(postmaster.pid);
  if (command?.includes(folder)) return 'running';
  const fault = await connectionFault(postmaster);
  if (fault === undefined) return 'running';
  // A socket that is missing may belong to one that starts, or lie in a /tmp that is not this process's.
  const isDead = fault === 'ECONNREFUSED' || (fault === 'ENOENT' && command !== undefined);
  return isDead ? 'dead' : 'unknown';
}

/** Undefined where the process is hidden, as by `ProtectProc=invisible` of a systemd unit. */
function commandOf(pid: number): string | undefined {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout || undefined;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return undefined;
  }
}

/** Why the socket of a PostgreSQL takes no connection; undefined where it does. */
function connectionFault({ port, socketFolder, listensTo }: Postmaster): Promise<string | undefined> {
  if (!socketFolder && !listensTo) return Promise.resolve('ENOENT');
  return new Promise((resolve) => {
    const socket = socketFolder
      ? connect(join(socketFolder, `.s.PGSQL.${port}`))
      : connect({ host: '127.0.0.1', port });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.on('connect', () => {
      socket.destroy();
      resolve(undefined);
    });
  });
}

/** Asks PostgreSQL to end now: open transactions roll back, everything committed is written out. */
export function signalStop({ folder, binaries }: Cluster, { pid }: Postmaster, how: 'fast' | 'immediate') {
  if (process.platform === 'win32')
    spawnSync(program(binaries, 'pg_ctl'), ['stop', '-D', folder, '-m', how, '-W'], { windowsHide: true });
  else process.kill(pid, how === 'fast' ? 'SIGINT' : 'SIGQUIT');
}

export function removeShortSocketFolder(folder: string, { socketFolder }: Postmaster) {
  if (socketFolder.startsWith('/tmp/ardhi-') && socketFolder !== folder)
    rmSync(socketFolder, { recursive: true, force: true });
}

export function addressOf({ port, socketFolder }: Postmaster, folder: string): string {
  const password = passwordOf(folder);
  const who = password ? `${NAME}:${password}` : NAME;
  return socketFolder
    ? `postgresql://${who}@localhost:${port}/${NAME}?host=${encodeURIComponent(socketFolder)}&sslmode=disable`
    : `postgresql://${who}@127.0.0.1:${port}/${NAME}?sslmode=disable`;
}

/** What PostgreSQL wrote about a start that failed. */
export const startFault = (cluster: Cluster, code: number | null) =>
  firstFault(readFileSync(logFile(cluster), 'utf8'), code);
