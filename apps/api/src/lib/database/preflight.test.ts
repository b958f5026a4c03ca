import { once } from 'node:events';
import { type AddressInfo, connect as connectSocket, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { connect } from './database.ts';
import { addressFault, checkAddress, checkDatabase, unfit } from './preflight.ts';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** A server that treats each connection as told; answers its port. */
async function portOf(treat: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    treat(socket);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('the address to listen at', () => {
  it('is free again after it was tried', async () => {
    const port = await portOf(() => undefined);
    await expect(checkAddress({ host: '127.0.0.1', port })).rejects.toThrow(`PORT ${port} is taken`);
    await new Promise((resolve) => servers.pop()?.close(resolve));
    await checkAddress({ host: '127.0.0.1', port });
    await checkAddress({ host: '127.0.0.1', port });
  });

  it('is told when its name is not found', async () => {
    // A name that no server of names is asked about.
    await expect(checkAddress({ host: 'no..host', port: 0 })).rejects.toThrow(
      /^HOST no\.\.host is a name that is not found \(\w+\): use 127\.0\.0\.1 or 0\.0\.0\.0$/,
    );
  });

  it.each([
    ['EACCES', 'PORT 80 needs more rights: use one above 1023'],
    ['EADDRNOTAVAIL', 'HOST ::9 is not an address of this machine (why): use 127.0.0.1 or 0.0.0.0'],
  ])('tells %s in words', (code, words) => {
    const error = Object.assign(new Error('why'), { code });
    expect(addressFault(error, { host: '::9', port: 80 }).message).toBe(words);
  });
});

describe('the database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const check = (databaseUrl: string | null, databaseDirectUrl: string | null = null) =>
    checkDatabase({ databaseUrl, databaseDirectUrl, databasePooler: 'detect' }, 'write');

  it('may be external or none', async () => {
    await check(database.connectionString, database.connectionString);
    await check(null);
  });

  it('is named by both variables, or by none', async () => {
    await expect(check(null, database.connectionString)).rejects.toThrow(/^DATABASE_DIRECT_URL .* set both/);
    await expect(check(database.connectionString, 'postgres://u:secret@127.0.0.1:1/none')).rejects.toThrow(
      'DATABASE_DIRECT_URL leads to no usable PostgreSQL (connect ECONNREFUSED 127.0.0.1:1): start it',
    );
  });

  /** Tells its clients another process than that of the session, as poolers do. */
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

  it('is found out to be behind a pooler, and is then reached directly too', async () => {
    const pooler = await poolerOf(database.connectionString);
    await expect(check(pooler)).rejects.toThrow(
      /^DATABASE_URL goes through a pooler, and DATABASE_DIRECT_URL/,
    );
    await expect(check(pooler, pooler)).rejects.toThrow(/^DATABASE_DIRECT_URL leads to a pooler: set it to/);
    expect(await check(pooler, database.connectionString)).toEqual({ pooled: true });
    expect(await check(database.connectionString, database.connectionString)).toEqual({ pooled: false });
    const session = { databaseUrl: pooler, databaseDirectUrl: null, databasePooler: 'session' } as const;
    expect(await checkDatabase(session, 'write')).toEqual({ pooled: false });
  });

  it('gives sessions behind a pooler their settings by the role', async () => {
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

  it('exists', async () => {
    const url = new URL(database.connectionString);
    url.pathname = '/nowhere';
    await expect(check(url.href)).rejects.toThrow(
      'DATABASE_URL names a database that is not there (database "nowhere" does not exist): create it',
    );
  });

  it('takes the user and the password', async () => {
    const said = 'SFATAL\0C28P01\0Mpassword authentication failed for user "u"\0\0';
    const port = await portOf((socket) => {
      const length = Buffer.alloc(4);
      length.writeInt32BE(4 + said.length);
      socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(said)]));
    });
    await expect(check(`postgres://u:secret@127.0.0.1:${port}/none`)).rejects.toThrow(
      'DATABASE_URL is refused by its PostgreSQL (password authentication failed for user "u"): mend its user or password',
    );
  });

  it('is a PostgreSQL and answers soon', async () => {
    const words = /^DATABASE_URL leads to no usable PostgreSQL \(.+\): start it, or mend the address$/;
    const web = await portOf((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await expect(check(`postgres://u:secret@127.0.0.1:${web}/none`)).rejects.toThrow(words);
    const silent = await portOf(() => undefined);
    const silentUrl = `postgres://u:secret@127.0.0.1:${silent}/none`;
    await expect(
      checkDatabase({ databaseUrl: silentUrl, databaseDirectUrl: null, databasePooler: 'detect' }, 'write', {
        limitMs: 100,
      }),
    ).rejects.toThrow(words);
  });

  it('is of a version that Ardhi knows, and may be written unless it is only read', () => {
    expect(unfit({ major: 14, isReadOnly: false }, 'read')).toBe('PostgreSQL 14: use version 15 or newer');
    expect(unfit({ major: 15, isReadOnly: true }, 'write')).toMatch(/may only be read/);
    expect(unfit({ major: 15, isReadOnly: true }, 'read')).toBeNull();
  });
});
