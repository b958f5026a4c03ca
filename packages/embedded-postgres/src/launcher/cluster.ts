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
  statfsSync,
} from 'node:fs';
import { connect, createServer } from 'node:net';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { NAME, passwordOf, requirePassword, textOf } from './access.ts';
import { type Cluster, program } from './binaries.ts';
import { isAlive, partialFolder } from './home.ts';
import { environment, firstFault, run } from './run.ts';

/** Content of `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  /** False while it starts, recovers or stops. Early in a start the address is missing too. */
  ready: boolean;
  port: number;
  socketFolder: string;
  /** Empty if it listens only on a socket. */
  listensTo: string;
}

/** In megabytes. In a container this is the container's limit. */
const memoryMb = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 1024 ** 2;

// The machine does other work too, so shared_buffers takes an eighth of its memory, up to 1 GB. The log must contain no
// personal data: `terse` omits the values of a violated constraint, and failed statements are not logged.
const SETTINGS = {
  shared_buffers: `${Math.round(Math.min(1024, Math.max(128, memoryMb / 8)))}MB`,
  effective_cache_size: `${Math.round(Math.max(512, memoryMb / 2))}MB`,
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

/** PostgreSQL keeps up to this much WAL between checkpoints: an eighth of a small disk instead of its default of 1 GB. */
function maxWalSize(folder: string): string {
  const { blocks, bsize } = statfsSync(folder);
  return `${Math.round(Math.min(1024, Math.max(64, (blocks * bsize) / 8 / 1024 ** 2)))}MB`;
}

const SOCKET_PORT = 5432;
// sockaddr_un holds 108 bytes on Linux and 104 on macOS and the BSDs, including the terminating NUL.
const MAX_SOCKET_PATH = 103;

const logFile = (cluster: Cluster) => `${cluster.folder}.log`;

/** Builds under a temporary name and renames when complete, so a killed start leaves no partial database. */
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
    await requirePassword(cluster, partial);
    renameSync(partial, folder);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(join(folder, 'PG_VERSION'))) throw error;
  }
}

function creationFault(output: string, code: number | null): Error {
  const unnamedUid = /could not look up effective user ID (\d+)/.exec(output)?.[1];
  return new Error(
    unnamedUid
      ? `PostgreSQL makes no database for user id ${unnamedUid}, which has no name on this machine: give it a line in /etc/passwd, or set DATABASE_URL to a PostgreSQL that runs elsewhere`
      : `the database could not be created: ${firstFault(output, code)}`,
  );
}

/** Starts PostgreSQL in its own session, so that Ctrl-C does not stop the database before the server. */
export async function spawnPostmaster(
  cluster: Cluster,
  settings: Record<string, string>,
  previous: Postmaster | undefined,
): Promise<ChildProcess> {
  const { folder, user, binaries } = cluster;
  const log = logFile(cluster);
  if (existsSync(log)) renameSync(log, `${log}.1`);
  const descriptor = openSync(log, 'a', 0o600);
  const all = {
    ...SETTINGS,
    max_wal_size: maxWalSize(folder),
    ...(await address(cluster, previous)),
    ...settings,
  };
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

/** Reuses the previous address on a restart, because the server's connections use it. */
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

/** The data directory, which only its owner can enter, unless its path is too long for a socket. */
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

/** The PostgreSQL that runs on this data directory, even if another process started it. */
export async function runningPostmaster(folder: string): Promise<Postmaster | undefined> {
  const postmaster = readPidFile(folder);
  return postmaster && (await isRunning(postmaster, folder)) ? postmaster : undefined;
}

/**
 * PostgreSQL refuses to start while another program has the pid of its dead predecessor. The socket is the lock: it
 * listens before its folder is in the pid file and until the process has ended, so only a refused connection proves
 * that no process holds it. In doubt the file stays, because a running server shuts down when it disappears.
 */
export async function removeStalePidFile(folder: string): Promise<void> {
  const postmaster = readPidFile(folder);
  if (!postmaster || !isAlive(postmaster.pid) || (await isRunning(postmaster, folder))) return;
  if ((await connectionFault(postmaster)) !== 'ECONNREFUSED') return;
  // Another server may have started PostgreSQL in the meantime.
  if (readPidFile(folder)?.pid === postmaster.pid) rmSync(pidFile(folder), { force: true });
}

const pidFile = (folder: string) => join(folder, 'postmaster.pid');

function readPidFile(folder: string): Postmaster | undefined {
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

/** Checks the process, then the socket: the process may be hidden, or belong to another container on this folder. */
async function isRunning(postmaster: Postmaster, folder: string): Promise<boolean> {
  const { pid, socketFolder } = postmaster;
  if (isAlive(pid) && (process.platform === 'win32' || commandOf(pid)?.includes(` -D ${folder} -c `)))
    return true;
  if (process.platform === 'win32' || !(socketFolder || isAlive(pid))) return false;
  const fault = await connectionFault(postmaster);
  // EAGAIN: it listens, but its queue of connections is full.
  return fault === undefined || fault === 'EAGAIN';
}

/** Undefined if the process is hidden, for example by `ProtectProc=invisible` of a systemd unit. */
function commandOf(pid: number): string | undefined {
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout || undefined;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return undefined;
  }
}

/** Error code of a connection attempt, or undefined if it succeeds. */
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

/** `fast` rolls back open transactions and writes a checkpoint; `immediate` leaves crash recovery to the next start. */
export function signalStop({ folder, binaries }: Cluster, { pid }: Postmaster, how: 'fast' | 'immediate') {
  if (process.platform === 'win32')
    spawnSync(program(binaries, 'pg_ctl'), ['stop', '-D', folder, '-m', how, '-W'], { windowsHide: true });
  else process.kill(pid, how === 'fast' ? 'SIGINT' : 'SIGQUIT');
}

export function removeShortSocketFolder(folder: string, { socketFolder }: Postmaster) {
  if (socketFolder.startsWith('/tmp/ardhi-') && socketFolder !== folder)
    rmSync(socketFolder, { recursive: true, force: true });
}

export function addressOf({ port, socketFolder }: Postmaster, folder: string, role = NAME): string {
  const password = passwordOf(folder);
  const credentials = password ? `${role}:${password}` : role;
  return socketFolder
    ? `postgresql://${credentials}@localhost:${port}/${NAME}?host=${encodeURIComponent(socketFolder)}&sslmode=disable`
    : `postgresql://${credentials}@127.0.0.1:${port}/${NAME}?sslmode=disable`;
}

/** The error that PostgreSQL logged for a failed start. */
export const startFault = (cluster: Cluster, code: number | null) =>
  firstFault(readFileSync(logFile(cluster), 'utf8'), code);
