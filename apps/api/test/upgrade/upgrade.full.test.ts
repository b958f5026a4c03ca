/** Upgrades with concurrent writers, deltas whose meaning changes, and backups of another release. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, restore } from '@ardhi/embedded-postgres';
import type { BareDatabase, Release } from '@ardhi/embedded-postgres/test/release';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { verifyAuditLog } from '../../src/records/audit/verify.ts';
import {
  differences,
  newDatabase,
  oldDatabase,
  release,
  rollupTotals,
  schema,
  unfolded,
} from './databases.ts';

let folder: string;
const releases: Release[] = [];
let old: BareDatabase;
beforeAll(async () => {
  old = await oldDatabase();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ardhi-upgrade-'));
});
afterEach(() => {
  for (const one of releases.splice(0)) one.clear();
  rmSync(folder, { recursive: true });
});

/** The next release, in which a delta means the opposite: 1 for a parcel that has no records. */
function releaseWithOtherDeltas(): Release {
  const next = release.copy();
  releases.push(next);
  next.add('next', '-- Nothing in the tables.');
  next.edit('sql/parcels.sql', (text) =>
    text
      .replace('parcel.has_records::integer', '(not parcel.has_records)::integer')
      .replace('(sign * recorded)', '(sign * (1 - recorded))'),
  );
  return next;
}

it('concurrent writes neither fail nor go uncounted during an upgrade', async () => {
  const database = await newDatabase(old);
  let isWriting = true;
  const writes = [0, 0, 0];
  const write = async (writer: number) => {
    const client = await database.connect();
    for (; isWriting; writes[writer]! += 1)
      await client.query(`
        begin;
        update parcels set score = (score + ${writer + 1}) % 101 where name = 'Shamba ${1 + (writes[writer]! % 40)}';
        insert into equipment_usage (id, equipment_id, date, hours)
          select gen_random_uuid(), id, current_date, 1 from equipment where owner_id::text like '%${writer}' limit 1;
        commit`);
  };
  // A job of the previous release is retried if its functions are replaced while it runs.
  const fold = async () => {
    const client = await database.connect();
    while (isWriting)
      await client.query('select fold_rollups(5)').catch((error: Error) => {
        if (!error.message.startsWith('cache lookup failed for function')) throw error;
      });
  };
  const running = [write(0), write(1), write(2), fold()];
  await expect.poll(() => Math.min(...writes)).toBeGreaterThan(0);
  await database.upgrade(releaseWithOtherDeltas());
  const before = [...writes];
  await expect.poll(() => writes.every((count, writer) => count > before[writer]!)).toBe(true);
  isWriting = false;
  await Promise.all(running);
  expect(await differences(database)).toEqual([]);
});

it('deltas are folded by the functions that wrote them when their meaning changes', async () => {
  const database = await newDatabase(old);
  const before = await rollupTotals(database);
  await database.query(`update parcels set has_records = not has_records where name like '%9'`);
  expect(await unfolded(database)).toBeGreaterThan(0);
  const changed = await rollupTotals(database);
  expect(changed).not.toEqual(before);

  await database.upgrade(releaseWithOtherDeltas());
  expect(await unfolded(database)).toBe(0);
  expect(await rollupTotals(database)).toEqual(changed);
  await database.query(`update parcels set has_records = not has_records where name like '%9'`);
  expect(await rollupTotals(database)).toEqual(before);
  expect(await differences(database)).toEqual([]);
});

it('rows that a migration changes are counted by the new functions', async () => {
  const database = await newDatabase(old);
  const next = releaseWithOtherDeltas();
  next.add(
    'loam',
    `update parcels set soil_type = 'loamy', has_records = true where soil_type = 'peaty';
     update subsidies set amount_cents = amount_cents + 100 where kind = 'application';`,
  );
  await database.upgrade(next);
  expect(await differences(database)).toEqual([]);
  expect(await database.query(`select from live_soils where soil_type = 'peaty' and parcels <> 0`)).toEqual(
    [],
  );
});

