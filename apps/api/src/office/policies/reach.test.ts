/** Audience and reach of a policy: before sending, at the time of sending, and afterwards. */
import type { Policy, PolicyAudience, PolicySending } from '@ardhi/contract';
import { describe, expect, it } from 'vitest';
import { expectExact } from '../../../test/analytics.ts';
import { beforeTests, PASSWORD, type Person, testApp } from '../../../test/app.ts';
import { insertParcel } from '../../../test/parcels.ts';
import { fold } from '../../insight/analytics/jobs.ts';
import { freezeAudience } from './service.ts';

const app = testApp();
const official = beforeTests(() => app.as('government', 'Wairimu'));

const regions = { Nakuru: 'west', Kitui: 'east', Turkana: 'north' } as const;

const parcel = (owner: Person, county: keyof typeof regions | null) =>
  insertParcel(app.db, owner.user._id, { county, region: county && regions[county] });

async function create(): Promise<string> {
  const { body } = await official.send<Policy>('POST /policies', {
    body: { title: 'Terraces', description: 'Build terraces.' },
  });
  return body._id;
}

async function notify(policyId: string): Promise<string> {
  await official.send(`POST /policies/${policyId}/notify`);
  const { notice_id } = await app.row<{ notice_id: string }>`
    select notice_id from policy_sendings where policy_id = ${policyId}`;
  return notice_id;
}
const freeze = (noticeId: string) => freezeAudience({ noticeId }, app.services);
const audience = async (policyId: string) =>
  (await official.send<PolicyAudience>(`GET /policies/${policyId}/audience`)).body;
const reach = async (policyId: string) =>
  (await official.send<PolicySending[]>(`GET /policies/${policyId}/reach`)).body;
const counties = (sending: PolicySending | undefined) =>
  Object.fromEntries(
    (sending?.counties ?? []).map(({ county, farmers, read }) => [county ?? '-', [read, farmers]]),
  );

describe('the audience', () => {
  it('is empty without farmers', async () => {
    const policyId = await create();
    expect(await audience(policyId)).toEqual({
      total: 0,
      regions: ['north', 'south', 'east', 'west'].map((region) => ({ region, farmers: 0 })),
      unassigned: 0,
      mail: false,
      notifiedAt: null,
    });
    const noticeId = await notify(policyId);
    await freeze(noticeId);
    expect(await reach(policyId)).toMatchObject([{ farmers: 0, read: 0, counties: [], mail: null }]);
  });

  it('counts each farmer once per region, and stores the counties at the time of sending', async () => {
    const [both, one, unplaced, landless, leaving] = await Promise.all([
      app.as('farmer'),
      app.as('farmer'),
      app.as('farmer'),
      app.as('farmer'),
      app.as('farmer'),
    ]);
    await parcel(both, 'Nakuru');
    const moved = await parcel(both, 'Nakuru');
    await parcel(both, 'Kitui');
    const sold = await parcel(one, 'Kitui');
    await parcel(unplaced, null);
    await parcel(leaving, 'Nakuru');
    const policyId = await create();
    expect(await audience(policyId)).toMatchObject({ total: 5, unassigned: 2 });
    expect((await audience(policyId)).regions).toEqual([
      { region: 'north', farmers: 0 },
      { region: 'south', farmers: 0 },
      { region: 'east', farmers: 2 },
      { region: 'west', farmers: 2 },
    ]);

    const noticeId = await notify(policyId);
    expect(await reach(policyId)).toMatchObject([{ farmers: null, sentBy: 'Wairimu', counties: [] }]);
    // Land and people change between sending and counting, and after it.
    await app.sql`update parcels set deleted_at = now() + interval '1 second' where id = ${sold}`;
    await freeze(noticeId);
    await freeze(noticeId);
    await app.sql`update parcels set county = 'Turkana', region = 'north' where id = ${moved}`;
    await parcel(one, 'Turkana');
    const newcomer = await app.as('farmer');
    await parcel(newcomer, 'Nakuru');
    await leaving.send('DELETE /auth/account', { body: { password: PASSWORD } });

    const [before] = await reach(policyId);
    expect(before).toMatchObject({ farmers: 5, read: 0 });
    expect(counties(before)).toEqual({ Nakuru: [0, 2], Kitui: [0, 2], '-': [0, 2] });
    expect(before?.counties.find(({ county }) => county === 'Kitui')?.region).toBe('east');

    for (const reader of [both, one, landless]) {
      expect((await reader.send(`POST /policies/${policyId}/read`)).status).toBe(200);
      await reader.send(`POST /policies/${policyId}/read`);
    }
    await newcomer.send(`POST /policies/${policyId}/read`);
    const [after] = await reach(policyId);
    expect(after).toMatchObject({ farmers: 5, read: 3 });
    expect(counties(after)).toEqual({ Nakuru: [1, 2], Kitui: [2, 2], '-': [1, 2] });
  });

  it('counts readers from before and after the audience count, before and after folding', async () => {
    const [farmer, late] = [await app.as('farmer'), await app.as('farmer')];
    await parcel(farmer, 'Turkana');
    const policyId = await create();
    const noticeId = await notify(policyId);
    await farmer.send(`POST /notices/${noticeId}/read`);
    await fold(app.db);
    await freeze(noticeId);
    expect(counties((await reach(policyId))[0])).toMatchObject({ Turkana: [1, expect.any(Number)] });
    await late.send('POST /notices/read-all');
    for (let time = 0; time < 2; time += 1) {
      expect((await reach(policyId))[0]).toMatchObject({ read: 2 });
      await fold(app.db);
    }
    await expectExact(app.db);
  });
});
