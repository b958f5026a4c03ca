/** County officials: other ways to the same data, and access after a post has ended. */
import type { BatchPart, ManagedSubsidy, OfficialOverlap, SubsidyDossier } from '@ardhi/contract';
import { beforeAll, expect, it } from 'vitest';
import { beforeTests, PASSWORD, type Person, startTestApp, testApp } from '../app.ts';
import { rectangle, setBoundary } from '../boundaries.ts';
import { newParcel } from '../land.ts';
import { manage, newApplication, openProgramme } from '../subsidies.ts';
import { FARMER_MARKER } from './rows.ts';

const KERICHO = { location: { address: 'Belgut, Kericho County' }, county: 'Kericho' };

const app = testApp();
// The first official is a manager.
const manager = beforeTests(() => app.as('government', 'Achieng'));
const official = beforeTests(() => app.as('government', 'Otieno'));
const farmer = beforeTests(() => app.as('farmer', 'Wanjiru'));
const own = { application: '' };
const elsewhere = { farmer: '', parcel: '', application: '' };

beforeAll(async () => {
  await manager.send('POST /auth/confirm', { body: { password: PASSWORD } });
  await post(official, 'Nakuru');
  const parcel = await newParcel(farmer);
  await setBoundary(farmer, parcel._id, rectangle(0, 0));
  own.application = await apply(farmer, 'Seed');
  const other = await app.as('farmer', `${FARMER_MARKER} farmer`);
  elsewhere.farmer = other.user._id;
  elsewhere.parcel = (await newParcel(other, KERICHO))._id;
  elsewhere.application = await apply(other, `${FARMER_MARKER} seed`);
});

async function post(person: Person, county: string, duties = ['view', 'decide', 'manage']): Promise<string> {
  const body = { email: person.user.email, county, duties };
  const response = await manager.send<{ _id: string }>('POST /government/posts', { body });
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body._id;
}

const apply = async (person: Person, name: string, fields: object = {}) =>
  (await newApplication(person, { name, ...fields }))._id;

function expectNothingFromElsewhere(text: string, where: string): void {
  expect(text, where).not.toContain(FARMER_MARKER);
  expect(text, where).not.toContain('Kericho');
  for (const id of Object.values(elsewhere)) expect(text, where).not.toContain(id);
}

it('reveals nothing of other counties through a batch or a message', async () => {
  const parts = [
    'government/farmers',
    'government/analytics',
    `government/lands/${elsewhere.parcel}`,
    'subsidies/admin/all',
  ];
  const { body } = await official.send<BatchPart[]>('GET /batch', { query: { get: parts.join(' ') } });
  expect(body).toHaveLength(4);
  expectNothingFromElsewhere(JSON.stringify(body.map(({ get: _, ...part }) => part)), 'batch');
  expect(body.map(({ status }) => status).sort()).toEqual([200, 200, 200, 404]);
  const message = { channelType: 'government-farmer', subject: 'Hello', content: 'Who are you?' };
  const sent = await official.send('POST /messages', { body: { ...message, recipientId: elsewhere.farmer } });
  expect(sent.status).toBe(400);
});

/** Collects the events of a stream until the server ends it. */
async function listen(url: string, person: Person) {
  const response = await fetch(`${url}/api/events`, { headers: { authorization: `Bearer ${person.token}` } });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let received = '';
  const ended = (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) received += part.value;
  })();
  return { ended, received: () => received };
}

