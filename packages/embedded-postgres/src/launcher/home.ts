import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The account that PostgreSQL runs under if the server is root, because PostgreSQL refuses to run as root. */
export interface User {
  uid: number;
  gid: number;
}

/** Database location: clusters are in `folder/pg<major>`, owned by `user` (undefined: the server's own account). */
export interface Home {
  folder: string;
  user: User | undefined;
  /** Major versions of the existing clusters. */
  majors: number[];
}

/** Symlink in DATA_DIR to a home outside it. */
const LINK = 'database';
const NOBODY: User = { uid: 65534, gid: 65534 };
// No temporary folders: a restart of the machine empties them.
const SHARED_FOLDERS = ['/var/lib/ardhi', '/opt/ardhi'];

export const clusterFolder = (folder: string, major: number) => join(folder, `pg${major}`);

/** Major versions of the clusters in a folder. Creates nothing. */
export function clustersIn(folder: string): number[] {
  if (!existsSync(folder)) return [];
  const majors = readdirSync(folder).map((name) => Number(/^pg(\d+)$/.exec(name)?.[1]));
  return majors.filter((major) => major && existsSync(join(clusterFolder(folder, major), 'PG_VERSION')));
}

/** DATA_DIR, or the folder that its symlink points to because the database's user cannot reach DATA_DIR. */
export function homeFolder(dataDir: string): string {
  const link = join(dataDir, LINK);
  if (!lstatSync(link, { throwIfNoEntry: false }))
    return existsSync(dataDir) ? realpathSync(dataDir) : dataDir;
  if (!existsSync(link))
    throw new Error(`the database of ${dataDir} should be in ${readlinkSync(link)}, but that folder is gone`);
  return realpathSync(link);
}

export function prepareHome(dataDir: string, log: (message: string) => void): Home {
  makeFolder(dataDir, 0o700);
  accessSync(dataDir, constants.W_OK | constants.X_OK);
  closeToOthers(dataDir);
  const folder = homeFolder(dataDir);
  const majors = clustersIn(folder);
  const cluster = majors[0] && clusterFolder(folder, majors[0]);
  const owner = cluster ? statSync(cluster) : undefined;

  if (process.getuid?.() !== 0) {
    if (owner && process.getuid && owner.uid !== process.getuid())
      throw new Error(
        `the database in ${cluster} belongs to another user (uid ${owner.uid}): start as that user, or set another DATA_DIR`,
      );
    return { folder, user: undefined, majors };
  }

  if (owner?.uid === 0)
    throw new Error(
      `the database in ${cluster} belongs to root, which PostgreSQL refuses: chown -R ${NOBODY.uid}:${NOBODY.gid} ${cluster}`,
    );
  const folderOwner = statSync(folder);
  // A folder of another user, as of a service, gets a database that this user can start.
  const { uid, gid } = owner ?? (folderOwner.uid === 0 ? NOBODY : folderOwner);
  const user = { uid, gid };
  allowTraversal(folder, user);
  const closed = firstClosedFolder(folder, user);
  if (!closed) return { folder, user, majors };
  if (cluster)
    throw new Error(
      `the database in ${cluster} cannot be reached by its user (uid ${user.uid}): let it pass with chmod o+x ${closed}`,
    );
  const elsewhere = makeHomeElsewhere(dataDir);
  log(`the database is kept in ${elsewhere}: its user (uid ${user.uid}) may not pass through ${closed}`);
  return { folder: elsewhere, user, majors };
}

const OPEN = 0o777;

/** Also creates parent folders. Node's recursive mkdir loops forever where none can be created, as in /proc. */
function makeFolder(path: string, mode = OPEN) {
  if (isFolder(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode });
    // Under a strict umask the database's user could not traverse parent folders that root has just created.
    if (mode === OPEN && process.getuid?.() === 0) chmodSync(path, statSync(path).mode | 0o001);
  } catch (error) {
    // Another server that is starting may have created it.
    if (!isFolder(path)) throw error;
  }
}

const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory();

/** Restricts only a folder that contains a cluster; any other folder may serve another purpose. */
function closeToOthers(dataDir: string) {
  const stats = statSync(dataDir);
  if (stats.uid === process.getuid?.() && stats.mode & 0o077 && clustersIn(dataDir).length > 0)
    chmodSync(dataDir, stats.mode & 0o700);
}

/** Makes DATA_DIR traversable for the database's user. Its parent folders are never changed. */
function allowTraversal(folder: string, user: User) {
  const stats = statSync(folder);
  if (stats.uid === process.getuid?.() && !maySearch(stats, user)) chmodSync(folder, stats.mode | 0o001);
}

/** The symlink in DATA_DIR lets DATA_DIR be moved, and ensures that a new DATA_DIR never picks up old data. */
function makeHomeElsewhere(dataDir: string): string {
  const home = mkdtempSync(join(sharedFolder(), `${basename(dataDir)}-`));
  chmodSync(home, 0o711);
  try {
    symlinkSync(home, join(dataDir, LINK));
  } catch (error) {
    rmSync(home, { recursive: true });
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return homeFolder(dataDir);
}

/** A folder owned by root that every user can traverse and only root can write. */
export function sharedFolder(): string {
  for (const folder of SHARED_FOLDERS) {
    try {
      if (!existsSync(folder)) {
        makeFolder(folder);
        chmodSync(folder, 0o755);
      }
      accessSync(folder, constants.W_OK);
    } catch {
      continue;
    }
    const { uid, mode } = statSync(folder);
    if (uid === 0 && (mode & 0o022) === 0 && isReachable(folder, NOBODY)) return folder;
  }
  throw new Error(
    `neither ${SHARED_FOLDERS.join(' nor ')} can hold the database: set DATA_DIR to a folder that every user may pass through`,
  );
}

export const isReachable = (folder: string, user: User) => firstClosedFolder(folder, user) === undefined;

function firstClosedFolder(folder: string, user: User): string | undefined {
  const path = realpathSync(folder);
  const above = dirname(path) === path ? undefined : firstClosedFolder(dirname(path), user);
  return above ?? (maySearch(statSync(path), user) ? undefined : path);
}

function maySearch(stats: Stats, user: User): boolean {
  if (stats.uid === user.uid) return (stats.mode & 0o100) !== 0;
  if (stats.gid === user.gid) return (stats.mode & 0o010) !== 0;
  return (stats.mode & 0o001) !== 0;
}

/** Temporary name next to `path`, to build under and rename. Removes leftovers of killed predecessors. */
export function partialFolder(path: string): string {
  const prefix = `${basename(path)}.partial-`;
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (!isAlive(pid)) rmSync(join(dirname(path), name), { recursive: true, force: true });
  }
  return `${path}.partial-${process.pid}-${randomBytes(4).toString('hex')}`;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
