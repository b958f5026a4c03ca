/** The built server under restrictions of its systemd units (`deploy/systemd`), simulated by a preloaded module. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { clientOf, PASSWORD } from '../client.ts';
import { createTestDatabase } from '../database.ts';
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

/** Same as `node cli.js backup` of a release. */
function backUp(file: string, variables: Record<string, string>) {
  const command = `import(${JSON.stringify(builtCli)}).then((cli) => cli.runDatabaseCommand(['backup', ${JSON.stringify(file)}]))`;
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
    const { stderr, status } = backUp(join(folder, 'all.backup'), {
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
