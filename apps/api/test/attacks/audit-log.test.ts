/** Attacks on the audit log: by the server's database role, and by the owner against `npm run verify`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runningEmbeddedPostgres } from '@ardhi/embedded-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, clientOf, PASSWORD } from '../client.ts';
import { newParcel } from '../land.ts';
import { environmentOfTests, type RunningServer, startServer } from '../process/server.ts';
import { manage, newApplication } from '../subsidies.ts';

const cli = fileURLToPath(new URL('../../../../scripts/cli.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ardhi-audit-'));
const settings = { DATA_DIR: join(folder, 'data') };
let server: RunningServer;
let client: Client;

async function start(): Promise<void> {
  server = await startServer(settings);
  client = clientOf(server.url);
}
beforeAll(start);
afterAll(async () => {
  await server.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

/** Runs an operator command on the embedded database. */
const command = (...args: string[]) =>
  spawnSync(process.execPath, [cli, ...args], {
    env: { ...environmentOfTests(), ...settings },
    encoding: 'utf8',
  });
const verify = (...args: string[]) => command('verify', ...args).status;

async function connectAs(role: 'ardhi' | 'ardhi_app'): Promise<pg.Client> {
  const url = new URL((await runningEmbeddedPostgres(settings.DATA_DIR))!);
  url.username = role;
  const connection = new pg.Client({ connectionString: url.href });
  await connection.connect();
  return connection;
}

async function asOwner<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const owner = await connectAs('ardhi');
  const result = (await owner.query<Row>(text)) as pg.QueryResult<Row> | pg.QueryResult<Row>[];
  await owner.end();
  return [result].flat().at(-1)!.rows;
}

const OPEN = 'alter table audit_log disable trigger user; alter table audit_seals disable trigger user';
const CLOSE = 'alter table audit_log enable trigger user; alter table audit_seals enable trigger user';
const unsealed = () =>
  asOwner('select from audit_log where not exists (select from audit_seals where audit_log.id <@ ids)');

/** Seals everything, and returns the head that an auditor would store. */
async function sealAll(): Promise<string> {
  do await asOwner('select seal_trail()');
  while ((await unsealed()).length > 0);
  const [head] = await asOwner<{ hash: string }>(
    `select encode(hash, 'hex') as hash from audit_seals order by id desc limit 1`,
  );
  return head!.hash;
}

describe('the server’s database role', () => {
  it('is not the owner’s, and can only add to the log', async () => {
    const app = await connectAs('ardhi_app');
    const { rows } = await app.query(`
      select distinct usename::text as role from pg_stat_activity
      where datname = current_database() and application_name <> 'ardhi guard'`);
    expect(rows).toEqual([{ role: 'ardhi_app' }]);
    const [{ name } = { name: '' }] = await asOwner<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_log'::regclass limit 1`,
    );
    for (const table of ['audit_log', 'audit_seals', name])
      for (const statement of [
        `update ${table} set id = id`,
        `delete from ${table}`,
        `truncate ${table}`,
        `drop table ${table} cascade`,
        `alter table ${table} disable trigger user`,
      ])
        await expect(app.query(statement), statement).rejects.toThrow(/permission denied|must be owner/);
    await app.end();
    expect(server.output()).not.toContain('not separated');
  });

  it('is enough for requests, erasure, jobs and retention', async () => {
    const farmer = await client.as('farmer');
    await newParcel(farmer);
    expect((await farmer.send('DELETE /auth/account', { body: { password: PASSWORD } })).status).toBe(200);
    expect(
      await asOwner(
        `select from audit_log where actor_id = '${farmer.user._id}' and entity <> 'trail' and after is not null`,
      ),
    ).toEqual([]);
    await asOwner(`
      create table access_lines_2018_03 partition of access_lines for values from ('2018-03-01Z') to ('2018-04-01Z');
      select graphile_worker.add_job('clean-up', '{}')`);
    await expect
      .poll(() => asOwner(`select to_regclass('access_lines_2018_03')::text as month`))
      .toEqual([{ month: null }]);
    await sealAll();
    expect(verify()).toBe(0);
  });
});

