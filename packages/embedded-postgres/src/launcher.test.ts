import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { query } from '../test/databases.ts';
import { type Cluster, findBinaries, prepareBinaries, systemBinaries } from './launcher/binaries.ts';
import { runningPostmaster, spawnPostmaster } from './launcher/cluster.ts';
import { isReachable, sharedFolder } from './launcher/home.ts';
import { type EmbeddedPostgres, runningEmbeddedPostgres, startEmbeddedPostgres } from './launcher.ts';

/** Runs only in `npm run test:full`. */
const fullTest = inject('isFull') ? test : () => undefined;
const isRoot = process.getuid?.() === 0;
// A uid that no system assigns.
const UNNAMED_USER = { uid: 60_777, gid: 60_777 };
const ONLY_ROOT = 'only root can start a program as somebody else';
const CLOSED = 'others may not enter the folder of this project, or of Node';
const NOBODY = { uid: 65534, gid: 65534 };
const starter = fileURLToPath(new URL('../test/postgres-process.ts', import.meta.url));
const hiddenProcesses = fileURLToPath(new URL('../test/hidden-processes.cjs', import.meta.url));
const cleanUps: (() => unknown)[] = [];

/** A user of this machine other than root and nobody; root's PostgreSQL runs as nobody. */
function ordinaryUser(): { uid: number; gid: number } | undefined {
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  return users
    .map((line) => line.split(':').map(Number))
    .map(([, , uid = 0, gid = 0]) => ({ uid, gid }))
    .find(({ uid }) => uid > 0 && uid !== NOBODY.uid);
}

const canStart = (user: { uid: number; gid: number }) =>
  [starter, process.execPath].every((file) => isReachable(dirname(file), user));

const templateDir = mkdtempSync(join(tmpdir(), 'ardhi-launcher-'));

beforeAll(async () => {
  await (await startEmbeddedPostgres({ dataDir: templateDir, log: () => undefined })).stop();
});

afterAll(() => rmSync(templateDir, { recursive: true, force: true }));

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function newFolder(mode = 0o755): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ardhi-launcher-')));
  chmodSync(folder, mode);
  cleanUps.push(() => {
    // Only root can empty a read-only folder.
    if (existsSync(folder)) chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** A file system of its own, if this user may mount one. */
function mountedFolder(option: string): string | undefined {
  const folder = newFolder();
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `${option},mode=755`, 'tmpfs', folder]);
  if (status !== 0) return undefined;
  cleanUps.push(() => spawnSync('umount', [folder]));
  return folder;
}

/** A folder with a new database, copied from a template because initdb takes most of a test's time. */
function newDatabase(): string {
  const folder = newFolder();
  spawnSync('cp', ['-a', join(templateDir, 'pg18'), folder]);
  return folder;
}

async function start(
  dataDir: string,
  options: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {},
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, ...options });
  cleanUps.push(() => postgres.stop());
  return postgres;
}

/** Starts a server in a separate process that can be killed. Resolves to its first output line. */
async function startProcess(
  dataDir: string,
  user = {},
  within: string[] = [],
): Promise<{ child: ChildProcess; output: string }> {
  const [file = '', ...args] = [...within, process.execPath, '--import', 'tsx', starter, dataDir];
  const child = spawn(file, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...user,
  });
  const [output] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, output };
}

function withWrongPassword(connectionString: string, user = 'ardhi'): string {
  const url = new URL(connectionString);
  url.username = user;
  url.password = 'guess';
  return url.href;
}

const until = (condition: () => boolean | Promise<boolean>) => expect.poll(condition).toBe(true);

const pidOf = async (dataDir: string) => (await runningPostmaster(join(dataDir, 'pg18')))?.pid ?? 0;

const pidFileOf = (dataDir: string) => join(dataDir, 'pg18', 'postmaster.pid');

/** Leaves the pid file and socket of a killed PostgreSQL, with the pid of another program. */
async function stalePidFile(dataDir: string, command: string[]): Promise<string> {
  const { child: killed } = await startProcess(dataDir);
  const pid = await pidOf(dataDir);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  process.kill(pid, 'SIGKILL');
  await until(async () => (await pidOf(dataDir)) === 0);
  // Runs as PostgreSQL's user, because PostgreSQL treats a pid of another user as stale.
  const other = spawn(command[0]!, command.slice(1), {
    stdio: ['pipe', 'ignore', 'ignore'],
    ...(isRoot && NOBODY),
  });
  cleanUps.push(() => other.kill());
  const file = pidFileOf(dataDir);
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(other.pid)));
  return file;
}

