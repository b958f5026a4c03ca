/** A failing start prints one line that names the variable and the fix, and exits. */
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isReachable } from '@ardhi/embedded-postgres/test';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { builtServer, type Ended, runUntilExit, startServer } from './server.ts';

const isRoot = process.getuid?.() === 0;
// From a range that no system assigns.
const NAMELESS = { uid: 60_777, gid: 60_777 };

const folder = mkdtempSync(join(tmpdir(), 'ardhi-refused-'));
const dataDir = join(folder, 'data');
chmodSync(folder, 0o755);
afterAll(() => {
  chmodSync(join(folder, 'closed'), 0o755);
  rmSync(folder, { recursive: true, force: true });
});

function expectLine({ code, output }: Ended, line: RegExp | string) {
  expect(output).toMatch(/^Ardhi cannot start\. .+\n$/);
  expect(output.slice('Ardhi cannot start. '.length)).toMatch(line);
  expect(output).not.toContain('secret');
  expect(code).toBe(1);
}

mkdirSync(join(folder, 'closed'), { mode: 0o555 });
writeFileSync(join(folder, 'file'), '');

// Faults of the value alone are tested in env.test.ts; these need a start.
// The name no..host is invalid, so no DNS query is sent.
const REFUSED: [variables: Record<string, string>, line: RegExp][] = [
  [{ PORT: 'many' }, /^PORT is "many": use a whole number/],
  [{ BASEMAP_FILE: join(folder, 'none') }, /^BASEMAP_FILE .*none does not exist: use a PMTiles file/],
  [
    { BASEMAP_FILE: join(folder, 'file') },
    /^BASEMAP_FILE .*file is not a PMTiles file .*: use a PMTiles file/,
  ],
  [{ HOST: '203.0.113.5' }, /^HOST 203\.0\.113\.5 is not an address of this machine .*: use 127\.0\.0\.1/],
  [{ HOST: 'no..host' }, /^HOST no\.\.host is a host name that cannot be resolved \(\w+\): use 127\.0\.0\.1/],
  [
    { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' },
    /^DATABASE_URL does not reach a usable PostgreSQL \(connect ECONNREFUSED 127\.0\.0\.1:1\): start it, or correct/,
  ],
  [
    { DATABASE_URL: 'postgres://nobody:secret@no..host/none' },
    /^DATABASE_URL does not reach a usable PostgreSQL \(getaddrinfo \w+ no\.\.host\): start it, or correct/,
  ],
  [{ DATA_DIR: join(folder, 'file') }, /^DATA_DIR \S+ cannot be used: it is not a folder; set it to/],
  [{ DATA_DIR: join(folder, 'file', 'data') }, /^DATA_DIR \S+ cannot be used: it is not a folder; set it to/],
  ...(existsSync('/proc/self')
    ? [
        [
          { DATA_DIR: '/proc/x' },
          /^DATA_DIR \/proc\/x cannot be used: no folder can be made there; set/,
        ] as never,
      ]
    : []),
];

describe('a wrong value', () => {
  it.each(REFUSED)('%o', async (variables, line) => {
    expectLine(await runUntilExit({ DATA_DIR: dataDir, DATABASE_WAIT_SECONDS: '0', ...variables }), line);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const ended = await runUntilExit({ PORT: String(port), DATA_DIR: dataDir });
    other.close();
    expectLine(ended, `PORT ${port} is in use: stop the other program or set another PORT`);
  });

  it('a folder that another server uses', async () => {
    const first = await startServer({ DATA_DIR: dataDir });
    expectLine(
      await runUntilExit({ DATA_DIR: dataDir }),
      /^another Ardhi server is running on .*another DATA_DIR$/m,
    );
    expect((await fetch(`${first.url}/api/ready`)).status).toBe(200);
    await first.end('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  });
});

describe('a database that cannot be used', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ empty: true });
  });
  afterAll(() => database.drop());

  async function change(statement: string) {
    const client = new pg.Client({ connectionString: database.connectionString });
    await client.connect();
    await client.query(statement);
    await client.end();
  }
  const name = () => new URL(database.connectionString).pathname.slice(1);

  it('because its user may not create tables', async () => {
    await change('drop schema public');
    expectLine(
      await runUntilExit({ DATABASE_URL: database.connectionString }),
      /^DATABASE_URL has a user who may not make tables \(.*\): make that user the owner/,
    );
  });

  it('because it is read-only', async () => {
    await change(`alter database ${name()} set default_transaction_read_only = on`);
    expectLine(
      await runUntilExit({ DATABASE_URL: database.connectionString }),
      /^DATABASE_URL points to a database that may only be read: use the one/,
    );
  });
});

describe('a secret that cannot be stored', () => {
  it('names APP_SECRET', async () => {
    const database = await createTestDatabase();
    const ended = await runUntilExit({
      DATABASE_URL: database.connectionString,
      DATA_DIR: join(folder, 'file', 'data'),
      APP_SECRET: '',
    });
    await database.drop();
    expectLine(ended, /^APP_SECRET is not set, and DATA_DIR \S+ cannot keep one \(ENOTDIR\): set APP_SECRET/);
  });
});

describe('the user who starts it', () => {
  const isUnreachable = ({ uid, gid }: typeof NAMELESS) =>
    !isRoot || ![builtServer, process.execPath].every((file) => isReachable(dirname(file), { uid, gid }));
  const SKIPPED = 'needs root, and a folder that others may enter';

  it('may not write DATA_DIR', async ({ skip }) => {
    skip(isRoot && isUnreachable(NAMELESS), SKIPPED);
    expectLine(
      await runUntilExit({ DATA_DIR: join(folder, 'closed', 'data') }, isRoot ? NAMELESS : {}),
      /^DATA_DIR \S+ cannot be used: it may not be written; set it to/,
    );
  });

  it('has no name on this machine', async ({ skip }) => {
    skip(isUnreachable(NAMELESS), SKIPPED);
    const own = join(folder, 'own');
    mkdirSync(own);
    chownSync(own, NAMELESS.uid, NAMELESS.gid);
    expectLine(
      await runUntilExit({ DATA_DIR: own }, NAMELESS),
      /^PostgreSQL makes no database for user id 60777, .*: give it a line in \/etc\/passwd, or set DATABASE_URL/,
    );
  });
});