describe('the owner of the database', () => {
  let head: string;
  let decision: number;
  let official: string;
  beforeAll(async () => {
    const person = await client.as('government');
    official = person.user._id;
    const farmer = await client.as('farmer');
    const { _id } = await newApplication(farmer);
    const message = {
      recipientId: farmer.user._id,
      channelType: 'general',
      subject: 'Seed',
      content: 'Come and see me',
    };
    expect((await person.send('POST /messages', { body: message })).status).toBe(201);
    await manage(person, _id, { status: 'rejected', reason: 'Too late' });
    head = await sealAll();
    const [row] = await asOwner<{ id: number }>(`select id from audit_log where action = 'subsidy.reject'`);
    decision = row!.id;
    expect(verify(head)).toBe(0);
    await asOwner(`
      create table saved_log as select * from audit_log;
      create table saved_seals as select * from audit_seals`);
  });

  // A restore accepts no tables that no migration creates.
  afterAll(() => asOwner('drop table saved_log, saved_seals'));

  /** Undoes the attack, with the excuse that it inserted. */
  const undo = () =>
    asOwner(`begin; ${OPEN}; delete from audit_log; insert into audit_log select * from saved_log;
      delete from audit_seals; insert into audit_seals select * from saved_seals;
      update users set role = 'government', deleted_at = null where id = '${official}'; ${CLOSE}; commit`);
  const excuse = (action: string, after: string) =>
    `insert into audit_log (action, entity, after) values ('${action}', 'trail', jsonb_build_object(${after}))`;
  const DROPPED = excuse('trail.drop-months', `'until', '2999-12-31', 'anchor', 1`);

  it.each([
    [
      'rewrites a row',
      () => `update audit_log set action = 'land.create' where id = ${decision}; ${DROPPED}`,
    ],
    ['removes a row', () => `delete from audit_log where id = ${decision}; ${DROPPED}`],
    ['removes a month', () => `delete from audit_log; ${DROPPED}`],
    [
      'removes seals',
      () =>
        `delete from audit_seals where id < 3; ${excuse('trail.drop-months', `'until', '2000-01-01', 'anchor', 3`)}`,
    ],
    [
      'empties a decision',
      () =>
        `update audit_log set before = null, after = null, salt = null where id = ${decision};
         ${excuse('trail.erase', `'rows', 1, 'ids', '{[0,1000000000)}'`)}`,
    ],
    [
      'empties what an official did, with an account row that says farmer',
      () =>
        `update users set role = 'farmer', deleted_at = now() where id = '${official}';
         insert into audit_log (actor_id, action, entity, entity_id)
         values ('${official}', 'user.delete', 'user', '${official}');
         update audit_log set before = null, after = null, salt = null
         where actor_id = '${official}' and action = 'message.send'`,
    ],
    [
      'leaves fewer rows than are sealed',
      () => `delete from audit_log where id in (select id from audit_log order by id limit 3); ${DROPPED}`,
    ],
    [
      'replaces the functions',
      () => `update audit_log set action = 'land.create' where id = ${decision};
        create or replace function verify_trail() returns table (fault text, seal_id bigint, row_ids text)
        language sql as 'select null::text, null::bigint, null::text where false'`,
    ],
  ])('%s and inserts an excuse: verify fails', async (_name, attack) => {
    await asOwner(`begin; ${OPEN}; ${attack()}; ${CLOSE}; commit`);
    await sealAll();
    expect(verify(head)).toBe(2);
    await undo();
  });
});

it('a restore is reported with its own exit code until it is accepted; backup and roles work with both', async () => {
  const file = join(folder, 'all.backup');
  expect(command('backup', file).status).toBe(0);
  await client.as('farmer');
  const head = await sealAll();
  await server.end('SIGTERM');
  expect(command('restore', file, '--force').status).toBe(0);
  await start();
  expect(command('admin', 'list').status).toBe(0);
  await newParcel(await client.as('farmer'));
  expect(verify()).toBe(3);
  expect(verify(head)).toBe(3);
  expect(verify(head, '--accept-restore')).toBe(0);
  expect(verify()).toBe(0);
  // An accepted restore explains no missing head any more.
  expect(verify(head)).toBe(2);
  expect(verify('no-hash')).toBe(1);
});
