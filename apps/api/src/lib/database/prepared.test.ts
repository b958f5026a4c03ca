import { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { toProblem } from '../http/errors.ts';
import { connect } from './database.ts';
import { prepared, runPrepared } from './prepared.ts';

it('prepares each statement text once, up to the limit per connection', async () => {
  const { connectionString, drop } = await createTestDatabase({ empty: true });
  const { db, close } = connect(connectionString, { max: 1 });
  const run = (text: string) => runPrepared<{ found: number }>(db, CompiledQuery.raw(text, [7]));
  const count = async () => {
    const { rows } = await db.executeQuery<{ count: number }>(
      CompiledQuery.raw('select count(*) as count from pg_prepared_statements'),
    );
    return rows[0]!.count;
  };
  for (let time = 0; time < 3; time += 1)
    expect(await run('select $1::int as found')).toEqual([{ found: 7 }]);
  expect(await count()).toBe(1);
  for (let size = 0; size < 400; size += 1)
    expect(await run(`select $1::int as found limit ${size + 1}`)).toEqual([{ found: 7 }]);
  expect(await count()).toBe(300);
  await close();
  await drop();
});

it('plans a statement again on every connection after its table has changed', async () => {
  const { connectionString, drop } = await createTestDatabase({ empty: true });
  const { db, pool, close } = connect(connectionString, { max: 2 });
  await pool.query('create table things (name text); insert into things values (null)');
  const read = prepared('things', 'select * from things where $1::int = 1');
  const onBoth = () => Promise.all([read(db, [1]), read(db, [1])]);
  await onBoth();
  await pool.query('alter table things add column size int');
  expect(await onBoth()).toEqual([[{ name: null, size: null }], [{ name: null, size: null }]]);
  // The error aborts a transaction; a retry succeeds.
  await pool.query('alter table things add column colour text');
  const inTransaction = () => db.transaction().execute((transaction) => read(transaction, [1]));
  const error = await inTransaction().catch((thrown) => thrown);
  expect(toProblem(error)).toMatchObject({ status: 503 });
  expect(await inTransaction()).toEqual([{ name: null, size: null, colour: null }]);
  await close();
  await drop();
});
