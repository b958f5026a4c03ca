/** The built server under restrictions of its systemd units (`deploy/systemd`), imposed by a preloaded module. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { clientOf, PASSWORD } from '../client.ts';
import { createTestDatabase } from '../database.ts';
import { startServer } from './server.ts';

const folder = mkdtempSync(join(tmpdir(), 'ardhi-units-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Node options that run `source` first in the process and in each of its workers. */
function preloading(name: string, source: string): string {
  const file = join(folder, name);
  writeFileSync(file, `${source}\nrequire('node:module').syncBuiltinESMExports();\n`);
  return `--require=${file}`;
}

it('registers and logs in where the priority of a thread may not be changed', async () => {
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
