/** An upgraded database equals a new one, and its totals do not change. */
import type { BareDatabase } from '@ardhi/embedded-postgres/test/release';
import { beforeAll, expect, it } from 'vitest';
import {
  differences,
  newDatabase,
  oldDatabase,
  release,
  rollupTotals,
  schema,
  unfolded,
} from './databases.ts';

let old: BareDatabase;
beforeAll(async () => {
  old = await oldDatabase();
});

it('an upgraded database keeps its totals and has the schema of a new one', async () => {
  const database = await newDatabase(old);
  const before = await rollupTotals(database);
  expect(await differences(database)).toEqual([]);
  expect(await unfolded(database)).toBeGreaterThan(0);
  for (const found of Object.values(before)) expect(found.length).toBeGreaterThan(0);

  await database.upgrade(release);
  expect(await rollupTotals(database)).toEqual(before);
  expect(await differences(database)).toEqual([]);
  const fresh = await newDatabase();
  await fresh.upgrade(release);
  expect(await schema(database)).toEqual(await schema(fresh));
  // A recount by the new functions gives the same totals.
  await database.query('select rebuild_rollups()');
  expect(await rollupTotals(database)).toEqual(before);
});

it('names are hidden in unanswered conversations about an overlap', async () => {
  const database = await newDatabase(old);
  const id = (kind: string, n: number) => `00000000-0000-7000-${kind}-${String(n).padStart(12, '0')}`;
  const [answered, unanswered, resolved, other] = [1, 2, 3, 4].map((n) => id('b000', n));
  for (const thread of [answered, unanswered, resolved, other])
    await database.query(`
      insert into threads (id, channel_type, subject, starter_id, partner_id, message_count, last_message_at)
      values ('${thread}', 'farmer-farmer', 'Border', '${id('8000', 1)}', '${id('8000', 2)}', 1, now());
      insert into messages (id, thread_id, number, sender_id, recipient_id, channel_type, subject, content, created_at)
      values ('${thread}', '${thread}', 1, '${id('8000', 1)}', '${id('8000', 2)}', 'farmer-farmer', 'Border', 'Hm', now())`);
  await database.query(`
    insert into messages (id, thread_id, number, sender_id, recipient_id, channel_type, subject, content, created_at)
    values (gen_random_uuid(), '${answered}', 2, '${id('8000', 2)}', '${id('8000', 1)}', 'farmer-farmer', 'Border', 'Hm', now());
    update boundary_overlaps set thread_id = '${answered}' where first_parcel_id = '${id('9000', 2)}';
    update boundary_overlaps set thread_id = '${unanswered}' where first_parcel_id = '${id('9000', 8)}';
    insert into audit_log (actor_id, action, entity, entity_id, after) values ('${id('8000', 1)}', 'message.send', 'message',
      '${resolved}', '{"threadId": "${resolved}", "overlapId": "${id('c000', 1)}"}')`);
  await database.upgrade(release);
  expect(await database.query('select id from threads where starter_alias is not null order by id')).toEqual([
    { id: unanswered },
    { id: resolved },
  ]);
});
