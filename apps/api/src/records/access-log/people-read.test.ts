/** LIMIT_PEOPLE_READ: how many people's data an official reads before re-authenticating. */
import type { Problem } from '@ardhi/contract';
import { describe, expect, it } from 'vitest';
import { logEntriesOf } from '../../../test/access/log.ts';
import { PASSWORD, type Person, signInAgain, testApp } from '../../../test/app.ts';
import { newParcel } from '../../../test/land.ts';
import { insertPost } from '../../../test/posts.ts';
import { newApplication } from '../../../test/subsidies.ts';

const MOST = 3;
const app = testApp({ LIMIT_PEOPLE_READ: String(MOST), METRICS_TOKEN: 'token' });

const farmers = (count: number) => Promise.all(Array.from({ length: count }, () => app.as('farmer')));
const open = (official: Person, { user }: Person) =>
  official.send<Problem>(`GET /government/farmers/${user._id}`);
const statusesOf = async (official: Person, people: Person[]) => {
  const found: number[] = [];
  for (const person of people) found.push((await open(official, person)).status);
  return found;
};
const confirm = (official: Person) => official.send('POST /auth/confirm', { body: { password: PASSWORD } });

/** Reads above the limit, refused or confirmed. */
async function alerts(): Promise<number> {
  const response = await fetch(`${app.url}/metrics`, { headers: { authorization: 'Bearer token' } });
  return Number(/^ardhi_people_read_over_limit_total (\d+)$/m.exec(await response.text())![1]);
}

describe('an official', () => {
  it('reads as many people as allowed, each any number of times, then must re-authenticate', async () => {
    const [official, people] = [await app.as('government'), await farmers(MOST + 1)];
    const before = await alerts();
    expect(await statusesOf(official, people.slice(0, MOST))).toEqual([200, 200, 200]);
    expect(await statusesOf(official, people.slice(0, MOST))).toEqual([200, 200, 200]);
    const refused = await open(official, people[MOST]!);
    expect([refused.status, refused.body.code]).toEqual([403, 'confirm-needed']);
    expect(JSON.stringify(refused.body)).not.toContain(people[MOST]!.user.name);
    // Not logged as an access, because nothing was sent.
    expect(await logEntriesOf(app, official)).toHaveLength(MOST);
    expect(await alerts()).toBe(before + 1);
    // Known people and own data stay readable.
    expect(await statusesOf(official, people.slice(0, 1))).toEqual([200]);
    expect((await official.send('GET /auth/profile')).status).toBe(200);

    await confirm(official);
    expect((await open(official, people[MOST]!)).status).toBe(200);
  });

  it('does not restart the count by a confirmation, and reads above the limit only for minutes after one', async () => {
    const [official, people] = [await app.as('government'), await farmers(3 * MOST)];
    const next = async () => (await open(official, people.shift()!)).status;
    const before = await alerts();
    expect([await next(), await next()]).toEqual([200, 200]);
    // In advance, so that no read is ever refused.
    await confirm(official);
    expect([await next(), await alerts()]).toEqual([200, before]);
    expect([await next(), await alerts()]).toEqual([200, before + 1]);
    await app.sql`
      update sessions set created_at = now() - interval '2 hours', confirmed_at = now() - interval '6 minutes'
      where user_id = ${official.user._id}`;
    expect([await next(), await alerts()]).toEqual([403, before + 2]);
    await confirm(official);
    expect([await next(), await next(), await next(), await next()]).toEqual([200, 200, 200, 403]);
  });

  it('reads no more by concurrent calls', async () => {
    const [official, people] = [await app.as('government'), await farmers(12)];
    const responses = await Promise.all(people.map((person) => open(official, person)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(MOST);
  });

  it('reads no more by a list, a batch or another session that was opened before', async () => {
    const [official, people] = [await app.as('government'), await farmers(MOST + 1)];
    const other = await signInAgain(app, official);
    await statusesOf(official, people.slice(0, MOST));
    for (const session of [official, other]) {
      expect((await session.send<Problem>('GET /government/farmers')).body.code).toBe('confirm-needed');
      const batch = await session.send('GET /batch', {
        query: { get: `government/farmers/${people[MOST]!.user._id}` },
      });
      expect(batch.body).toMatchObject([{ status: 403, answer: { code: 'confirm-needed' } }]);
    }
    await confirm(other);
    expect((await open(other, people[MOST]!)).status).toBe(200);
    expect((await open(official, await app.as('farmer'))).status).toBe(403);
  });

  it('may read again after an hour', async () => {
    const [official, people] = [await app.as('government'), await farmers(MOST + 1)];
    await statusesOf(official, people.slice(0, MOST));
    await app.sql`update access_lines set created_at = created_at - interval '1 hour'
      where viewer_id = ${official.user._id}`;
    expect((await open(official, people[MOST]!)).status).toBe(200);
  });

  it('reads the people of the own queue without limit', async () => {
    const official = await app.as('government');
    await insertPost(app, official, 'Nakuru');
    const county = await signInAgain(app, official);
    const waiting = await farmers(MOST + 2);
    for (const farmer of waiting) {
      await newParcel(farmer, { location: { address: 'Njoro, Nakuru County' } });
      await newApplication(farmer);
    }
    expect((await county.send('GET /government/queue')).status).toBe(200);
    expect(await statusesOf(county, waiting)).toEqual(waiting.map(() => 200));
    const others = await farmers(MOST + 1);
    for (const farmer of others) await newParcel(farmer, { location: { address: 'Njoro, Nakuru County' } });
    expect(await statusesOf(county, others)).toEqual([200, 200, 200, 403]);
    expect((await county.send('GET /government/queue')).status).toBe(200);
  });
});

it('a page of more people than the limit can be read after re-authenticating', async () => {
  const [official, people] = [await app.as('government'), await farmers(MOST + 1)];
  await open(official, people[0]!);
  expect((await official.send('GET /government/farmers')).status).toBe(403);
  await confirm(official);
  expect((await official.send('GET /government/farmers')).status).toBe(200);
});

it('farmers are not limited', async () => {
  const [farmer, ...others] = await farmers(MOST + 2);
  expect(others.length).toBeGreaterThan(MOST);
  for (let time = 0; time < 2; time += 1)
    expect((await farmer!.send('GET /messages/users?limit=100')).status).toBe(200);
});
