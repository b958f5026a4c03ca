/** Starting and stopping as an operator sees it. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runningEmbeddedPostgres } from '../../src/lib/embedded-postgres.ts';
import { runToTheEnd, startServer } from './server.ts';

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'ardhi-life-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe('a start that cannot be', () => {
  const oneLine = /^Ardhi cannot start\. .+\n$/;

  it('says which variable is wrong', async () => {
    const { code, output } = await runToTheEnd({ PORT: 'many', DATA_DIR: newFolder() });
    expect(code).toBe(1);
    expect(output).toMatch(oneLine);
    expect(output).toContain('PORT is "many"');
  });

  it('says that the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const { code, output } = await runToTheEnd({ PORT: String(port), DATA_DIR: newFolder() });
    other.close();
    expect(code).toBe(1);
    expect(output).toContain(`PORT ${port} is taken`);
  });

  it('says that another server has the folder', async () => {
    const dataDir = newFolder();
    const first = await startServer({ DATA_DIR: dataDir });
    const { code, output } = await runToTheEnd({ DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(output).toMatch(oneLine);
    expect((await fetch(`${first.url}/api/ready`)).status).toBe(200);
    await first.end('SIGTERM');
  });

  it('says that the folder cannot be used', async () => {
    const folder = newFolder();
    const file = join(folder, 'file');
    writeFileSync(file, '');
    chmodSync(folder, 0o755);
    const { code, output } = await runToTheEnd({ DATA_DIR: join(file, 'data') });
    expect(code).toBe(1);
    expect(output).toMatch(oneLine);
  });

  it('says that the database does not answer', async () => {
    const { code, output } = await runToTheEnd({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' });
    expect(code).toBe(1);
    expect(output).toMatch(oneLine);
    expect(output).not.toContain('secret');
  });
});

describe('SIGTERM', () => {
  it('ends streams, lets a request in flight finish, and shuts PostgreSQL down', async () => {
    const dataDir = newFolder();
    const server = await startServer({ DATA_DIR: dataDir });
    const register = (email: string) =>
      fetch(`${server.url}/api/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          name: 'A',
          email,
          password: 'secret',
          role: 'farmer',
          location: 'Molo',
          farmSize: 1,
        }),
      });
    const { token } = (await (await register('a@b')).json()) as { token: string };
    const stream = await fetch(`${server.url}/api/events`, { headers: { authorization: `Bearer ${token}` } });
    // An open connection that never asked for anything, as browsers make in advance.
    const idle = spawn(process.execPath, [
      '-e',
      `require('net').connect(${new URL(server.url).port},'127.0.0.1').on('close',()=>process.exit())`,
    ]);
    const inFlight = register('c@d');
    const code = await server.end('SIGTERM');
    expect(code).toBe(0);
    expect([201, undefined]).toContain(await inFlight.then(({ status }) => status).catch(() => undefined));
    expect(await stream.text()).toContain(':');
    expect(runningEmbeddedPostgres(dataDir)).toBeUndefined();
    idle.kill();
  });
});
