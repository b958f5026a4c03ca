/** Audit log seals: concurrent writers never leave a row unsealed or sealed twice, and every tampering is detected. */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { verifyAuditLog } from './verify.ts';

let database: TestDatabase;
let client: pg.Client;
let pool: pg.Pool;
const clients: pg.Client[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  client = await connect();
  pool = new pg.Pool(database);
});
afterAll(async () => {
  for (const one of clients) await one.end().catch(() => {});
  await pool.end();
  await database.drop();
});

async function kill(victim: pg.Client): Promise<void> {
  const { rows } = await victim.query<{ pid: number }>('select pg_backend_pid() as pid');
  await pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
}

async function connect(): Promise<pg.Client> {
  const made = new pg.Client({ connectionString: database.connectionString });
  made.on('error', () => {});
  await made.connect();
  clients.push(made);
  return made;
}

const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  (await client.query<Row>(text, values)).rows;
const entry = (n: number, at = 'now()') =>
  `insert into audit_log (at, action, entity, after) values (${at}, 'test.write', 'test', '{"n": ${n}}')`;
const unsealed = `select id from audit_log
  where not exists (select from audit_seals where audit_log.id <@ ids)`;

/** Loops because the oldest running transaction of the whole server, including other databases, limits each seal. */
async function sealAll(): Promise<void> {
  do await query('select seal_trail()');
  while ((await query(unsealed)).length > 0);
}

const faults = (connection = client) =>
  connection
    .query<{ fault: string; seal_id: string | null; row_ids: string | null }>('select * from verify_trail()')
    .then(({ rows }) => rows.map(({ fault, seal_id, row_ids }) => [fault, seal_id, row_ids]));

describe('concurrent writers', () => {
  it('get every committed row sealed exactly once, despite killed connections and slow transactions', async () => {
    const slowClient = await connect();
    await slowClient.query('begin');
    const { rows: slow } = await slowClient.query<{ id: string }>(`${entry(0)} returning id`);

    let writing = true;
    const write = async (writer: number) => {
      let own = await connect();
      for (let round = 0; writing || round < 20; round += 1) {
        try {
          await own.query(`begin; ${entry(round)}; ${entry(round)}`);
          if (round % 7 === writer % 7) await kill(own);
          await own.query(round % 5 === 0 ? 'rollback' : 'commit');
        } catch {
          own = await connect();
        }
      }
    };
    let sealing = true;
    const seal = async (sealer: number) => {
      let own = await connect();
      for (let round = 0; sealing; round += 1) {
        try {
          await own.query('begin; select seal_trail()');
          if (round % 4 === sealer) await kill(own);
          await own.query('commit');
        } catch {
          own = await connect();
        }
      }
    };
    const writers = Array.from({ length: 8 }, (_, writer) => write(writer));
    const sealers = [seal(1), seal(2)];
    await expect
      .poll(() => query('select count(*)::int from audit_log').then(([row]) => row!.count))
      .toBeGreaterThan(200);
    writing = false;
    await Promise.all(writers);
    // Rows after the slow transaction are not sealed before it ends.
    expect(
      await query('select id from audit_seals where count > 0 and until_xid > $1', [
        (await slowClient.query('select pg_current_xact_id()::text as xid')).rows[0].xid,
      ]),
    ).toEqual([]);
    await slowClient.query('commit');
    sealing = false;
    await Promise.all(sealers);
    await sealAll();

    const [sums] = await query(`
      select (select count(*) from audit_log) as rows, sum(count) as sealed,
        (select sum(upper(part) - lower(part)) from audit_seals, unnest(ids) as part) as ids
      from audit_seals`);
    expect([sums!.sealed, sums!.ids]).toEqual([sums!.rows, sums!.rows]);
    expect(await query('select from audit_seals where $1::bigint <@ ids', [slow[0]!.id])).toHaveLength(1);
    expect(await faults()).toEqual([]);
  });
});

