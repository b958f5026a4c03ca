/** Connections to a primary and its standby, including failover. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parseAddresses } from './connector/addresses.ts';
import { ServerClient } from './connector.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './launcher.ts';

describe('a connection string', () => {
  it('may have several hosts, as in libpq', () => {
    expect(parseAddresses('postgres://u:p@a:1,b,[::1]:3/db?target_session_attrs=primary')).toEqual({
      connectionString: 'postgres://u:p@a:1/db?target_session_attrs=primary',
      hosts: [
        { host: 'a', port: 1 },
        { host: 'b', port: 5432 },
        { host: '::1', port: 3 },
      ],
      attrs: 'primary',
    });
  });

  it('with several hosts selects the writable one by default', () => {
    expect(parseAddresses('postgres://a,b/db').attrs).toBe('read-write');
    expect(parseAddresses('postgres://a,b/db?target_session_attrs=any').attrs).toBe('any');
    expect(parseAddresses('postgres://a/db')).toEqual({
      connectionString: 'postgres://a/db',
      hosts: [{}],
      attrs: 'any',
    });
  });

  it('is refused with a message that does not reveal a password', () => {
    expect(() => parseAddresses('postgres://a/db?target_session_attrs=first')).toThrow(
      /none of any, read-write/,
    );
    expect(() => parseAddresses('postgres://u:sec,ret/x@a/db')).toThrow(/^one of its hosts is not valid$/);
  });
});

describe('a primary and its standby', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ardhi-connector-'));
  // If root starts PostgreSQL, it runs as another user.
  chmodSync(folder, 0o755);
  const start = (name: string) =>
    startEmbeddedPostgres({ dataDir: join(folder, name), log: () => undefined, settings: { fsync: 'off' } });
  let primary: EmbeddedPostgres;
  let standby: EmbeddedPostgres;

  beforeAll(async () => {
    await (await start('one')).stop();
    execFileSync('cp', ['-a', join(folder, 'one'), join(folder, 'two')]);
    writeFileSync(join(folder, 'two', 'pg18', 'standby.signal'), '');
    [primary, standby] = await Promise.all([start('one'), start('two')]);
  });
  afterAll(async () => {
    await Promise.all([primary.stop(), standby.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  function withBothHosts(attrs: string, first = primary, second = standby): string {
    const { username, password, pathname } = new URL(first.connectionString);
    const names = [first, second].map(({ connectionString }) => {
      const url = new URL(connectionString);
      return `${encodeURIComponent(url.searchParams.get('host') ?? url.hostname)}:${url.port || 5432}`;
    });
    return `postgres://${username}:${password}@${names.join(',')}${pathname}?target_session_attrs=${attrs}`;
  }

  async function isStandby(connectionString: string): Promise<boolean> {
    const client = new ServerClient({ connectionString });
    await client.connect();
    const { rows } = await client.query('select pg_is_in_recovery() as standby').finally(() => client.end());
    return rows[0].standby;
  }

  it('finds the requested host in either order', async () => {
    for (const [one, other] of [
      [primary, standby],
      [standby, primary],
    ] as const) {
      expect(await isStandby(withBothHosts('read-write', one, other))).toBe(false);
      expect(await isStandby(withBothHosts('primary', one, other))).toBe(false);
      expect(await isStandby(withBothHosts('standby', one, other))).toBe(true);
      expect(await isStandby(withBothHosts('prefer-standby', one, other))).toBe(true);
    }
    await expect(isStandby(`${standby.connectionString}&target_session_attrs=primary`)).rejects.toMatchObject(
      {
        code: '08001',
      },
    );
  });

  it('closes the connection after a write to a standby', async () => {
    const client = new ServerClient({ connectionString: standby.connectionString });
    await client.connect();
    const ended = new Promise((resolve) => client.once('end', () => resolve(true)));
    await expect(client.query('create table wrong ()')).rejects.toMatchObject({ code: '25006' });
    expect(await ended).toBe(true);
  });

  if (inject('isFull'))
    it('leaves a frozen primary and finds the promoted standby', async () => {
      const client = new ServerClient({ connectionString: withBothHosts('read-write') });
      await client.connect();
      // A long statement must not be mistaken for a vanished server.
      await client.query('select pg_sleep(3.5)');
      const frozen = processesOf(join(folder, 'one', 'pg18'));
      for (const pid of frozen) process.kill(pid, 'SIGSTOP');
      try {
        await expect(client.query('select 1')).rejects.toMatchObject({ code: '08006' });
        await expect(isStandby(withBothHosts('read-write'))).rejects.toMatchObject({ code: '08001' });
        await promote(standby);
        await expect.poll(() => isStandby(withBothHosts('read-write')).catch(() => null)).toBe(false);
      } finally {
        for (const pid of frozen) process.kill(pid, 'SIGCONT');
      }
    });

  async function promote({ connectionString }: EmbeddedPostgres): Promise<void> {
    const url = new URL(connectionString);
    url.username = 'postgres';
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.query('select pg_promote()').finally(() => client.end());
  }

  /** The postmaster and its children. */
  function processesOf(cluster: string): number[] {
    const postmaster = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
    const children = execFileSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' });
    return [postmaster, ...children.split('\n').filter(Boolean).map(Number)];
  }
});
