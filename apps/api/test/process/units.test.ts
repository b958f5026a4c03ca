/** The built server under restrictions of its systemd units (`deploy/systemd`), simulated by a preloaded module. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Binder } from '@ardhi/contract';
import { query } from '@ardhi/embedded-postgres/test';
import { afterAll, expect, it } from 'vitest';
import { clientOf, PASSWORD } from '../client.ts';
import { createTestDatabase } from '../database.ts';
import { sent } from '../land.ts';
import { manage, newApplication } from '../subsidies.ts';
import { newDataFolder } from './data-folder.ts';
import { builtServer, environmentOfTests, startServer } from './server.ts';

const builtCli = builtServer.replace('server.js', 'cli.js');
const hiddenProcesses = fileURLToPath(
  new URL('../../../../packages/embedded-postgres/test/hidden-processes.cjs', import.meta.url),
);
// For root, the database is in DATA_DIR itself only if the database user can reach that folder.
const [folder, dataDir] = [mkdtempSync(join(tmpdir(), 'ardhi-units-')), newDataFolder('units')];
afterAll(() => {
  for (const path of [folder, dataDir]) rmSync(path, { recursive: true, force: true });
});

/** Node options that run `source` first in the process and in each of its workers. */
function preloading(name: string, source: string): string {
  const file = join(folder, name);
  writeFileSync(file, `${source}\nrequire('node:module').syncBuiltinESMExports();\n`);
  return `--require=${file}`;
}

/** Same as `node cli.js …` of a release. */
function runCommand(args: string[], variables: Record<string, string>) {
  const command = `import(${JSON.stringify(builtCli)}).then((cli) => cli.runCommand(${JSON.stringify(args)}))`;
  return spawnSync(process.execPath, ['-e', command], {
    env: { ...environmentOfTests(), ...variables },
    encoding: 'utf8',
  });
}

it('backs up the running embedded database although its process is hidden', async () => {
  const pidFile = join(dataDir, 'pg18', 'postmaster.pid');
  const server = await startServer({ DATA_DIR: dataDir });
  try {
    const postmaster = readFileSync(pidFile, 'utf8');
    const { stderr, status } = runCommand(['backup', join(folder, 'all.backup')], {
      DATA_DIR: dataDir,
      // ProtectProc=invisible: the server's own unit has another user namespace.
      NODE_OPTIONS: `--require=${hiddenProcesses}`,
    });
    expect([stderr, status]).toEqual([expect.stringContaining('saved'), 0]);
    expect(readFileSync(pidFile, 'utf8')).toBe(postmaster);
    expect((await clientOf(server.url).as('farmer')).user.role).toBe('farmer');
  } finally {
    await server.end('SIGTERM');
  }
});

it('commands refuse a missing database and create none', () => {
  const missing = join(folder, 'missing');
  for (const args of [['backup', 'x'], ['verify'], ['admin', 'list'], ['restore', 'x']]) {
    const { stderr, status } = runCommand(args, { DATA_DIR: missing });
    expect(stderr).toContain(`Database: embedded, in ${missing}\n`);
    expect(stderr).toContain(`there is no database in ${missing}: name its folder in DATA_DIR`);
    expect(status).toBe(1);
  }
  expect(existsSync(missing)).toBe(false);
});

it('commands name the external database without its password, and refuse an empty one', async () => {
  const database = await createTestDatabase();
  const url = new URL(database.connectionString);
  try {
    await query(database.connectionString, 'drop schema public cascade; create schema public');
    const { stderr, status } = runCommand(['verify'], { DATABASE_URL: url.href });
    expect(stderr).toContain(`Database: ${url.protocol}//${url.username}@${url.host}${url.pathname}\n`);
    expect(stderr).toContain('this database is empty');
    expect(status).toBe(1);
    if (url.password) expect(stderr).not.toContain(url.password);
  } finally {
    await database.drop();
  }
});

it('registers and logs in although thread priorities may not be changed', async () => {
  const database = await createTestDatabase();
  const server = await startServer({
    DATABASE_URL: database.connectionString,
    // SystemCallFilter=~@resources with SystemCallErrorNumber=EPERM.
    NODE_OPTIONS: preloading(
      'refused-priority.cjs',
      `require('node:os').setPriority = () => {
        process.stderr.write('setPriority was refused\\n');
        throw Object.assign(new Error('A system error occurred: uv_os_setpriority returned EPERM'), { code: 'ERR_SYSTEM_ERROR' });
      };`,
    ),
  });
  try {
    const client = clientOf(server.url);
    const { email } = (await client.as('farmer')).user;
    const login = await client.send('POST /auth/login', { body: { email, password: PASSWORD } });
    expect(login.status).toBe(200);
    expect(server.output()).toContain('setPriority was refused');
  } finally {
    await server.end('SIGTERM');
    await database.drop();
  }
});

