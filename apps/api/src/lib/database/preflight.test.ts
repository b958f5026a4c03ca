import { once } from 'node:events';
import { type AddressInfo, connect as connectSocket, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appUrlOf, createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { connect } from './database.ts';
import { checkAddress, checkDatabase, listenError, unsuitableReason } from './preflight.ts';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** Starts a server with this connection handler and returns its port. */
async function portOf(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('listen address', () => {
  it('is free again after the check', async () => {
    const port = await portOf(() => undefined);
    await expect(checkAddress({ host: '127.0.0.1', port })).rejects.toThrow(`PORT ${port} is in use`);
    await new Promise((resolve) => servers.pop()?.close(resolve));
    await checkAddress({ host: '127.0.0.1', port });
    await checkAddress({ host: '127.0.0.1', port });
  });

  it('reports a host name that cannot be resolved', async () => {
    // An invalid name, so no DNS query is sent.
    await expect(checkAddress({ host: 'no..host', port: 0 })).rejects.toThrow(
      /^HOST no\.\.host is a host name that cannot be resolved \(\w+\): use 127\.0\.0\.1 or 0\.0\.0\.0$/,
    );
  });

  it.each([
    ['EACCES', 'PORT 80 is reserved for root: use a port above 1023'],
    ['EADDRNOTAVAIL', 'HOST ::9 is not an address of this machine (why): use 127.0.0.1 or 0.0.0.0'],
  ])('explains %s', (code, expected) => {
    const error = Object.assign(new Error('why'), { code });
    expect(listenError(error, { host: '::9', port: 80 }).message).toBe(expected);
  });
});

describe('database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const check = (databaseUrl: string | null, databaseDirectUrl: string | null = null) =>
    checkDatabase({ databaseUrl, databaseDirectUrl, databasePooler: 'detect' }, 'write');

  it('may be external or embedded', async () => {
    await check(database.connectionString, database.connectionString);
    await check(null);
  });

  it('rejects a direct URL without DATABASE_URL or without a server', async () => {
    await expect(check(null, database.connectionString)).rejects.toThrow(/^DATABASE_DIRECT_URL .* set both/);
    await expect(check(database.connectionString, 'postgres://u:secret@127.0.0.1:1/none')).rejects.toThrow(
      'DATABASE_DIRECT_URL does not reach a usable PostgreSQL (connect ECONNREFUSED 127.0.0.1:1): start it',
    );
  });

  /** Reports a process id other than the session's to its clients, as poolers do. */
  async function poolerOf(connectionString: string): Promise<string> {
    const url = new URL(connectionString);
    const path = join(url.searchParams.get('host')!, `.s.PGSQL.${url.port || 5432}`);
    const port = await portOf((socket) => {
      const server = connectSocket(path);
      server.on('error', () => undefined);
      socket.pipe(server);
      server.on('data', (data) => {
        const key = data.indexOf(Buffer.from('K\0\0\0\f'));
        if (key !== -1) data.writeInt32BE(7, key + 5);
        socket.write(data);
      });
      server.on('close', () => socket.destroy());
    });
    url.searchParams.delete('host');
    url.hostname = '127.0.0.1';
    url.port = String(port);
    return url.href;
  }

  it('detects a pooler and then requires a direct URL', async () => {
    const pooler = await poolerOf(database.connectionString);
    await expect(check(pooler)).rejects.toThrow(
      /^DATABASE_URL goes through a pooler, and DATABASE_DIRECT_URL/,
    );
    await expect(check(pooler, pooler)).rejects.toThrow(/^DATABASE_DIRECT_URL points to a pooler: set it to/);
    expect(await check(pooler, database.connectionString)).toEqual({ pooled: true });
    expect(await check(database.connectionString, database.connectionString)).toEqual({ pooled: false });
    const session = { databaseUrl: pooler, databaseDirectUrl: null, databasePooler: 'session' } as const;
    expect(await checkDatabase(session, 'write')).toEqual({ pooled: false });
  });

  it('sets session settings through the role behind a pooler', async () => {
    await check(database.connectionString, database.connectionString);
    const { db, close } = connect(database.connectionString, { pooled: true });
    const { rows } = await sql<{ name: string; setting: string; source: string }>`
      select name, setting, source from pg_settings where name in ('statement_timeout', 'TimeZone') order by 1
    `.execute(db);
    await close();
    expect(rows).toEqual([
      { name: 'TimeZone', setting: 'UTC', source: 'database user' },
      { name: 'statement_timeout', setting: '30000', source: 'database user' },
    ]);
  });

  it('rejects addresses of different databases', async () => {
    const other = await createTestDatabase({ empty: true });
    const settings = { databaseUrl: database.connectionString, databasePooler: 'detect' } as const;
    const direct = { ...settings, databaseDirectUrl: other.connectionString };
    await expect(checkDatabase(direct, 'write')).rejects.toThrow(
      'DATABASE_DIRECT_URL and DATABASE_URL point to different databases: name the same database in both',
    );
    const owner = { ...settings, databaseDirectUrl: null, databaseOwnerUrl: other.connectionString };
    await expect(checkDatabase(owner, 'write')).rejects.toThrow(
      'DATABASE_OWNER_URL and DATABASE_URL point to different databases: name the same database in both',
    );
    await other.drop();
    const app = { ...owner, databaseUrl: appUrlOf(database.connectionString) };
    await checkDatabase({ ...app, databaseOwnerUrl: database.connectionString }, 'write');
  });

  it('rejects a database that does not exist', async () => {
    const url = new URL(database.connectionString);
    url.pathname = '/nowhere';
    await expect(check(url.href)).rejects.toThrow(
      'DATABASE_URL names a database that does not exist (database "nowhere" does not exist): create it',
    );
  });

  it('reports a rejected user or password', async () => {
    const response = 'SFATAL\0C28P01\0Mpassword authentication failed for user "u"\0\0';
    const port = await portOf((socket) => {
      const length = Buffer.alloc(4);
      length.writeInt32BE(4 + response.length);
      socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(response)]));
    });
    await expect(check(`postgres://u:secret@127.0.0.1:${port}/none`)).rejects.toThrow(
      'DATABASE_URL is refused by its PostgreSQL (password authentication failed for user "u"): correct its user or password',
    );
  });

  it('rejects a server that is not PostgreSQL or does not respond in time', async () => {
    const expected =
      /^DATABASE_URL does not reach a usable PostgreSQL \(.+\): start it, or correct the address$/;
    const web = await portOf((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await expect(check(`postgres://u:secret@127.0.0.1:${web}/none`)).rejects.toThrow(expected);
    const silent = await portOf(() => undefined);
    const silentUrl = `postgres://u:secret@127.0.0.1:${silent}/none`;
    await expect(
      checkDatabase({ databaseUrl: silentUrl, databaseDirectUrl: null, databasePooler: 'detect' }, 'write', {
        limitMs: 100,
      }),
    ).rejects.toThrow(expected);
  });

  it('requires a supported version and, for writing, a writable database', () => {
    expect(unsuitableReason({ major: 14, isReadOnly: false }, 'read')).toBe(
      'PostgreSQL 14: use version 15 or newer',
    );
    expect(unsuitableReason({ major: 15, isReadOnly: true }, 'write')).toMatch(/may only be read/);
    expect(unsuitableReason({ major: 15, isReadOnly: true }, 'read')).toBeNull();
  });
});