it('a backup is restored with its functions and totals, even if the meaning of deltas has changed', async () => {
  const source = await newDatabase(old);
  await source.query(`update parcels set has_records = not has_records where name like '%9'`);
  const [before, file] = [await rollupTotals(source), join(folder, 'ardhi.backup')];
  await backup(source.connectionString, file);

  for (const into of [release, releaseWithOtherDeltas()]) {
    const target = await newDatabase();
    // A restore rejects a database with other connections.
    await target.disconnect();
    await restore(target.connectionString, file, { migrations: into.directory });
    expect(await rollupTotals(target)).toEqual(before);
    // New writes are counted.
    const countBefore = await unfolded(target);
    await target.query(`update parcels set has_records = not has_records where name like '%9'`);
    expect(await unfolded(target)).toBeGreaterThan(countBefore);
    expect(await differences(target)).toEqual([]);
    const fresh = await newDatabase();
    await fresh.upgrade(into);
    expect(await schema(target)).toEqual(await schema(fresh));
  }
});

const AUDIT_ROWS = 100_000;

it(`an audit log of ${AUDIT_ROWS} rows is sealed in batches, and starts an epoch when restored`, async () => {
  const database = await newDatabase(old);
  await database.query(`
    insert into audit_log (at, action, entity, after)
    select now() - make_interval(hours => n % 5000), 'land.create', 'land', jsonb_build_object('n', n)
    from generate_series(1, ${AUDIT_ROWS}) as n`);
  await database.upgrade(release);
  const unsealed = async (of: BareDatabase) =>
    (
      await of.query<{ count: number }>(
        'select (select count(*) from audit_log)::int - sum(count)::int as count from audit_seals',
      )
    )[0]!.count;
  const sealAll = async (of: BareDatabase) => {
    // Open transactions in other databases of the server delay sealing, so it can return 0 for a moment.
    do while ((await of.query<{ count: number }>('select seal_trail() as count'))[0]!.count > 0);
    while ((await unsealed(of)) > 0);
  };
  expect(await unsealed(database)).toBeGreaterThanOrEqual(AUDIT_ROWS);
  await sealAll(database);
  expect((await verifyAuditLog(database.connectionString))[0]).toContain('the audit log is as it was sealed');

  // One entry is not sealed when the backup is made.
  await database.query(`insert into audit_log (action, entity) values ('land.delete', 'land')`);
  const [file, target] = [join(folder, 'trail.backup'), await newDatabase()];
  const { tables } = await backup(database.connectionString, file);
  const [{ rows }] = (await database.query<{ rows: number }>(
    'select count(*)::int as rows from audit_log',
  )) as [{ rows: number }];
  expect(tables.filter(({ name }) => name.startsWith('audit_log'))).toMatchObject([
    { name: 'audit_log', rows },
  ]);
  await target.disconnect();
  await restore(target.connectionString, file, { migrations: release.directory });
  const digest = `select count(*), md5(string_agg(entry::text, '' order by id)) from audit_log as entry`;
  expect(await target.query(digest)).toEqual(await database.query(digest));
  const last = 'select epoch, month, count::int from audit_seals order by id desc limit 2';
  expect(await target.query(last)).toMatchObject([
    { epoch: 2, month: null, count: 0 },
    { epoch: 1, count: 1 },
  ]);
  await target.query(`insert into audit_log (action, entity) values ('land.restore', 'land')`);
  await sealAll(target);
  expect(await target.query(last)).toMatchObject([
    { epoch: 2, count: 1 },
    { epoch: 2, month: null },
  ]);
  await expect(verifyAuditLog(target.connectionString)).rejects.toThrow('lost by a restore');
  const accepted = await verifyAuditLog(target.connectionString, [], { acceptRestore: true });
  expect(accepted[1]).toContain('the audit log is as it was sealed');
});
