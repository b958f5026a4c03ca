/** Audit log seals: concurrent writers never leave a row unsealed or sealed twice, and every tampering is detected. */
import { AUDIT_ACTIONS } from '@ardhi/contract/audit-actions';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { DECISIONS, findAuditFaults, OFFICIAL_ACTIONS, verifyAuditLog } from './verify.ts';

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

const FEWER = ['fewer rows than the seals cover', null, null];
const NOT_ERASABLE = 'emptied, and neither a deleted farmer’s nor of an official who never acted';

/** Loops because the oldest running transaction of the whole server, including other databases, limits each seal. */
async function sealAll(): Promise<void> {
  do await query('select seal_trail()');
  while ((await query(unsealed)).length > 0);
}

async function faults(options?: { retentionMonths?: number; now?: Date }) {
  const run = async <Row>(text: string, values?: unknown[]) =>
    (await client.query(text, values)).rows as Row[];
  const found = await findAuditFaults(run, options);
  return found.map(({ fault, seal_id, row_ids }) => [fault, seal_id, row_ids]);
}

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
  let [first, second]: number[] = [];
  let seals: number[] = [];
  beforeAll(async () => {
    for (const n of [1, 2, 3]) {
      await query(`${entry(n)}; ${entry(n)}`);
      await sealAll();
    }
    seals = (await query<{ id: number }>('select id from audit_seals order by id desc limit 3'))
      .map(({ id }) => id)
      .reverse();
    const rows = await query<{ id: number }>(
      'select audit_log.id from audit_log, audit_seals as seal where audit_log.id <@ ids and seal.id = $1 order by 1',
      [seals[1]],
    );
    [first, second] = rows.map(({ id }) => id);
  });
  afterEach(() => client.query('rollback'));

  const of = (id: number | undefined) => `{[${id},${Number(id) + 1})}`;
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
      await expect(query(statement)).rejects.toThrow('the audit log is only added to');
    }
    await query('begin; select erase_from_trail(gen_random_uuid(), true, null)');
    await expect(query('delete from audit_log')).rejects.toThrow('the audit log is only added to');
  });

  it('is detected if a payload was changed, emptied or added', async () => {
    await tamper(`update audit_log set after = '{"n": 7}' where id = ${first}`);
    expect(await faults()).toEqual([['payload changed', null, of(first)]]);
    await query('rollback');
    await tamper(`update audit_log set after = null, salt = null where id = ${first}`);
    expect(await faults()).toEqual([[NOT_ERASABLE, null, of(first)]]);
    await query('rollback');
    await tamper(`update audit_log set salt = null where id = ${first}`);
    expect(await faults()).toEqual([['payload changed', null, of(first)]]);
  });

  it('is detected if the commitment was recomputed to match', async () => {
    await tamper(`update audit_log set after = '{"n": 7}', commitment = commitment_of(salt, before, '{"n": 7}')
      where id = ${first}`);
    expect(await faults()).toEqual([
      ['who, what or when changed', seals[1], expect.stringContaining(String(first))],
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
        expect.stringContaining(String(first)),
      ]);
    },
  );

  it('is detected if a row was removed or inserted', async () => {
    await tamper(`delete from audit_log where id = ${second}`);
    expect(await faults()).toEqual([['removed', seals[1], of(second)], FEWER]);
    await query('rollback');
    await tamper(`insert into audit_log (id, action, entity, epoch, xid)
      select 1000000, 'x', 'x', epoch, xid from audit_log where id = ${first}`);
    expect(await faults()).toEqual([['added', seals[1], of(1_000_000)]]);
    await query('rollback');
    // In a month without seals, under the id of a sealed row.
    await tamper(`insert into audit_log (id, at, action, entity, epoch, xid)
      select id, '2018-03-01Z', 'x', 'x', epoch, xid from audit_log where id = ${first}`);
    expect(await faults()).toEqual([['added', null, of(first)]]);
    await query('rollback');
    await tamper(`insert into audit_log (id, action, entity, epoch, xid)
      select 1000000, 'x', 'x', epoch, '9000000000000000000' from audit_log where id = ${first}`);
    expect(await faults()).toEqual([['added where no seal will cover it', null, of(1_000_000)]]);
  });

  it('is detected if another relation took the place of a table, or hides rows', async () => {
    await tamper('alter table audit_seals rename to seals; create view audit_seals as select * from seals');
    expect((await faults()).map(([fault]) => fault)).toContain('replaced, or hides rows: audit_seals');
    await query('rollback');
    await tamper('alter table audit_log rename to log; create view audit_log as select * from log');
    expect((await faults()).map(([fault]) => fault)).toContain('replaced, or hides rows: audit_log');
    await query('rollback');
    await tamper('alter table audit_log enable row level security');
    expect((await faults()).map(([fault]) => fault)).toContain('replaced, or hides rows: audit_log');
  });

  it('is detected if rows stay unsealed, so that they could be changed', async () => {
    const later = (minutes: number) => faults({ now: new Date(Date.now() + minutes * 60_000) });
    await query('begin');
    // Rows of an earlier time, as those of the demo, are not sealed late.
    const [old] = await query<{ id: number }>(`${entry(1, `'2020-01-01'`)} returning id`);
    await query(entry(2));
    expect(await later(50)).toEqual([]);
    const late = `{[${old!.id},${Number(old!.id) + 2})}`;
    expect(await later(70)).toEqual([['not sealed for more than an hour', null, late]]);
  });

  it('is detected if a seal was changed, swapped or removed', async () => {
    await tamper(`update audit_seals set count = count + 1 where id = ${seals[1]}`);
    expect(await faults()).toEqual([['seal changed', seals[1], null], FEWER]);
    await query('rollback');
    await tamper(`update audit_seals set hash = sha256('x') where id = ${seals[2]}`);
    expect(await faults()).toEqual([['seal changed', seals[2], null]]);
    await query('rollback');
    await tamper(`update audit_seals set id = -id where id >= ${seals[1]};
      update audit_seals set id = ${seals[1]! + seals[2]!} + id where id < 0`);
    expect((await faults()).map(([fault]) => fault)).toEqual(
      expect.arrayContaining(['seal changed', 'seal removed or swapped before']),
    );
    await query('rollback');
    await tamper(`delete from audit_seals where id = ${seals[1]}`);
    expect(await faults()).toEqual([
      ['seal removed or swapped before', seals[2], null],
      ['added', null, `{[${first},${second! + 1})}`],
    ]);
    await query('rollback');
    await tamper('delete from audit_seals where id = 1');
    expect(await faults()).toEqual([['seal removed or swapped before', 2, null]]);
  });

  it('is detected with an externally saved head, even if all seals were recreated', async () => {
    const [head] = await query<{ hash: string }>(
      `select encode(hash, 'hex') as hash from audit_seals order by id desc limit 1`,
    );
    const lines = await verifyAuditLog(database.connectionString, [head!.hash]);
    expect(lines.join('\n')).toMatch(
      /the audit log is as it was sealed \(\d+ rows in \d+ seals, 0 of them erased, 0 not/,
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

describe('excuses that the database gives for itself', () => {
  afterEach(() => client.query('rollback'));

  /** All that the owner can do: no trigger stops it, and the inserted entries are sealed like any other. */
  const asOwner = (...statements: string[]) =>
    query(`begin; alter table audit_log disable trigger user; alter table audit_seals disable trigger user;
      ${statements.join(';')}; alter table audit_log enable trigger user; alter table audit_seals enable trigger user`);
  const excuse = (action: string, after: string) =>
    `insert into audit_log (action, entity, after) values ('${action}', 'trail', jsonb_build_object(${after}))`;
  const dropped = excuse('trail.drop-months', `'until', '2999-12-31', 'anchor', 1`);

  it('do not cover rows that were rewritten, removed or emptied', async () => {
    await asOwner(`update audit_log set action = 'x' where id = (select min(id) from audit_log)`, dropped);
    expect((await faults()).map(([fault]) => fault)).toEqual(['who, what or when changed']);
    await query('rollback');
    await asOwner('delete from audit_log where id = (select min(id) from audit_log)', dropped);
    expect((await faults()).map(([fault]) => fault)).toContain('removed');
    await query('rollback');
    await asOwner(
      `update audit_log set before = null, after = null, salt = null where id = (select min(id) from audit_log)`,
      excuse('trail.erase', `'rows', 1, 'ids', '{[0,1000000000)}'`),
    );
    expect((await faults()).map(([fault]) => fault)).toEqual([NOT_ERASABLE]);
  });

  it('do not cover months that are missing, or seals that are, before the end of the retention period', async () => {
    const months = `delete from audit_log where action <> 'trail.drop-months'`;
    await asOwner(dropped, months);
    const [month] = await query<{ month: string }>(
      `select to_char(now() at time zone 'UTC', 'YYYY-MM') as month`,
    );
    // The excuse itself is in the month, so rows are missing from it.
    expect((await faults()).map(([fault]) => fault)).toContain('removed');
    await query('rollback');
    await asOwner('delete from audit_log');
    expect((await faults()).map(([fault]) => fault)).toEqual([
      `all rows of ${month!.month} removed before their retention period ended`,
    ]);
    await query('rollback');
    await asOwner(
      'delete from audit_seals where id < (select max(id) from audit_seals)',
      excuse('trail.drop-months', `'until', '2999-12-31', 'anchor', (select max(id) from audit_seals)`),
    );
    expect((await faults()).map(([fault]) => fault)).toContain('seal removed or swapped before');
  });

  it('do not cover a backlog below zero', async () => {
    await asOwner(
      'delete from audit_log where id in (select id from audit_log order by id limit 5)',
      dropped,
    );
    expect((await faults()).map(([fault]) => fault)).toContain('fewer rows than the seals cover');
  });

  /** An account that did this, ended like this, and whose row now says that it is a deleted farmer's. */
  async function endedActor(action: string, ending: 'user.delete' | 'user.close' | null): Promise<string> {
    const [row] = await query<{ id: string }>(
      `with person as (
         insert into users (id, email, name, role, password_hash, deleted_at)
         values (gen_random_uuid(), 'deleted-' || gen_random_uuid(), '', 'farmer', '', now()) returning id)
       insert into audit_log (actor_id, action, entity, entity_id, after)
       select id, action, split_part(action, '.', 1), case when action like 'user.%' then id end,
         case when action = $1 then '{"name": "Kwetu"}'::jsonb end
       from person, unnest(array_remove(array[$1, $2], null)) as action returning actor_id as id`,
      [action, ending],
    );
    return row!.id;
  }
  const EMPTY = 'update audit_log set after = null, salt = null where actor_id =';

  it('do not cover an emptied decision, even of a deleted account', async () => {
    const person = await endedActor('subsidy.approve', 'user.delete');
    await sealAll();
    await asOwner(`${EMPTY} '${person}'`);
    expect((await faults()).map(([fault]) => fault)).toEqual(['decision emptied']);
  });

  it.each([
    ['land.create', 'user.delete', []],
    ['message.send', 'user.close', [NOT_ERASABLE]],
    ['message.send', null, [NOT_ERASABLE]],
    // The account row says farmer, the log knows better.
    ['contact.answer', 'user.delete', [NOT_ERASABLE]],
    ['complaint.reveal', 'user.delete', [NOT_ERASABLE]],
    ['farmer.export', 'user.delete', [NOT_ERASABLE]],
  ] as const)('include no account row: %s before %s', async (action, ending, expected) => {
    await query('begin');
    const person = await endedActor(action, ending);
    const payload = async () =>
      (await query('select after from audit_log where actor_id = $1 and action = $2', [person, action]))[0]!
        .after;
    await query('select erase_from_trail($1, true, null)', [person]);
    expect(await payload(), 'erased by the function').toEqual(expected.length ? { name: 'Kwetu' } : null);
    expect(await faults()).toEqual([]);
    await query(
      `alter table audit_log disable trigger user; ${EMPTY} '${person}'; alter table audit_log enable trigger user`,
    );
    expect((await faults()).map(([fault]) => fault)).toEqual(expected);
  });

  it('rely on the same patterns as the functions that erase; every action is classified', async () => {
    const functions = await query<{ text: string }>(`
      select pg_get_functiondef(oid) as text from pg_proc where proname in ('is_decision', 'is_official_action')
      order by proname`);
    expect(functions.map(({ text }) => text)).toEqual([
      expect.stringContaining(DECISIONS),
      expect.stringContaining(OFFICIAL_ACTIONS),
    ]);
    const others = Object.entries(AUDIT_ACTIONS).flatMap(([entity, actions]) =>
      ['land', 'boundary', 'equipment', 'trail'].includes(entity)
        ? []
        : actions.filter(
            (action) => ![DECISIONS, OFFICIAL_ACTIONS].some((one) => new RegExp(one).test(action)),
          ),
    );
    // Farmers do these, too, or the owner of the account.
    expect(others).toEqual([
      'overlap.show-strip',
      'overlap.hide-strip',
      'subsidy.apply',
      'subsidy.edit',
      'subsidy.appeal',
      'subsidy.withdraw',
      'subsidy.earlier-decision',
      'user.register',
      'user.sign-in',
      'user.sign-in-failed',
      'user.reset-mail',
      'user.update',
      'user.change-password',
      'user.reset-password',
      'user.add-factor',
      'user.remove-factor',
      'user.recovery-codes',
      'user.reset-factors',
      'user.enrol-code',
      'user.delete',
      'message.send',
      'thread.agree-names',
      'thread.hide-names',
      'complaint.create',
      'account.download',
      'land.download',
      'report.download',
    ]);
  });

  it('include no email or phone number of an official', async () => {
    await query(`begin; with official as (
        insert into users (id, email, name, role, password_hash)
        values (gen_random_uuid(), 'afisa@gov.example', 'Afisa', 'government', '') returning id)
      insert into audit_log (actor_id, action, entity, entity_id, after)
      select id, 'user.update', 'user', id, '{"phoneNumber": "+254 700 000 002"}' from official`);
    expect((await faults()).map(([fault]) => fault)).toEqual(['email or phone of an official in a payload']);
  });
});

describe('a restored database', () => {
  it('reports lost rows with a code of their own until they are accepted', async () => {
    const lost = '0'.repeat(64);
    await expect(verifyAuditLog(database.connectionString, [lost])).rejects.toMatchObject({ exitCode: 2 });
    await query('select begin_epoch()');
    for (const heads of [[], [lost]])
      await expect(verifyAuditLog(database.connectionString, heads)).rejects.toMatchObject({ exitCode: 3 });
    const lines = await verifyAuditLog(database.connectionString, [lost], { acceptRestore: true });
    expect(lines.join('\n')).toMatch(
      /accepted: restored from a backup on[\s\S]*store it instead of the lost one/,
    );
    await sealAll();
    expect((await verifyAuditLog(database.connectionString))[0]).toContain(
      'the audit log is as it was sealed',
    );
    // The logged acceptance is no excuse for a head that is missing later.
    await expect(verifyAuditLog(database.connectionString, [lost])).rejects.toMatchObject({ exitCode: 2 });
  });

  it('is not accepted by an entry of an earlier epoch, whatever its payload says', async () => {
    await query(`insert into audit_log (action, entity, after)
      values ('trail.accept-restore', 'trail', '{"epoch": 1000}')`);
    await sealAll();
    await query('select begin_epoch()');
    await expect(verifyAuditLog(database.connectionString)).rejects.toMatchObject({ exitCode: 3 });
    await verifyAuditLog(database.connectionString, [], { acceptRestore: true });
    await sealAll();
  });
});

describe('legitimate changes', () => {
  afterEach(() => client.query('rollback'));

  it('erase payloads; action and time stay sealed, and verification passes', async () => {
    const [person] = await query<{ id: string }>(`
      with farmer as (
        insert into users (id, email, name, role, password_hash, deleted_at)
        values (gen_random_uuid(), 'deleted', '', 'farmer', '', now()) returning id)
      insert into audit_log (actor_id, action, entity, entity_id, after)
      select id, action, split_part(action, '.', 1), id, payload
      from farmer, (values ('land.create', '{"name": "Kwetu"}'::jsonb), ('user.delete', null)) as done (action, payload)
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
      { action: 'user.delete', after: null, request_id: null },
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
    // A statement per month: the job has a statement timeout.
    const months: unknown[] = [];
    await findAuditFaults(async <Row>(text: string, values: unknown[] = []) => {
      if (values[1] === DECISIONS) months.push(values[0]);
      return (await client.query(text, values)).rows as Row[];
    });
    expect(months).toEqual(['2018-03-01', '2018-04-01', month!.from.slice(0, 10)]);
    await query('begin; select drop_trail_months(84)');
    expect(
      await query(
        `select to_regclass('audit_log_2018_03') as march, to_regclass('audit_log_2018_04') as april`,
      ),
    ).toEqual([{ march: null, april: null }]);
    expect(await faults()).toEqual([]);
    // A longer retention period than that of the job.
    expect((await faults({ retentionMonths: 120 })).map(([fault]) => fault)).toEqual([
      'all rows of 2018-03 removed before their retention period ended',
      'all rows of 2018-04 removed before their retention period ended',
    ]);
    await query('rollback');
  });

  it('delete seals that are as old as the dropped months, except the last', async () => {
    // A database whose rows and seals are all of 2018, as the test above left its months.
    await query(`
      begin; alter table audit_log disable trigger user; alter table audit_seals disable trigger user;
      delete from audit_log where at > '2018-05-01Z';
      delete from audit_seals where month > '2018-05-01';
      do $$
      declare
        seal audit_seals;
        place bigint := 0;
        head bytea := '';
      begin
        for seal in select * from audit_seals order by id loop
          place := place + 1;
          delete from audit_seals where id = seal.id;
          seal.id := place;
          seal.previous := head;
          seal.sealed_at := coalesce(seal.month + interval '5 days', '2018-03-01');
          seal.hash := hash_of(seal);
          head := seal.hash;
          insert into audit_seals select seal.*;
        end loop;
      end $$;
      alter table audit_log enable trigger user; alter table audit_seals enable trigger user`);
    expect(await faults()).toEqual([]);
    await query('select drop_trail_months(84)');
    expect(await query('select count(*)::int from audit_seals')).toEqual([{ count: 1 }]);
    expect(await faults()).toEqual([]);
    expect((await faults({ retentionMonths: 120 })).map(([fault]) => fault)).toContain(
      'seal removed or swapped before',
    );
    await query('rollback');
  });

  it('do not drop months before their time', async () => {
    for (const statement of [
      'select drop_trail_months(83)',
      `select drop_months('audit_log', 84)`,
      `select drop_months('access_lines', 1)`,
    ])
      await expect(query(statement)).rejects.toThrow(/months/);
  });
});