it('tries the password hasher at start and after a failure, and readiness reports it', async () => {
  const database = await createTestDatabase();
  const broken = join(folder, 'broken-hasher');
  writeFileSync(broken, '');
  const server = await startServer({
    DATABASE_URL: database.connectionString,
    NODE_OPTIONS: preloading(
      'breakable-hasher.cjs',
      `const argon2 = require('node:module').createRequire(${JSON.stringify(builtServer)})('@node-rs/argon2');
      for (const name of ['hashSync', 'verifySync']) {
        const work = argon2[name];
        argon2[name] = (...args) => {
          if (require('node:fs').existsSync(${JSON.stringify(broken)})) throw new Error('no memory for argon2');
          return work(...args);
        };
      }`,
    ),
  });
  const client = clientOf(server.url);
  const readiness = async () => {
    const { status, body } = await client.send<{ code?: string }>('GET /ready');
    return [status, body.code];
  };
  try {
    await server.says(/Passwords cannot be hashed .*no memory for argon2/);
    expect(await readiness()).toEqual([503, 'password-hasher']);
    rmSync(broken);
    expect(await readiness()).toEqual([200, undefined]);
    const { email } = (await client.as('farmer')).user;
    const logIn = async () =>
      (await client.send('POST /auth/login', { body: { email, password: PASSWORD } })).status;

    writeFileSync(broken, '');
    expect(await logIn()).toBe(500);
    expect(await readiness()).toEqual([503, 'password-hasher']);
    rmSync(broken);
    expect(await readiness()).toEqual([200, undefined]);
    expect(await logIn()).toBe(200);
  } finally {
    await server.end('SIGTERM');
    await database.drop();
  }
});

it('verifies the files of a genuine audit binder, and refuses a forged pair', async () => {
  const binderDir = newDataFolder('binder');
  const server = await startServer({ DATA_DIR: binderDir });
  try {
    const official = await clientOf(server.url).as('government');
    const farmer = await clientOf(server.url).as('farmer');
    await official.send('POST /auth/confirm', { body: { password: PASSWORD } });
    await manage(official, (await newApplication(farmer, { amount: 750 }))._id, { status: 'approved' });
    const { _id } = await sent<Binder>(official, 'POST /government/subsidies/none/binders', {
      from: '2020-01-01',
      until: '2099-12-31',
    });
    const list = () => official.send<Binder[]>('GET /government/subsidies/none/binders');
    await expect.poll(async () => (await list()).body[0]?.state, { timeout: 60_000 }).toBe('ready');
    const download = async (format: 'csv' | 'pdf') => {
      const response = await fetch(`${server.url}/api/government/binders/${_id}/${format}`, {
        headers: { authorization: `Bearer ${official.token}` },
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      writeFileSync(join(folder, `binder.${format}`), bytes);
      return bytes;
    };
    const [csv, pdf] = [await download('csv'), await download('pdf')];
    writeFileSync(join(folder, 'forged.csv'), csv.toString().replaceAll('750.00', '950.00'));
    writeFileSync(join(folder, 'forged.pdf'), Buffer.concat([pdf, Buffer.from('\n')]));
    const verify = (name: string) =>
      runCommand(
        ['verify', ...['csv', 'pdf'].flatMap((format) => ['--binder', join(folder, `${name}.${format}`)])],
        { DATA_DIR: binderDir },
      );
    const genuine = verify('binder');
    expect([genuine.stderr, genuine.status]).toEqual([
      expect.stringMatching(/binder\.csv is as it was created .*1 applications, KES 750\.00/),
      0,
    ]);
    expect(genuine.stderr).toContain('binder.pdf is as it was created');
    const forged = verify('forged');
    for (const format of ['csv', 'pdf'])
      expect(forged.stderr).toContain(`forged.${format}: no binder in the audit log has its SHA-256`);
    expect(forged.status).not.toBe(0);
  } finally {
    await server.end('SIGTERM');
    rmSync(binderDir, { recursive: true, force: true });
  }
});
