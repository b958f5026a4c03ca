/** Officials of one county beside others: what gives the same data another way, and what a post leaves behind. */
import type { Application, BatchPart, OfficialOverlap } from '@ardhi/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD, type Person, startTestApp, type TestApp } from '../app.ts';
import { rectangle, setBoundary } from '../boundaries.ts';
import { newParcel } from '../land.ts';
import { MARK } from './rows.ts';

const AWAY = { location: { address: 'Belgut, Kericho County' }, county: 'Kericho' };

let app: TestApp;
let manager: Person;
let official: Person;
let farmer: Person;
const own = { application: '' };
const away = { farmer: '', parcel: '', application: '' };

beforeAll(async () => {
  app = await startTestApp();
  // The first official manages.
  manager = await app.as('government', 'Achieng');
  official = await app.as('government', 'Otieno');
  farmer = await app.as('farmer', 'Wanjiru');
  await manager.send('POST /auth/confirm', { body: { password: PASSWORD } });
  await post(official, 'Nakuru');
  const parcel = await newParcel(farmer);
  await setBoundary(farmer, parcel._id, rectangle(0, 0));
  own.application = await apply(farmer, 'Seed');
  const other = await app.as('farmer', `${MARK} farmer`);
  away.farmer = other.user._id;
  away.parcel = (await newParcel(other, AWAY))._id;
  away.application = await apply(other, `${MARK} seed`);
});
afterAll(() => app.close());

async function post(person: Person, county: string, duties = ['view', 'decide', 'manage']): Promise<string> {
  const body = { email: person.user.email, county, duties };
  const answer = await manager.send<{ _id: string }>('POST /government/posts', { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body._id;
}

async function apply(person: Person, name: string, more: object = {}): Promise<string> {
  const body = { name, description: `${name} of maize`, amount: 100, ...more };
  const { status, body: made } = await person.send<Application>('POST /subsidies', { body });
  expect(status).toBe(201);
  return made._id;
}

function expectNothingFromAway(text: string, where: string): void {
  expect(text, where).not.toContain(MARK);
  expect(text, where).not.toContain('Kericho');
  for (const id of Object.values(away)) expect(text, where).not.toContain(id);
}

it('gives no more by a batch, or by a message to a farmer of elsewhere', async () => {
  const parts = [
    'government/farmers',
    'government/analytics',
    `government/lands/${away.parcel}`,
    'subsidies/admin/all',
  ];
  const { body } = await official.send<BatchPart[]>('GET /batch', { query: { get: parts.join(' ') } });
  expect(body).toHaveLength(4);
  expectNothingFromAway(JSON.stringify(body.map(({ get: _, ...part }) => part)), 'batch');
  expect(body.map(({ status }) => status).sort()).toEqual([200, 200, 200, 404]);
  const message = { channelType: 'government-farmer', subject: 'Hello', content: 'Who are you?' };
  const sent = await official.send('POST /messages', { body: { ...message, recipientId: away.farmer } });
  expect(sent.status).toBe(400);
});

/** The events that the official hears, until the server ends the stream. */
async function listen(url: string, person: Person) {
  const response = await fetch(`${url}/api/events`, { headers: { authorization: `Bearer ${person.token}` } });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  const ended = (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) heard += part.value;
  })();
  return { ended, heard: () => heard };
}

it('tells nothing of elsewhere, and ends what was opened in a post that is over', async () => {
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
  expect((await decide(kericho, away.application, 'one')).status).toBe(200);
  expect((await decide(nakuru, own.application, 'two')).status).toBe(200);
  expect((await decide(nakuru, own.application, 'two')).status).toBe(200);
  await expect.poll(stream.heard).toContain(own.application);
  expectNothingFromAway(stream.heard(), 'events');

  // It ends in one process, and is heard in the other: the session there is cached.
  expect((await manager.send(`PUT /government/posts/${postId}/end`)).status).toBe(200);
  await stream.ended;
  const after = await readFarmers();
  expect(after).toMatchObject({ status: 403, body: { code: 'post-needed' } });
  expect((await decide(nakuru, own.application, 'two')).status).toBe(403);
  expect((await nakuru.send('GET /government/posts/own')).body).toEqual({ working: null, posts: [] });
  await process.close();
});

it('remembers an answer for the post that it was given in', async () => {
  const [traveller, other] = [await app.as('government', 'Chebet'), await app.as('farmer', `${MARK} later`)];
  const [first, second] = [await post(traveller, 'Kericho'), await post(traveller, 'Nakuru')];
  const parcel = await newParcel(other, AWAY);
  const id = await apply(other, `${MARK} later`, { parcelIds: [parcel._id] });
  const decide = () =>
    traveller.send(`PUT /government/subsidies/${id}`, {
      body: { status: 'approved' },
      headers: { 'idempotency-key': 'kept' },
    });
  // The first one given is worked in until another is chosen.
  expect((await decide()).status).toBe(200);
  const switchTo = (postId: string) => traveller.send('PUT /government/posts/own', { body: { postId } });
  expect((await switchTo(second)).body).toMatchObject({ county: 'Nakuru' });
  const again = await decide();
  expect(again.status).toBe(409);
  expectNothingFromAway(JSON.stringify(again.body), 'remembered answer');
  expect((await traveller.send(`GET /government/subsidies/${id}`)).status).toBe(404);
  expect((await switchTo(first)).status).toBe(200);
  expect((await decide()).status).toBe(200);
});

it('shows of an overlap with another county the own side, and leaves it to the country to settle', async () => {
  const neighbour = await app.as('farmer', `${MARK} neighbour`);
  const parcel = await newParcel(neighbour, { ...AWAY, name: MARK });
  await setBoundary(neighbour, parcel._id, rectangle(-6, 0));
  const { body } = await official.send<OfficialOverlap[]>('GET /government/overlaps', {
    query: { limit: 1 },
  });
  expect(body[0]!.parties.map(({ farmerName }) => farmerName)).toEqual(['Wanjiru']);
  expectNothingFromAway(JSON.stringify(body), 'overlap');
  // Nor is it told by asking for the other side.
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