describe('the embedded PostgreSQL', () => {
  test('starts, persists committed data and leaves no process behind', async () => {
    const dataDir = join(newFolder(), 'made', 'when', 'missing');
    const first = await start(dataDir);
    expect(await query(first.connectionString, 'create table kept as select 7 as value')).toEqual([]);
    const settings = `select current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync,
                current_setting('synchronous_commit') as commit, current_setting('max_wal_size') as wal,
                (select rolsuper from pg_roles where rolname = current_user) as superuser,
                (select datcollate from pg_database where datname = current_database()) as locale,
                current_setting('server_encoding') as encoding`;
    expect(await query(first.connectionString, settings)).toEqual([
      {
        addresses: '',
        fsync: 'on',
        commit: 'on',
        wal: '1GB',
        superuser: false,
        locale: 'C',
        encoding: 'UTF8',
      },
    ]);
    expect(statSync(join(dataDir, 'pg18')).mode & 0o777).toBe(0o700);
    expect(await runningEmbeddedPostgres(dataDir)).toBe(first.connectionString);
    await first.stop();
    expect(await runningEmbeddedPostgres(dataDir)).toBeUndefined();

    const second = await start(dataDir);
    expect(await query(second.connectionString, 'select value from kept')).toEqual([{ value: 7 }]);
  });

  test('refuses a second server with a message and keeps serving the first', async () => {
    const dataDir = newDatabase();
    const first = await start(dataDir);
    await expect(start(dataDir)).rejects.toThrow(
      `another Ardhi server is running on ${dataDir}: stop it first`,
    );
    expect(await query(first.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  fullTest('starts only one of two servers that start at once in an empty folder', async () => {
    const dataDir = newFolder();
    const results = await Promise.allSettled([start(dataDir), start(dataDir)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(readdirSync(dataDir).filter((name) => name.includes('partial'))).toEqual([]);
  });

  test('takes over the PostgreSQL of a killed server', async () => {
    const dataDir = newDatabase();
    const { child, output } = await startProcess(dataDir);
    await query(output, 'create table kept as select 7 as value');
    const pid = await pidOf(dataDir);
    // Kills the whole process group, as a terminal does: PostgreSQL must not be part of it.
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    await once(child, 'exit');

    const next = await start(dataDir);
    expect(await pidOf(dataDir)).toBe(pid);
    expect(next.connectionString).toBe(output);
    expect(await query(next.connectionString, 'select value from kept')).toEqual([{ value: 7 }]);
  });

  test('recovers after server and PostgreSQL were killed', async () => {
    const dataDir = newDatabase();
    const { child, output } = await startProcess(dataDir);
    await query(output, 'create table kept as select 7 as value');
    process.kill(await pidOf(dataDir), 'SIGKILL');
    child.kill('SIGKILL');
    await once(child, 'exit');

    const next = await start(dataDir);
    expect(await query(next.connectionString, 'select value from kept')).toEqual([{ value: 7 }]);
  });

  test('ignores a stale pid file whose pid belongs to a program that reads the folder', async () => {
    const dataDir = newDatabase();
    await stalePidFile(dataDir, ['tail', '-f', join(dataDir, 'pg18', 'PG_VERSION')]);
    expect(await runningEmbeddedPostgres(dataDir)).toBeUndefined();
    const next = await start(dataDir);
    expect(await query(next.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  fullTest('leaves a pid file whose process is not proven dead by its socket', async () => {
    const dataDir = newDatabase();
    const file = await stalePidFile(dataDir, ['cat']);
    const content = readFileSync(file, 'utf8');
    rmSync(join(dataDir, 'pg18', '.s.PGSQL.5432'));
    await expect(start(dataDir)).rejects.toThrow(`if no PostgreSQL uses the folder any more, remove ${file}`);
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  const UNSHARE = ['unshare', '--pid', '--fork', '--mount-proc', '--ipc', '--kill-child'];

  test('is not started twice on one folder by two containers', async ({ skip }) => {
    skip(spawnSync(UNSHARE[0]!, [...UNSHARE.slice(1), 'true']).status !== 0, 'no right to unshare');
    const dataDir = newDatabase();
    const { connectionString } = await start(dataDir);
    const pidFile = readFileSync(pidFileOf(dataDir), 'utf8');
    const { output } = await startProcess(dataDir, {}, UNSHARE);
    expect(output).toContain(`refused: another Ardhi server is running on ${dataDir}`);
    expect(readFileSync(pidFileOf(dataDir), 'utf8')).toBe(pidFile);
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('is not created where it must exist', async () => {
    const folder = newFolder();
    for (const dataDir of [folder, join(folder, 'missing')])
      await expect(start(dataDir, { mustExist: true })).rejects.toThrow(`there is no database in ${dataDir}`);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('restarts a killed PostgreSQL at the same address', async () => {
    const dataDir = newDatabase();
    const output: string[] = [];
    const { connectionString } = await start(dataDir, { log: (line) => output.push(line) });
    const pid = await pidOf(dataDir);
    process.kill(pid, 'SIGKILL');
    await until(() => output.includes('PostgreSQL is back'));
    expect(await pidOf(dataDir)).not.toBe(pid);
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    await expect(start(dataDir)).rejects.toThrow('another Ardhi server is running');
  });

  fullTest('works in a folder whose path is too long for a socket', async () => {
    const dataDir = join(newFolder(), 'a'.repeat(60), 'b"c, d'.repeat(10));
    const postgres = await start(dataDir);
    const socketFolder = new URL(postgres.connectionString).searchParams.get('host') ?? '';
    expect(statSync(socketFolder).mode & 0o777).toBe(0o700);
    expect(await query(postgres.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    await postgres.stop();
    expect(existsSync(socketFolder)).toBe(false);
  });

  fullTest('works over loopback with a password, as it does on Windows', async () => {
    const dataDir = newFolder();
    const { connectionString, stop } = await start(dataDir, { transport: 'loopback' });
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    const guess = withWrongPassword(connectionString);
    await expect(query(guess, 'select 1')).rejects.toThrow('password authentication failed');
    expect(statSync(join(dataDir, 'pg18.password')).mode & 0o777).toBe(0o600);
    await stop();
    const again = await start(dataDir, { transport: 'loopback' });
    expect(await query(again.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('with hidden processes', () => {
  const hidden = { env: { ...process.env, NODE_OPTIONS: `--require=${hiddenProcesses}` } };

  test('a second server is refused, and the first keeps its PostgreSQL', async () => {
    const dataDir = newDatabase();
    const { connectionString } = await start(dataDir);
    const pidFile = readFileSync(pidFileOf(dataDir), 'utf8');
    const { output } = await startProcess(dataDir, hidden);
    expect(output).toContain(`refused: another Ardhi server is running on ${dataDir}`);
    expect(readFileSync(pidFileOf(dataDir), 'utf8')).toBe(pidFile);
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  fullTest('the pid file stays if PostgreSQL may be running', async () => {
    const dataDir = join(newFolder(), 'a'.repeat(60), 'b'.repeat(60));
    const { connectionString } = await start(dataDir);
    const pidFile = readFileSync(pidFileOf(dataDir), 'utf8');
    // Its socket is unreachable too, as for a unit with a private /tmp.
    const socketFolder = new URL(connectionString).searchParams.get('host') ?? '';
    renameSync(socketFolder, `${socketFolder}.elsewhere`);
    const { output } = await startProcess(dataDir, hidden);
    renameSync(`${socketFolder}.elsewhere`, socketFolder);
    expect(output).toContain('refused: PostgreSQL did not start: lock file "postmaster.pid" already exists');
    expect(readFileSync(pidFileOf(dataDir), 'utf8')).toBe(pidFile);
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  fullTest('a dead PostgreSQL is replaced even if another program has its pid', async () => {
    const dataDir = newDatabase();
    await stalePidFile(dataDir, ['cat']);
    const { child, output } = await startProcess(dataDir, hidden);
    expect(await query(output, 'select 1 as one')).toEqual([{ one: 1 }]);
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
});

describe('access', () => {
  const TRUST = 'local all all trust\n';

  /** A database with rows, as left by old releases without passwords. */
  async function trustingDatabase(): Promise<{ dataDir: string; cluster: Cluster }> {
    const dataDir = newDatabase();
    const { connectionString, stop } = await start(dataDir);
    await query(connectionString, 'create table kept as select 7 as value; alter role ardhi password null');
    await stop();
    const folder = join(dataDir, 'pg18');
    writeFileSync(join(folder, 'pg_hba.conf'), TRUST);
    rmSync(`${folder}.password`);
    const binaries = prepareBinaries([...findBinaries()][0]!, isRoot ? NOBODY : undefined, sharedFolder);
    return {
      dataDir,
      cluster: { folder, binaries, user: isRoot ? NOBODY : undefined, transport: 'socket' },
    };
  }

  async function expectClosed(dataDir: string, connectionString: string) {
    for (const user of ['ardhi', 'postgres'])
      await expect(query(withWrongPassword(connectionString, user), 'select 1')).rejects.toThrow(
        `password authentication failed for user "${user}"`,
      );
    const { mode, uid } = statSync(join(dataDir, 'pg18.password'));
    // Not readable by the database's user either, because other programs may run as that user.
    expect({ mode: mode & 0o777, uid }).toEqual({ mode: 0o600, uid: process.getuid?.() });
    expect(readFileSync(join(dataDir, 'pg18', 'pg_hba.conf'), 'utf8')).not.toContain('trust');
  }

  test('requires the password from a file that only the server can read', async () => {
    const { connectionString } = await start(templateDir);
    await expectClosed(templateDir, connectionString);
  });

  test('has a role for the server that owns nothing, also in the folder of an earlier release', async () => {
    const dataDir = newDatabase();
    const first = await start(dataDir);
    const administrator = new URL(first.connectionString);
    administrator.username = 'postgres';
    await query(administrator.href, 'drop role ardhi_app');
    await first.stop();
    const { appConnectionString, connectionString } = await start(dataDir);
    expect(
      await query(
        appConnectionString,
        `select current_user as role, pg_has_role('ardhi', 'member') as is_owner, rolsuper
         from pg_roles where rolname = current_user`,
      ),
    ).toEqual([{ role: 'ardhi_app', is_owner: false, rolsuper: false }]);
    await expect(query(appConnectionString, 'create table mine ()')).rejects.toThrow('permission denied');
    await query(connectionString, 'create table mine ()');
  });

  fullTest('requires the password for a database of an old release, and keeps its rows', async () => {
    const { dataDir } = await trustingDatabase();
    const { connectionString } = await start(dataDir);
    await expectClosed(dataDir, connectionString);
    expect(await query(connectionString, 'select value from kept')).toEqual([{ value: 7 }]);
  });

  fullTest('closes connections to a PostgreSQL that an old release left running', async () => {
    const { dataDir, cluster } = await trustingDatabase();
    await spawnPostmaster(cluster, {}, undefined);
    await until(async () => (await runningEmbeddedPostgres(dataDir)) !== undefined);
    const address = (await runningEmbeddedPostgres(dataDir))!;
    const outsider = new pg.Client({ connectionString: withWrongPassword(address) });
    outsider.on('error', () => undefined);
    await outsider.connect();
    const disconnected = new Promise((resolve) => outsider.once('end', resolve));
    const { connectionString } = await start(dataDir);
    await disconnected;
    await expectClosed(dataDir, connectionString);
    expect(await query(connectionString, 'select value from kept')).toEqual([{ value: 7 }]);
  });

  fullTest('works again after the password file was lost', async () => {
    const dataDir = newDatabase();
    await (await start(dataDir)).stop();
    rmSync(join(dataDir, 'pg18.password'));
    const { connectionString } = await start(dataDir);
    expect(await query(connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('database location', () => {
  test('is outside DATA_DIR, and logged, if its user cannot reach DATA_DIR', async ({ skip }) => {
    skip(!isRoot, ONLY_ROOT);
    const dataDir = join(newFolder(0o700), 'data');
    const output: string[] = [];
    const first = await start(dataDir, { log: (line) => output.push(line) });
    const home = readlinkSync(join(dataDir, 'database'));
    cleanUps.push(() => rmSync(home, { recursive: true, force: true }));
    expect(output.join()).toContain(`the database is kept in ${home}`);
    await query(first.connectionString, 'create table kept as select 7 as value');
    expect(await runningEmbeddedPostgres(dataDir)).toBe(first.connectionString);
    await first.stop();

    const second = await start(dataDir);
    expect(await query(second.connectionString, 'select value from kept')).toEqual([{ value: 7 }]);
  });

  fullTest('stays inside a DATA_DIR that only lacks the execute bit', async ({ skip }) => {
    skip(!isRoot, ONLY_ROOT);
    const dataDir = newDatabase();
    chmodSync(dataDir, 0o700);
    await start(dataDir);
    expect(statSync(dataDir).mode & 0o777).toBe(0o701);
    expect(statSync(join(dataDir, 'pg18')).uid).toBe(NOBODY.uid);
  });

  fullTest('stays inside a DATA_DIR that is created under a strict umask', async () => {
    const dataDir = join(newFolder(), 'made', 'when', 'missing');
    const usual = process.umask(0o077);
    try {
      await start(dataDir);
    } finally {
      process.umask(usual);
    }
    expect(readdirSync(dataDir)).toContain('pg18');
  });

  fullTest(
    'reports a parent folder that was closed later instead of starting a new database',
    async ({ skip }) => {
      skip(!isRoot, ONLY_ROOT);
      const parent = newFolder();
      const dataDir = join(parent, 'data');
      mkdirSync(dataDir);
      spawnSync('cp', ['-a', join(templateDir, 'pg18'), dataDir]);
      chmodSync(parent, 0o700);
      await expect(start(dataDir)).rejects.toThrow(`let it pass with chmod o+x ${parent}`);
    },
  );

  fullTest('works for an ordinary user, and root can take over the database', async ({ skip }) => {
    skip(!isRoot, ONLY_ROOT);
    const ordinary = ordinaryUser();
    if (!ordinary) return skip('this machine knows nobody but root and nobody');
    skip(!canStart(ordinary), CLOSED);
    const dataDir = newFolder();
    chownSync(dataDir, ordinary.uid, ordinary.gid);
    const { child, output } = await startProcess(dataDir, ordinary);
    expect(await query(output, 'select 1 as one')).toEqual([{ one: 1 }]);
    child.kill('SIGTERM');
    await once(child, 'exit');
    await start(dataDir);
    expect(statSync(join(dataDir, 'pg18')).uid).toBe(ordinary.uid);
  });

  fullTest('created by root in the folder of an ordinary user belongs to that user', async ({ skip }) => {
    skip(!isRoot, ONLY_ROOT);
    const ordinary = ordinaryUser();
    if (!ordinary) return skip('this machine knows nobody but root and nobody');
    const dataDir = newFolder();
    chownSync(dataDir, ordinary.uid, ordinary.gid);
    await start(dataDir);
    for (const name of ['pg18', 'pg18.password'])
      expect(statSync(join(dataDir, name)).uid, name).toBe(ordinary.uid);
  });

  test('one line explains why a user without a name gets no database', async ({ skip }) => {
    skip(!isRoot, ONLY_ROOT);
    skip(!canStart(UNNAMED_USER), CLOSED);
    const dataDir = newFolder();
    chownSync(dataDir, UNNAMED_USER.uid, UNNAMED_USER.gid);
    const { output } = await startProcess(dataDir, UNNAMED_USER);
    expect(output).toBe(
      `refused: PostgreSQL makes no database for user id ${UNNAMED_USER.uid}, which has no name on this machine: give it a line in /etc/passwd, or set DATABASE_URL to a PostgreSQL that runs elsewhere`,
    );
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('one line explains what is wrong with DATA_DIR', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'file'), '');
    symlinkSync(join(folder, 'nowhere', 'else'), join(folder, 'lost'));
    symlinkSync(join(folder, 'circle'), join(folder, 'circle'));
    for (const [name, fault] of [
      ['file', 'it is not a folder'],
      ['file/data', 'it is not a folder'],
      ['lost', 'it is not a folder'],
      ['circle', 'it is not a folder'],
      ['a'.repeat(300), 'its name is too long'],
    ])
      await expect(start(join(folder, name!))).rejects.toThrow(
        `DATA_DIR ${join(folder, name!)} cannot be used: ${fault}; set it to a folder that can be written`,
      );
    if (!isRoot) {
      chmodSync(folder, 0o555);
      await expect(start(join(folder, 'data'))).rejects.toThrow('cannot be used: it may not be written');
    }
  });

  test('one line explains that no folder can be created', async ({ skip }) => {
    skip(!existsSync('/proc/self'), 'there is no /proc');
    for (const dataDir of ['/proc/ardhi', '/proc/ardhi/data'])
      await expect(start(dataDir)).rejects.toThrow(
        `DATA_DIR ${dataDir} cannot be used: no folder can be made there; set it to a folder`,
      );
  });

  test('one line explains that DATA_DIR is read-only', async ({ skip }) => {
    skip(!isRoot, 'only root can mount');
    const folder = mountedFolder('ro');
    if (!folder) return skip('no right to mount');
    for (const dataDir of [folder, join(folder, 'data')])
      await expect(start(dataDir)).rejects.toThrow('cannot be used: it is read-only; set it to a folder');
  });

  test('one line explains that the disk is full', async ({ skip }) => {
    skip(!isRoot, 'only root can mount');
    const folder = mountedFolder('size=20m');
    if (!folder) return skip('no right to mount');
    await expect(start(join(folder, 'data'))).rejects.toThrow(/^[^\n]*No space left on device[^\n]*$/);
    expect(readdirSync(join(folder, 'data'))).toEqual([]);
  });
});

describe('PostgreSQL programs', () => {
  test('are requested with a message if there are none', async () => {
    await expect(start(newFolder(), { binaries: [] })).rejects.toThrow(
      'install PostgreSQL 15 or newer, or set DATABASE_URL',
    );
  });

  fullTest('of the system are used, and used again for the same database', async ({ skip }) => {
    const system = systemBinaries().slice(0, 1);
    skip(system.length === 0, 'no PostgreSQL is installed on this machine');
    const dataDir = newFolder();
    const major = system[0]?.major;
    await (await start(dataDir, { binaries: system })).stop();
    expect(readFileSync(join(dataDir, `pg${major}`, 'PG_VERSION'), 'utf8').trim()).toBe(String(major));
    const { connectionString } = await start(dataDir);
    expect(connectionString).toContain(`pg${major}`);
    await expect(start(dataDir, { binaries: [] })).rejects.toThrow(
      `holds a PostgreSQL ${major} database, but this machine has PostgreSQL none`,
    );
  });

  test('are copied with their links from a folder where they cannot run', () => {
    const folder = newFolder();
    const [from, to] = [join(folder, 'node_modules'), join(folder, 'copies')];
    for (const name of ['bin', 'lib']) mkdirSync(join(from, 'native', name), { recursive: true });
    mkdirSync(to);
    writeFileSync(join(from, 'native/bin/postgres'), 'program', { mode: 0o700 });
    writeFileSync(join(from, 'native/lib/libpq.so.5.18'), 'library', { mode: 0o600 });
    writeFileSync(
      join(from, 'native/pg-symlinks.json'),
      '[{"source":"native/lib/libpq.so.5.18","target":"native/lib/libpq.so.5"}]',
    );
    if (isRoot) chmodSync(from, 0o700);
    else chmodSync(join(from, 'native/lib'), 0o500);
    cleanUps.push(() => isRoot || chmodSync(join(from, 'native/lib'), 0o700));

    const program = { version: '18.4.0', major: 18, source: 'package' as const };
    const packaged = { ...program, directory: join(from, 'native/bin') };
    const { directory } = prepareBinaries(packaged, isRoot ? NOBODY : undefined, () => to);
    expect(directory).toBe(join(to, 'postgresql-18.4.0', 'bin'));
    expect(statSync(join(directory, 'postgres')).mode & 0o777).toBe(0o755);
    const library = join(directory, '../lib/libpq.so.5');
    expect(readlinkSync(library)).toBe('libpq.so.5.18');
    expect(statSync(library).mode & 0o777).toBe(0o644);
    expect(prepareBinaries(packaged, isRoot ? NOBODY : undefined, () => to).directory).toBe(directory);
  });

  test('come with Ardhi for this platform', () => {
    expect([...findBinaries()][0]).toMatchObject({ major: 18, source: 'package' });
  });
});