describe('tampering with the audit log', () => {
  let [first, second]: string[] = [];
  let seals: string[] = [];
  beforeAll(async () => {
    for (const n of [1, 2, 3]) {
      await query(`${entry(n)}; ${entry(n)}`);
      await sealAll();
    }
    seals = (await query<{ id: string }>('select id from audit_seals order by id desc limit 3'))
      .map(({ id }) => id)
      .reverse();
    const rows = await query<{ id: string }>(
      'select audit_log.id from audit_log, audit_seals as seal where audit_log.id <@ ids and seal.id = $1 order by 1',
      [seals[1]],
    );
    [first, second] = rows.map(({ id }) => id);
  });
  afterEach(() => client.query('rollback'));

  const of = (id: string | undefined) => `{[${id},${Number(id) + 1})}`;
  /** Disables the triggers, as the table owner can; rolled back after the test. */
  const tamper = (statement: string) =>
    query(
      `begin; alter table audit_log disable trigger user; alter table audit_seals disable trigger user; ${statement}`,
    );

  it('is rejected outside the provided functions', async () => {
    for (const statement of [
      `update audit_log set action = 'x'`,
      'delete from audit_log',
      'truncate audit_log',
      'update audit_seals set count = 0',
      'delete from audit_seals',
      'truncate audit_seals',
    ]) {
      await expect(query(statement)).rejects.toThrow('the trail is only added to');
    }
    await query('begin; select erase_from_trail(gen_random_uuid(), true, null)');
    await expect(query('delete from audit_log')).rejects.toThrow('the trail is only added to');
  });

  it('is detected if a payload was changed, emptied or added', async () => {
    await tamper(`update audit_log set after = '{"n": 7}' where id = ${first}`);
    expect(await faults()).toEqual([['payload changed', null, of(first)]]);
    await query('rollback');
    await tamper(`update audit_log set after = null, salt = null where id = ${first}`);
    expect(await faults()).toEqual([['erased without an account being deleted', null, of(first)]]);
    await query('rollback');
    await tamper(`update audit_log set salt = null where id = ${first}`);
    expect(await faults()).toEqual([['payload changed', null, of(first)]]);
  });

  it('is detected if the commitment was recomputed to match', async () => {
    await tamper(`update audit_log set after = '{"n": 7}', commitment = commitment_of(salt, before, '{"n": 7}')
      where id = ${first}`);
    expect(await faults()).toEqual([
      ['who, what or when changed', seals[1], expect.stringContaining(first!)],
    ]);
  });

  it.each(['action', 'entity', 'actor_id', 'entity_id', 'request_id', 'at', 'xid'])(
    'is detected if %s was changed',
    async (column) => {
      const value = {
        at: `at - interval '1 second'`,
        xid: '(select from_xid from audit_seals order by id desc limit 1)',
      }[column];
      const text = column.endsWith('_id') && column !== 'request_id' ? 'gen_random_uuid()' : `'x'`;
      await tamper(`update audit_log set ${column} = ${value ?? text} where id = ${first}`);
      expect(await faults()).toContainEqual([
        column === 'xid' ? 'removed' : 'who, what or when changed',
        seals[1],
        expect.stringContaining(first!),
      ]);
    },
  );

  it('is detected if a row was removed or inserted', async () => {
    await tamper(`delete from audit_log where id = ${second}`);
    expect(await faults()).toEqual([['removed', seals[1], of(second)]]);
    await query('rollback');
    await tamper(`insert into audit_log (id, action, entity, epoch, xid)
      select 1000000, 'x', 'x', epoch, xid from audit_log where id = ${first}`);
    expect(await faults()).toEqual([['added', null, of('1000000')]]);
  });

  it('is detected if a seal was changed, swapped or removed', async () => {
    await tamper(`update audit_seals set count = count + 1 where id = ${seals[1]}`);
    expect(await faults()).toEqual([['seal changed', seals[1], null]]);
    await query('rollback');
    await tamper(`update audit_seals set hash = sha256('x') where id = ${seals[2]}`);
    expect(await faults()).toEqual([['seal changed', seals[2], null]]);
    await query('rollback');
    await tamper(`update audit_seals set id = -id where id >= ${seals[1]};
      update audit_seals set id = ${Number(seals[1]) + Number(seals[2])} + id where id < 0`);
    expect((await faults()).map(([fault]) => fault)).toEqual(
      expect.arrayContaining(['seal changed', 'seal removed or swapped before']),
    );
    await query('rollback');
    await tamper(`delete from audit_seals where id = ${seals[1]}`);
    expect(await faults()).toEqual([
      ['seal removed or swapped before', seals[2], null],
      ['added', null, `{[${first},${Number(second) + 1})}`],
    ]);
    await query('rollback');
    await tamper('delete from audit_seals where id = 1');
    expect(await faults()).toEqual([['seal removed or swapped before', '2', null]]);
  });

  it('is detected with an externally saved head, even if all seals were recreated', async () => {
    const [head] = await query<{ hash: string }>(
      `select encode(hash, 'hex') as hash from audit_seals order by id desc limit 1`,
    );
    const lines = await verifyAuditLog(database.connectionString, [head!.hash]);
    expect(lines.join('\n')).toMatch(
      /the trail is as it was sealed \(\d+ rows in \d+ seals, 0 of them erased, 0 not/,
    );
    await tamper(`delete from audit_seals where id = ${seals[2]};
      alter table audit_log enable trigger user; alter table audit_seals enable trigger user; commit`);
    await sealAll();
    expect(await faults()).toEqual([]);
    await expect(verifyAuditLog(database.connectionString, [head!.hash])).rejects.toThrow(
      `head ${head!.hash}: no seal has it`,
    );
  });
});

describe('legitimate changes', () => {
  it('erase payloads; action and time stay sealed, and verification passes', async () => {
    const [person] = await query<{ id: string }>(`
      insert into audit_log (actor_id, action, entity, after) values (gen_random_uuid(), 'land.create', 'land', '{"name": "Kwetu"}')
      returning actor_id as id`);
    await sealAll();
    await query('select erase_from_trail($1, true, $2)', [person!.id, 'request']);
    await sealAll();
    expect(
      await query('select action, after, request_id from audit_log where actor_id = $1 order by id', [
        person!.id,
      ]),
    ).toEqual([
      { action: 'land.create', after: null, request_id: null },
      { action: 'trail.erase', after: { rows: 1, ids: expect.any(String) }, request_id: 'request' },
    ]);
    expect((await verifyAuditLog(database.connectionString))[0]).toContain('1 of them erased');
  });

  it('include rows loaded without triggers, which are sealed afterwards', async () => {
    await query(
      `begin; alter table audit_log disable trigger user; ${entry(1)}; alter table audit_log enable trigger user; commit`,
    );
    await sealAll();
    expect(await faults()).toEqual([]);
  });

  it('drop months after their retention period; their last seal anchors the chain', async () => {
    const [month] = await query<{ name: string; from: string; until: string }>(`
      select 'audit_log_' || to_char(now() at time zone 'UTC', 'YYYY_MM') as name, start::text as from,
        (start + interval '1 month')::text as until
      from date_trunc('month', now() at time zone 'UTC') as start`);
    // Simulates an old database, where each month has its own partition.
    await query(`
      alter table audit_log detach partition ${month!.name};
      alter table audit_log attach partition ${month!.name} for values from ('${month!.from}Z') to ('${month!.until}Z');
      create table audit_log_2018_03 partition of audit_log for values from ('2018-03-01Z') to ('2018-04-01Z');
      create table audit_log_2018_04 partition of audit_log for values from ('2018-04-01Z') to ('2018-05-01Z')`);
    const [before] = await query<{ id: string }>('select max(id) as id from audit_seals');
    await query(`${entry(1, `'2018-03-31 23:59Z'`)}; ${entry(2, `'2018-04-01Z'`)}`);
    await sealAll();
    await query(entry(3));
    await sealAll();
    expect(
      await query('select month::text from audit_seals where id > $1 order by id', [before!.id]),
    ).toHaveLength(3);
    await query('begin; select drop_trail_months(84)');
    expect(
      await query(
        `select to_regclass('audit_log_2018_03') as march, to_regclass('audit_log_2018_04') as april`,
      ),
    ).toEqual([{ march: null, april: null }]);
    expect(await faults()).toEqual([]);
    await query('rollback');
  });
});
