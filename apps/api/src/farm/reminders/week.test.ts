/** The weekly push message: once a week, to farmers with a growing crop. */
import { today } from '@ardhi/contract/dates';
import { expect, it } from 'vitest';
import { type Person, testApp } from '../../../test/app.ts';
import { daysAgo, maize, newParcel, sent } from '../../../test/land.ts';
import { PUSH_SETTINGS, testBrowser } from '../../../test/push.ts';
import { tellOfWeek } from './week.ts';

const app = testApp(PUSH_SETTINGS);

const queued = async () =>
  (
    await app.sql<{ payload: Record<string, unknown> }>`
      select payload from graphile_worker._private_jobs as jobs
      join graphile_worker._private_tasks as tasks on tasks.id = task_id where identifier = 'send-push'`
  ).map(({ payload }) => payload);

async function farmer(crop?: object): Promise<Person> {
  const person = await app.as('farmer');
  await person.send('PUT /push/subscription', { body: testBrowser().subscription });
  if (crop) await sent(person, `POST /land/${(await newParcel(person))._id}/crops`, { ...maize, ...crop });
  return person;
}

it('is queued once a week, only for farmers with a growing crop', async () => {
  const growing = { plantingDate: daysAgo(20), harvestDate: daysAgo(-100) };
  for (const crop of [growing, growing, growing]) await farmer(crop);
  await farmer();
  await farmer({ plantingDate: daysAgo(200), harvestDate: daysAgo(60) });
  await farmer({ plantingDate: daysAgo(-10), harvestDate: daysAgo(-100) });
  await Promise.all([tellOfWeek(app.services, today(), 2), tellOfWeek(app.services, today(), 2)]);
  await tellOfWeek(app.services, today(), 2);
  const messages = await queued();
  expect(messages).toHaveLength(3);
  expect(new Set(messages.map(({ subscriptionId }) => subscriptionId)).size).toBe(3);
  expect(messages[0]).toMatchObject({
    kind: 'week',
    link: '/dashboard',
    tag: expect.stringMatching(/^week-/),
  });

  await tellOfWeek(app.services, daysAgo(-7), 2);
  expect(await queued()).toHaveLength(6);
});
