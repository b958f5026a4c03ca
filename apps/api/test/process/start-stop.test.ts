/** Start and stop from the operator's point of view. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { runningEmbeddedPostgres } from '@ardhi/embedded-postgres';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../database.ts';
import { newDataFolder } from './data-folder.ts';
import { type Launched, launchServer, startServer } from './server.ts';

const folders: string[] = [];
const newFolder = () => {
  const folder = newDataFolder('life');
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Sends the headers of a registration; `finish` sends the body. */
function beginSignUp(url: string, email: string) {
  const request = httpRequest(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', expect: '100-continue' },
  });
  request.flushHeaders();
  return {
    received: once(request, 'continue'),
    async finish() {
      const responded = once(request, 'response');
      request.end(
        JSON.stringify({
          name: 'A',
          email,
          password: 'secret',
          role: 'farmer',
          location: 'Molo',
          farmSize: 1,
        }),
      );
      const [response] = (await responded) as [IncomingMessage];
      return { status: response.statusCode, body: (await json(response)) as { token: string } };
    },
  };
}

describe('SIGTERM', () => {
  it('ends streams, lets a request in flight finish, and shuts PostgreSQL down', async () => {
    const dataDir = newFolder();
    const server = await startServer({ DATA_DIR: dataDir });
    const first = beginSignUp(server.url, 'a@b');
    const { token } = (await first.finish()).body;
    const stream = await fetch(`${server.url}/api/events`, { headers: { authorization: `Bearer ${token}` } });
    // A connection without a request, as browsers open in advance.
    const idle = spawn(process.execPath, [
      '-e',
      `require('net').connect(${new URL(server.url).port},'127.0.0.1').on('close',()=>process.exit())`,
    ]);
    const inFlight = beginSignUp(server.url, 'c@d');
    await inFlight.received;
    const ended = server.end('SIGTERM');
    // The end of the stream shows that the server is stopping; only then is the request completed.
    expect(await stream.text()).toContain(':');
    expect((await inFlight.finish()).status).toBe(201);
    expect(await ended).toBe(0);
    expect(await runningEmbeddedPostgres(dataDir)).toBeUndefined();
    idle.kill();
  });

  it('is reported to proxies while requests are still served; a second one skips the wait', async () => {
    const database = await createTestDatabase();
    // Longer than the test may take, so the exit proves that the second signal worked.
    const server = await startServer({ DATABASE_URL: database.connectionString, DRAIN_SECONDS: '300' });
    const ended = server.end('SIGTERM');
    await expect.poll(async () => (await fetch(`${server.url}/api/ready`)).status).toBe(503);
    const served = await fetch(`${server.url}/api/config`);
    expect(served.status).toBe(200);
    expect(served.headers.get('connection')).toBe('close');
    expect(await server.end('SIGTERM')).toBe(0);
    expect(await ended).toBe(0);
    await database.drop();
  });
});

describe('a database that is not available yet', () => {
  /** Resolves when the server prints that it is waiting. */
  const untilWaiting = (started: Launched) =>
    started.says(/DATABASE_URL: waiting for PostgreSQL \(.*ECONNREFUSED/);

  it('delays the start', async () => {
    const database = await createTestDatabase();
    const { searchParams, port } = new URL(database.connectionString);
    const proxy = createServer((socket) => {
      const server = connect(join(searchParams.get('host')!, `.s.PGSQL.${port || 5432}`));
      for (const end of [socket, server]) end.on('error', () => socket.destroy());
      socket.pipe(server).pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const address = proxy.address() as AddressInfo;
    proxy.close();
    await once(proxy, 'close');
    const url = new URL(database.connectionString);
    url.searchParams.delete('host');
    url.host = `127.0.0.1:${address.port}`;

    const started = launchServer({ DATABASE_URL: url.href });
    await untilWaiting(started);
    proxy.listen(address.port, '127.0.0.1');
    await started.says(/Ardhi is at/);
    expect(await started.end('SIGTERM')).toBe(0);
    proxy.close();
    await database.drop();
  });

  it('does not prevent a stop', async () => {
    const started = launchServer({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' });
    await untilWaiting(started);
    expect(await started.end('SIGTERM')).toBe(0);
  });
});

describe('the embedded PostgreSQL', () => {
  async function countUsersWith(password: string | null, dataDir: string): Promise<number | null> {
    const url = new URL((await runningEmbeddedPostgres(dataDir))!);
    if (password !== null) url.password = password;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    const { rowCount } = await client.query('select from users');
    await client.end();
    return rowCount;
  }

  it('accepts only the server, also in a data folder that once trusted everyone', async () => {
    const dataDir = newFolder();
    let server = await startServer({ DATA_DIR: dataDir });
    expect((await beginSignUp(server.url, 'a@b').finish()).status).toBe(201);
    await server.end('SIGTERM');
    writeFileSync(join(dataDir, 'pg18', 'pg_hba.conf'), 'local all all trust\n');
    rmSync(join(dataDir, 'pg18.password'));

    server = await startServer({ DATA_DIR: dataDir });
    await expect(countUsersWith('guess', dataDir)).rejects.toThrow('password authentication failed');
    expect(await countUsersWith(null, dataDir)).toBe(1);
    expect(statSync(join(dataDir, 'pg18.password')).mode & 0o777).toBe(0o600);
    await server.end('SIGTERM');
  });
});
