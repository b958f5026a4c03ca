import { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { connect } from './database.ts';
import { runPrepared } from './prepared.ts';

it('statements are prepared once for each text, and never more than a connection can carry', async () => {
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