it('streams no events of other counties, and ends access when the post ends', async () => {
  const process = await startTestApp({}, app.connectionString);
  const nakuru = await app.as('government', 'Njeri');
  const [kericho, postId] = [
    await app.as('government', 'Rotich'),
    await post(nakuru, 'Nakuru', ['view', 'decide']),
  ];
  await post(kericho, 'Kericho', ['view', 'decide']);
  const headers = { authorization: `Bearer ${nakuru.token}` };
  const readFarmers = () => process.send<{ code: string }>('GET /government/farmers', { headers });
  expect((await readFarmers()).status).toBe(200);
  const stream = await listen(process.url, nakuru);
  const decide = (person: Person, id: string, key: string) =>
    person.send<{ status: string }>(`PUT /government/subsidies/${id}`, {
      body: { status: 'approved' },
      headers: { 'idempotency-key': key },
    });
  expect((await decide(kericho, elsewhere.application, 'one')).status).toBe(200);
  expect((await decide(nakuru, own.application, 'two')).status).toBe(200);
  expect((await decide(nakuru, own.application, 'two')).status).toBe(200);
  await expect.poll(stream.received).toContain(own.application);
  expectNothingFromElsewhere(stream.received(), 'events');

  // The post ends in one process; the other one has cached the session and must be notified.
  expect((await manager.send(`PUT /government/posts/${postId}/end`)).status).toBe(200);
  await stream.ended;
  const after = await readFarmers();
  expect(after).toMatchObject({ status: 403, body: { code: 'post-needed' } });
  expect((await decide(nakuru, own.application, 'two')).status).toBe(403);
  expect((await nakuru.send('GET /government/posts/own')).body).toEqual({
    working: null,
    posts: [],
    limits: null,
  });
  await process.close();
});

it('replays a stored response only in the same post', async () => {
  const [traveller, other] = [
    await app.as('government', 'Chebet'),
    await app.as('farmer', `${FARMER_MARKER} later`),
  ];
  const [first, second] = [await post(traveller, 'Kericho'), await post(traveller, 'Nakuru')];
  const parcel = await newParcel(other, KERICHO);
  const id = await apply(other, `${FARMER_MARKER} later`, { parcelIds: [parcel._id] });
  const decide = () =>
    traveller.send(`PUT /government/subsidies/${id}`, {
      body: { status: 'approved' },
      headers: { 'idempotency-key': 'kept' },
    });
  // The first assigned post is active until another is chosen.
  expect((await decide()).status).toBe(200);
  const switchTo = (postId: string) => traveller.send('PUT /government/posts/own', { body: { postId } });
  expect((await switchTo(second)).body).toMatchObject({ county: 'Nakuru' });
  const again = await decide();
  expect(again.status).toBe(409);
  expectNothingFromElsewhere(JSON.stringify(again.body), 'remembered response');
  expect((await traveller.send(`GET /government/subsidies/${id}`)).status).toBe(404);
  expect((await switchTo(first)).status).toBe(200);
  expect((await decide()).status).toBe(200);
});

it('shows only the own side of an overlap with another county, for a national official to settle', async () => {
  const neighbour = await app.as('farmer', `${FARMER_MARKER} neighbour`);
  const parcel = await newParcel(neighbour, { ...KERICHO, name: FARMER_MARKER });
  await setBoundary(neighbour, parcel._id, rectangle(-6, 0));
  const { body } = await official.send<OfficialOverlap[]>('GET /government/overlaps', {
    query: { limit: 1 },
  });
  expect(body[0]!.parties.map(({ farmerName }) => farmerName)).toEqual(['Wanjiru']);
  expectNothingFromElsewhere(JSON.stringify(body), 'overlap');
  // Filters for the other side do not reveal it either.
  const otherSide: Record<string, string>[] = [{ farmerId: neighbour.user._id }, { landId: parcel._id }];
  for (const query of otherSide) {
    expect((await official.send('GET /government/overlaps', { query })).body).toEqual([]);
    expect((await manager.send<unknown[]>('GET /government/overlaps', { query })).body).toHaveLength(1);
  }
  const ofFarmer = { query: { farmerId: farmer.user._id, status: 'open' } };
  const { body: theirs } = await official.send<OfficialOverlap[]>('GET /government/overlaps', ofFarmer);
  expect(theirs.map(({ _id }) => _id)).toContain(body[0]!._id);
  const settle = (person: Person) =>
    person.send<{ code: string }>(`PUT /government/overlaps/${body[0]!._id}`, {
      body: { status: 'settled', note: 'Agreed' },
    });
  expect(await settle(official)).toMatchObject({ status: 403, body: { code: 'country-needed' } });
  expect((await settle(manager)).status).toBe(200);
});

