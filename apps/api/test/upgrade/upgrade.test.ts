/** A database and a backup of 0.2.0 continue with this release. */
import { readReference } from '@ardhi/contract/reference';
import { restore } from '@ardhi/embedded-postgres';
import type { BareDatabase } from '@ardhi/embedded-postgres/test/release';
import { beforeAll, expect, it } from 'vitest';
import { verifyAuditLog } from '../../src/records/audit/verify.ts';
import {
  BACKUP,
  differences,
  newDatabase,
  oldDatabase,
  release,
  rollupTotals,
  tableSchema,
  unfolded,
} from './databases.ts';

let old: BareDatabase;
beforeAll(async () => {
  old = await oldDatabase();
});

/** Functions and views are those of the folder sql; a dump writes the text of a view in another way. */
async function expectSchemaOfNewDatabase(database: BareDatabase): Promise<void> {
  const fresh = await newDatabase();
  await fresh.upgrade(release);
  expect(await tableSchema(database)).toEqual(await tableSchema(fresh));
}

const storedSettings = (database: BareDatabase) =>
  database.query('select name, value from stored_settings order by name');
const SETTINGS_OF_020 = [
  { name: 'APPROVAL_LIMIT', value: '' },
  { name: 'JURISDICTION', value: 'open' },
  { name: 'OFFICIALS_SECOND_FACTOR', value: 'optional' },
  { name: 'REQUIRE_SECOND_OFFICIAL', value: 'false' },
];

it('a database of 0.2.0 stores the settings whose defaults became stricter; a new one stores none', async () => {
  const [upgraded, restored, fresh] = [await newDatabase(old), await newDatabase(), await newDatabase()];
  await upgraded.upgrade(release);
  await restored.disconnect();
  await restore(restored.connectionString, BACKUP, { migrations: release.directory });
  await fresh.upgrade(release);
  expect(await storedSettings(upgraded)).toEqual(SETTINGS_OF_020);
  expect(await storedSettings(restored)).toEqual(SETTINGS_OF_020);
  expect(await storedSettings(fresh)).toEqual([]);
});

it('a database of 0.2.0 keeps its totals and has the schema of a new one', async () => {
  const database = await newDatabase(old);
  const before = await rollupTotals(database);
  expect(await unfolded(database)).toBeGreaterThan(0);
  for (const found of Object.values(before)) expect(found.length).toBeGreaterThan(0);

  await database.upgrade(release);
  expect(await rollupTotals(database)).toEqual(before);
  const numbers = await database.query<{ reference: string }>('select reference from subsidies');
  expect(numbers.length).toBeGreaterThan(0);
  for (const { reference } of numbers) expect(readReference(reference)).toBe(reference);
  expect(await differences(database)).toEqual([]);
  await expectSchemaOfNewDatabase(database);
  // A recount by the new functions gives the same totals.
  await database.query('select rebuild_rollups()');
  expect(await rollupTotals(database)).toEqual(before);
});

it('parcels of 0.2.0 get the label of their score bucket, also in searches and on the map', async () => {
  const database = await newDatabase(old);
  const count = async (condition: string) =>
    (await database.query(`select from parcels where ${condition}`)).length;
  const wrong = `score_band not in ('initial',
    (array['poor', 'needs attention', 'fair', 'good', 'very good'])[greatest(1, ceil(score / 20.0))::int])`;
  await database.query(`update parcels set score_band = 'initial', score_status = 'initial', score = 50
    where id in (select id from parcels order by id limit 3)`);
  expect(await count(wrong)).toBeGreaterThan(0);
  await database.upgrade(release);
  expect(await count(wrong)).toBe(0);
  expect(await count(`score_band = 'poor'`)).toBeGreaterThan(0);
  expect(await count(`score_band = 'initial'`)).toBe(3);
  expect(await differences(database)).toEqual([]);
});

it('the audit log of 0.2.0 verifies, with an official whose account 0.2.0 erased', async () => {
  const database = await newDatabase(old);
  const [official] = await database.query<{ id: string }>(`
    with official as (
      insert into users (id, email, name, role, password_hash, deleted_at)
      values (gen_random_uuid(), 'deleted', '', 'government', '', now()) returning id)
    insert into audit_log (actor_id, action, entity, entity_id, after)
    select id, action, split_part(action, '.', 1), id, '{"phoneNumber": "+254700000001"}'
    from official, unnest(array['user.update', 'subsidy.approve', 'message.send']) as action returning actor_id as id`);
  await database.query('select erase_from_trail($1, false, null)', [official!.id]);
  await database.upgrade(release);
  const seal = async () => {
    do await database.query('select seal_trail()');
    while (
      (
        await database.query(
          'select from audit_log where not exists (select from audit_seals where id <@ ids)',
        )
      ).length
    );
  };
  await seal();
  expect((await verifyAuditLog(database.connectionString))[0]).toMatch(
    /as it was sealed .*[1-9]\d* of them erased/,
  );
  // An entry of 0.2.0 that named later ids, too, excuses no row that was written after the upgrade.
  const [excused] = await database.query<{ id: number }>(`
    select id from audit_log where action = 'trail.erase' and actor_id = '${official!.id}'`);
  await database.query(`begin; alter table audit_log disable trigger user;
    update audit_log set after = '{"rows": 1, "ids": "{[0,1000000)}"}',
      commitment = commitment_of(salt, null, '{"rows": 1, "ids": "{[0,1000000)}"}') where id = ${excused!.id};
    insert into audit_log (action, entity, epoch, xid, commitment)
    select 'message.send', 'message', epoch, pg_current_xact_id(), '\\x00'
    from audit_seals order by id desc limit 1;
    alter table audit_log enable trigger user; commit`);
  const found = await verifyAuditLog(database.connectionString).catch((error: Error) => error.message);
  expect(found).toContain('emptied, and neither');
  // The same entry, written after the upgrade, excuses nothing.
  await database.query(`begin; alter table audit_log disable trigger user;
    update audit_log set after = null, salt = null where action = 'message.send' and actor_id = '${official!.id}';
    alter table audit_log enable trigger user;
    insert into audit_log (action, entity, after) values ('trail.erase', 'trail', '{"ids": "{[0,1000000)}"}'); commit`);
  await seal();
  await expect(verifyAuditLog(database.connectionString)).rejects.toMatchObject({ exitCode: 2 });
});

it('a backup of 0.2.0 is restored with its totals and the schema of a new database', async () => {
  const database = await newDatabase();
  await database.disconnect();
  await restore(database.connectionString, BACKUP, { migrations: release.directory });
  expect(await rollupTotals(database)).toEqual(await rollupTotals(await newDatabase(old)));
  expect(await differences(database)).toEqual([]);
  await expectSchemaOfNewDatabase(database);
});

it('an older database is rejected and stays as it is', async () => {
  const database = await newDatabase(old);
  await database.query('delete from migrations where number > 20');
  await expect(database.upgrade(release)).rejects.toThrow(
    'older than this version of Ardhi can continue from: start the version with 0035_words_in_order_indexes.sql once',
  );
  expect(await database.query('select max(number) as number from migrations')).toEqual([{ number: 20 }]);
});
