/** The server's own database role: everything works with it, and the audit log refuses its changes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { backup, migrate, restore } from '@ardhi/embedded-postgres';
import { query } from '@ardhi/embedded-postgres/test';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beforeTests, PASSWORD, startTestApp, type TestApp } from '../../../test/app.ts';
import { appUrlOf, createTestDatabase } from '../../../test/database.ts';
import { newParcel } from '../../../test/land.ts';
import { manage, newApplication } from '../../../test/subsidies.ts';
import { cleanUp, sealAuditLogJob } from '../../records/audit/jobs.ts';
import { createPartitions } from '../../records/audit/seal-queries.ts';
import { verifyAuditLog } from '../../records/audit/verify.ts';
import { migrateJobs } from '../jobs/jobs.ts';
import { connect } from './database.ts';
import { grantAppRole, grantRights, isAuditLogSeparated } from './roles.ts';

const ROLE = 'ardhi_app';
const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** The launcher creates the role; a server of TEST_DATABASE_URL may lack it. */
describe.skipIf(process.env.TEST_DATABASE_URL)('the role of the server', () => {
  const database = beforeTests(() => createTestDatabase());
  const owner = beforeTests(async () => connect(database.connectionString));
  let appUrl: string;
  let app: TestApp;
  beforeAll(async () => {
    appUrl = appUrlOf(database.connectionString);
    await grantAppRole(owner.pool, ROLE);
    app = await startTestApp({}, appUrl);
  });
  afterAll(async () => {
    await app.close();
    await owner.close();
    await database.drop();
  });

  const partition = async () => {
    const { rows } = await owner.pool.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_log'::regclass order by 1 limit 1`,
    );
    return rows[0]!.name;
  };

  async function expectRefused(...statements: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: appUrl });
    await client.connect();
    for (const statement of statements)
      await expect(client.query(statement), statement).rejects.toThrow(
        /permission denied|must be owner|not dropped after|is kept for 84 months|at most 12 ahead/,
      );
    await client.end();
  }

  it('is recognized as separated, and the owner as not', async () => {
    expect(await isAuditLogSeparated(app.db)).toBe(true);
    expect(await isAuditLogSeparated(owner.db)).toBe(false);
  });

  it('cannot change, drop or open the log, its seals and its partitions', async () => {
    for (const table of ['audit_log', 'audit_seals', await partition()])
      await expectRefused(
        `update ${table} set id = id`,
        `delete from ${table}`,
        `truncate ${table}`,
        `drop table ${table} cascade`,
        `alter table ${table} disable trigger all`,
        `alter table ${table} rename to other`,
        `alter table ${table} owner to ardhi_app`,
        `create trigger open before insert on ${table} execute function guard_trail()`,
      );
    await expectRefused(
      'insert into audit_seals select * from audit_seals',
      `alter table audit_log detach partition ${await partition()}`,
      `insert into ${await partition()} (action, entity) values ('x', 'x')`,
      'begin; call open_trail(true); delete from audit_log',
    );
  });

  it('cannot choose id, time and transaction of a row, or add entries about the log itself', async () => {
    for (const [column, value] of [
      ['id', '1'],
      ['at', `'2020-01-01'`],
      ['epoch', '1'],
      ['xid', `'1'`],
      ['salt', `''`],
      ['commitment', `''`],
    ])
      await expectRefused(`insert into audit_log (action, entity, ${column}) values ('x.x', 'x', ${value})`);
    await expectRefused(
      `insert into audit_log (action, entity) values ('trail.accept-restore', 'trail')`,
      `update audit_verifications set result = 0`,
      `delete from audit_verifications`,
      `insert into audit_verifications (verified_at, result, faults) values ('2999-01-01', 0, 0)`,
      'select make_months(13)',
      'select make_months(null)',
    );
  });

  it('cannot reach the log by a detour', async () => {
    await expectRefused(
      `select drop_trail_months(0)`,
      `select drop_months('audit_log', 84)`,
      `select drop_partitions('audit_log', -1)`,
      'select begin_epoch()',
      // The next upgrade would run it as the owner.
      `update migrations set sql_drop = '{drop table audit_log}'`,
      'set session_replication_role = replica',
      `create function seal_trail(integer) returns bigint language sql return 1`,
      'drop function seal_trail()',
      'drop schema public cascade',
      'set role ardhi',
    );
  });

  it('serves requests, seals, erases and drops old months', async () => {
    const farmer = await app.as('farmer');
    await newParcel(farmer);
    expect((await farmer.send('DELETE /auth/account', { body: { password: PASSWORD } })).status).toBe(200);
    expect(
      await app.sql`select from audit_log where actor_id = ${farmer.user._id} and entity <> 'trail' and after is not null`,
    ).toEqual([]);
    const name = await partition();
    const { rows } = await owner.pool.query<{ until: string }>(`
      select (date_trunc('month', now() at time zone 'UTC') + interval '1 month')::text || 'Z' as until`);
    // The first partition has no lower bound.
    await owner.pool.query(`
      alter table audit_log detach partition ${name};
      alter table audit_log attach partition ${name} for values from ('2018-04-01Z') to ('${rows[0]!.until}')`);
    await owner.pool.query(
      `create table audit_log_2018_03 partition of audit_log for values from ('2018-03-01Z') to ('2018-04-01Z')`,
    );
    await owner.pool.query(
      `insert into audit_log (at, action, entity) values ('2018-03-02Z', 'test.write', 'test')`,
    );
    await sealAuditLogJob({}, app.services);
    await cleanUp({}, app.services);
    expect(await app.row`select to_regclass('audit_log_2018_03') as month`).toEqual({ month: null });
    expect((await verifyAuditLog(appUrl))[0]).toContain('the audit log is as it was sealed');
  });

  it('cannot have the log erase an official’s decisions', async () => {
    const official = await app.as('government');
    const { _id } = await newApplication(await app.as('farmer'));
    await manage(official, _id, { status: 'rejected', reason: 'Too late' });
    const payloads = () => app.sql`
      select action, before, after from audit_log where actor_id = ${official.user._id} order by id`;
    const before = await payloads();
    const client = new pg.Client({ connectionString: appUrl });
    await client.connect();
    // A temporary table does not take the place of the table of accounts.
    await client.query(
      `create temporary table users as select id, 'farmer' as role, now() as deleted_at from public.users`,
    );
    const erase = () => client.query('select erase_from_trail($1, true, null)', [official.user._id]);
    await erase();
    expect(await payloads()).toEqual(before);
    // Nor does an account row that the role changed, with a deletion that it logged.
    await client.query(`update public.users set role = 'farmer', deleted_at = now() where id = $1`, [
      official.user._id,
    ]);
    await client.query(
      `insert into audit_log (actor_id, action, entity, entity_id) values ($1, 'user.delete', 'user', $1)`,
      [official.user._id],
    );
    await erase();
    await client.end();
    expect(await payloads()).toEqual([
      ...before,
      expect.objectContaining({ action: 'user.delete', after: null }),
    ]);
  });

  it('has its rights as soon as an upgrade is committed', async () => {
    const fresh = await createTestDatabase({ empty: true });
    const url = appUrlOf(fresh.connectionString);
    let isSeenBefore = true;
    await migrate(fresh.connectionString, migrations, {
      finish: async (client) => {
        isSeenBefore = await query(url, `select to_regclass('public.users') is not null as seen`).then(
          ([row]) => row!.seen === true,
        );
        await grantRights(client, ROLE);
      },
    });
    expect(isSeenBefore).toBe(false);
    await query(url, 'select from users, current_posts');
    await fresh.drop();
  });

  it('loses rights that it must not have at the next start, and gets the others back', async () => {
    await owner.pool.query(
      'grant all on audit_log, audit_seals, migrations to ardhi_app; revoke insert on parcels from ardhi_app',
    );
    expect(await isAuditLogSeparated(app.db)).toBe(false);
    await grantAppRole(owner.pool, ROLE);
    expect(await isAuditLogSeparated(app.db)).toBe(true);
    await expectRefused('truncate audit_log', 'delete from migrations');
    await newParcel(await app.as('farmer'));
  });

  it('needs no owner for a start without an upgrade, so the owner’s password can be kept from the server', async () => {
    expect(await migrate(appUrl, migrations)).toEqual({ applied: [] });
    const { pool, db, close } = connect(appUrl);
    await createPartitions(db);
    await migrateJobs(pool);
    await close();
  });

  it('keeps a restore out while it is connected, and needs its rights again afterwards', async () => {
    const [folder, other] = [mkdtempSync(join(tmpdir(), 'ardhi-roles-')), await createTestDatabase()];
    const [file, url] = [join(folder, 'all.backup'), appUrlOf(other.connectionString)];
    const grant = async () => {
      const { pool, close } = connect(other.connectionString);
      await grantAppRole(pool, ROLE);
      await close();
    };
    await grant();
    await backup(other.connectionString, file);
    const server = new pg.Client({ connectionString: url });
    await server.connect();
    const restoring = () => restore(other.connectionString, file, { migrations, force: true });
    await expect(restoring()).rejects.toThrow('a server is using the database');
    await server.end();
    await restoring();
    await expect(query(url, 'select from users')).rejects.toThrow('permission denied');
    await grant();
    await query(url, 'select from users');
    await other.drop();
    rmSync(folder, { recursive: true });
  });
});
