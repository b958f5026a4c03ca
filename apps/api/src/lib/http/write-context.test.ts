import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { SYSTEM, transactionOf } from './write-context.ts';

const app = testApp();

it('retries after a deadlock and applies each write once', async () => {
  const [one, other] = [(await app.as('farmer')).user._id, (await app.as('farmer')).user._id];
  let attempts = 0;
  let held = 0;
  let bothHold = () => {};
  const holding = new Promise<void>((resolve) => {
    bothHold = resolve;
  });
  const transaction = transactionOf(app.services, SYSTEM);
  const write = (first: string, second: string) =>
    transaction(async ({ db }) => {
      attempts += 1;
      const add = (id: string) => sql`update users set name = name || '+' where id = ${id}`.execute(db);
      await add(first);
      held += 1;
      if (held === 2) bothHold();
      await holding;
      await add(second);
    });
  await Promise.all([write(one, other), write(other, one)]);
  // The repeated one can take its first row again before the other is woken up: then they deadlock once more.
  expect(attempts).toBeGreaterThanOrEqual(3);
  const rows = await app.sql<{ name: string }>`select name from users where id in (${one}, ${other})`;
  expect(rows.map(({ name }) => name.match(/[+]+$/)?.[0])).toEqual(['++', '++']);
});