it('hides named parcels of other counties in every view of an application, also after the decision', async () => {
  const owner = await app.as('farmer', 'Cherono', { farmSize: 3 });
  const here = await newParcel(owner, { name: 'Hapa', size: 2 });
  const far = await newParcel(owner, { ...KERICHO, name: FARMER_MARKER, size: 1 });
  await setBoundary(owner, far._id, rectangle(4321, 0));
  const programme = await openProgramme(manager, { amount: 5000, rules: { counties: ['Kericho'] } });
  const application = await newApplication(owner, {
    programmeId: programme._id,
    parcelIds: [here._id, far._id],
  });
  await app.sql`update subsidies set created_at = now() - interval '40 days' where id = ${application._id}`;
  await official.send('POST /auth/confirm', { body: { password: PASSWORD } });
  const path = `/government/subsidies/${application._id}`;
  const readings = [
    `GET ${path}`,
    `GET /government/farmers/${owner.user._id}`,
    'GET /subsidies/admin/all?q=Cherono&explain=true',
    'GET /government/subsidies.csv?q=Cherono',
    'GET /government/waiting-applications',
    'GET /government/queue',
    'GET /government/queue.csv',
    `GET /government/lands/${here._id}`,
    `GET /government/trail/subsidy/${application._id}`,
    `GET /government/bulk-decisions/eligibility?ids=${application._id}`,
  ];
  const expectHidden = async () => {
    for (const call of readings) {
      const { status, body } = await official.send<unknown>(call);
      expect(status, call).toBe(200);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      // The programme's rule names the county.
      expectNothingFromElsewhere(text.replaceAll('"wanted":["Kericho"]', ''), call);
      for (const secret of [far._id, '36.3321']) expect(text, call).not.toContain(secret);
    }
    const { body } = await official.send<SubsidyDossier>(`GET ${path}`);
    expect(body).toMatchObject({ parcelIds: [here._id], landElsewhere: true, county: 'Nakuru' });
    expect(body.facts).toMatchObject({ meets: true, meetingParcels: 0, parcels: [{ name: 'Hapa' }] });
    // Without the land elsewhere the stated size cannot be compared.
    expect(body.evidence!.differences.map(({ kind }) => kind)).not.toContain('farm-size');
    const { body: all } = await manager.send<SubsidyDossier>(`GET ${path}`);
    expect(all.parcelIds).toEqual([here._id, far._id].sort());
    expect(all).toMatchObject({ landElsewhere: false, facts: { meetingParcels: 1 } });
  };
  await expectHidden();
  const csv = (await official.send<string>('GET /government/subsidies.csv?q=Cherono')).body;
  expect(csv).toContain('Nakuru; and land elsewhere');
  const inRegion = async (region: string) =>
    (await official.send<ManagedSubsidy[]>('GET /subsidies/admin/all', { query: { region, q: 'Cherono' } }))
      .body;
  const regions = (await manager.send<ManagedSubsidy[]>('GET /subsidies/admin/all?q=Cherono')).body[0]!
    .regions;
  const [own] = await inRegion('all');
  for (const region of regions)
    expect(await inRegion(region)).toHaveLength(own!.regions.includes(region) ? 1 : 0);

  const stale = await manage(official, application._id, { status: 'approved', revision: 99 });
  expect(stale.status).toBe(409);
  const decided = await manage(official, application._id, { status: 'approved' });
  expect(decided.status).toBe(200);
  for (const { body } of [stale, decided]) expectNothingFromElsewhere(JSON.stringify(body), 'decision');
  // The parcel elsewhere is part of the stored facts.
  readings.splice(4, 3);
  await expectHidden();
});
