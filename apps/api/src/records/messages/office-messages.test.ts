/** Farmers write to an office: whom it reaches, who answered, what it is about, and what the answer promises. */

import { COUNTIES } from '@ardhi/agronomy';
import type { Message, Problem, Recipient, ThreadSummary } from '@ardhi/contract';
import { officeId } from '@ardhi/contract/offices';
import { describe, expect, it } from 'vitest';
import { beforeTests, issuesOf, PASSWORD, type Person, testApp } from '../../../test/app.ts';
import { maize, newParcel, sent } from '../../../test/land.ts';
import { insertPost } from '../../../test/posts.ts';
import { newApplication } from '../../../test/subsidies.ts';
import { newId } from '../../lib/database/id.ts';

const app = testApp();
const inCounty = async (name: string, county: string) => {
  const person = await app.as('government', name);
  await insertPost(app, person, county);
  return person;
};
const national = beforeTests(() => app.as('government', 'Wairimu'));
const njeri = beforeTests(() => inCounty('Njeri', 'Nakuru'));
const kiptoo = beforeTests(() => inCounty('Kiptoo', 'Nakuru'));
const rotich = beforeTests(() => inCounty('Rotich', 'Kericho'));
const kamau = beforeTests(async () => {
  const farmer = await app.as('farmer', 'Kamau');
  await newParcel(farmer);
  return farmer;
});

const nakuru = officeId('Nakuru');
const write = (place: string, fields: object = {}) => ({
  recipientId: officeId(place),
  channelType: 'government-farmer',
  subject: 'Seed',
  content: 'When does the seed come?',
  ...fields,
});
const send = <Body = Message>(sender: Person, body: object) => sender.send<Body>('POST /messages', { body });
const refused = async (sender: Person, body: object) => issuesOf((await send<Problem>(sender, body)).body);
const inbox = async (person: Person) => (await person.send<ThreadSummary[]>('GET /messages')).body;
const listed = async (person: Person, id: string) =>
  (await inbox(person)).find(({ threadId }) => threadId === id);
const thread = (person: Person, id: string) => person.send<Message[]>(`GET /messages/thread/${id}`);
const unread = async (person: Person) =>
  (await person.send<{ count: number }>('GET /messages/unread-count')).body.count;
const start = async (farmer: Person, place = 'Nakuru', fields: object = {}) => {
  const response = await send(farmer, write(place, fields));
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body;
};

it('has one office for each county, with distinct valid ids', async () => {
  const ids = ['', ...COUNTIES.map(({ name }) => name)].map(officeId);
  expect(new Set(ids).size).toBe(48);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
});

describe('an office as recipient', () => {
  it('is listed before the people, for farmers only, and found by its name', async () => {
    const office = { _id: nakuru, name: 'Nakuru county office', email: '', role: 'government', office: true };
    const people = async (person: Person, query = {}) =>
      (await person.send<Recipient[]>('GET /messages/users', { query })).body;
    expect((await people(kamau))[0]).toEqual(office);
    expect(await people(kamau, { q: 'nakuru' })).toEqual([office]);
    expect(await people(kamau, { userId: nakuru })).toEqual([office]);
    expect(await people(kamau, { channelType: 'farmer-farmer', q: 'nakuru' })).toEqual([]);
    expect((await people(njeri)).map(({ _id }) => _id)).not.toContain(nakuru);
    const landless = await app.as('farmer', 'Landless');
    expect((await people(landless))[0]).toMatchObject({ _id: officeId(''), name: 'National office' });
    const twice = await app.as('farmer', 'Two counties');
    await newParcel(twice, { size: 1 });
    await newParcel(twice, { size: 5, location: { address: 'Kericho County' } });
    expect((await people(twice)).slice(0, 2).map(({ name }) => name)).toEqual([
      'Kericho county office',
      'Nakuru county office',
    ]);
  });

  it('reaches every official whose post covers the county, and no one else', async () => {
    const counts = [await unread(njeri), await unread(kiptoo), await unread(rotich), await unread(national)];
    const message = await start(kamau);
    expect(message).toMatchObject({
      channelType: 'government-farmer',
      sender: { _id: kamau.user._id, name: 'Kamau' },
      recipient: { _id: nakuru, name: 'Nakuru county office', role: 'government', deleted: false },
      office: { _id: nakuru, name: 'Nakuru county office', about: null },
      read: false,
    });
    for (const official of [njeri, kiptoo])
      expect(await listed(official, message.threadId)).toMatchObject({
        unreadCount: 1,
        sender: { name: 'Kamau' },
      });
    const after = [await unread(njeri), await unread(kiptoo), await unread(rotich), await unread(national)];
    expect(after.map((count, index) => count - counts[index]!)).toEqual([1, 1, 0, 0]);
    for (const outsider of [rotich, national, await app.as('farmer')]) {
      expect(await listed(outsider, message.threadId)).toBeUndefined();
      expect((await thread(outsider, message.threadId)).status).toBe(404);
      expect((await send(outsider, { threadId: message.threadId, content: 'Hello' })).status).toBe(404);
    }
    expect(await listed(kamau, message.threadId)).toMatchObject({ unreadCount: 0 });
  });

  it('is answered by the national office where no county post exists', async () => {
    const farmer = await app.as('farmer', 'Moraa');
    await newParcel(farmer, { location: { address: 'Kisii County' } });
    const { threadId } = await start(farmer, 'Kisii');
    expect(await listed(national, threadId)).toMatchObject({ recipient: { name: 'Kisii county office' } });
    expect((await send(national, { threadId, content: 'Tomorrow.' })).status).toBe(201);
    const gesare = await inCounty('Gesare', 'Kisii');
    expect(await listed(national, threadId)).toBeUndefined();
    expect(await listed(gesare, threadId)).toMatchObject({ sender: { name: 'Wairimu' } });
    // A county whose only official is suspended has no one either.
    await app.sql`update users set suspended_at = now() where id = ${gesare.user._id}`;
    expect(await listed(national, threadId)).toBeDefined();
  });

  it('can be the national office for every farmer, but no office of another county', async () => {
    const { threadId } = await start(kamau, '');
    expect(await listed(national, threadId)).toBeDefined();
    expect(await listed(njeri, threadId)).toBeUndefined();
    expect(await refused(kamau, write('Kericho'))).toEqual(['recipientId: recipient-unknown']);
    expect(await refused(njeri, write('Nakuru'))).toEqual(['recipientId: recipient-unknown']);
    expect(await refused(kamau, write('Nakuru', { channelType: 'farmer-farmer' }))).toEqual([
      'channelType: channel-roles',
    ]);
    // The default channel of the form.
    expect(await start(kamau, 'Nakuru', { channelType: 'general' })).toMatchObject({
      channelType: 'government-farmer',
    });
  });

  it('is not reached by an official without a post where one is required', async () => {
    const { threadId } = await start(kamau);
    const gone = await inCounty('Gone', 'Nakuru');
    expect(await listed(gone, threadId)).toBeDefined();
    await app.sql`update posts set ended_at = now(), ended_by = ${gone.user._id} where official_id = ${gone.user._id}`;
    const [session] = [
      await gone.send<{ token: string }>('POST /auth/login', {
        body: { email: gone.user.email, password: PASSWORD },
      }),
    ];
    const headers = { authorization: `Bearer ${session.body.token}` };
    expect((await app.send(`GET /messages/thread/${threadId}`, { headers })).status).toBe(404);
  });

  it('accepts a resent message once, and counts it in the rate limit', async () => {
    const body = { ...write('Nakuru'), _id: newId() };
    const first = await send(kamau, body);
    await app.db.deleteFrom('idempotency_keys').execute();
    expect((await send(kamau, body)).body).toEqual(first.body);
    expect((await thread(kamau, body._id)).body).toHaveLength(1);
    await app.sql`update throttles set count = 1000 where key like 'conversations:%'`;
    expect((await send(kamau, write('Nakuru'))).status).toBe(429);
    await app.sql`truncate throttles`;
  });
});

describe('an answer', () => {
  it('is promised within 5 working days, also after a holiday, and counts for all officials', async () => {
    const { threadId } = await start(kamau);
    // A Friday; Monday is a holiday, so the fifth working day is the Monday after.
    await app.sql`update threads set awaiting_since = '2026-07-03 12:00+03' where id = ${threadId}`;
    await app.sql`insert into public_holidays (day, name) values ('2026-07-06', 'Test')`;
    for (const person of [kamau, njeri, kiptoo])
      expect((await listed(person, threadId))?.office?.answerBy).toBe('2026-07-13');

    expect((await thread(njeri, threadId)).body).toMatchObject([{ read: true }]);
    expect(await listed(kiptoo, threadId)).toMatchObject({ unreadCount: 0 });
    const answer = await send(njeri, { threadId, content: 'On Monday.' });
    expect(answer.body).toMatchObject({
      sender: { _id: njeri.user._id, name: 'Njeri', role: 'government' },
      recipient: { _id: kamau.user._id },
      office: { answerBy: null },
    });
    // The colleague sees who answered, the farmer that there is an answer.
    expect(await listed(kiptoo, threadId)).toMatchObject({
      sender: { name: 'Njeri' },
      office: { answerBy: null },
    });
    expect(await listed(kamau, threadId)).toMatchObject({ unreadCount: 1, sender: { name: 'Njeri' } });
    expect((await thread(kiptoo, threadId)).body.map(({ sender }) => sender.name)).toEqual([
      'Kamau',
      'Njeri',
    ]);
  });

  it('goes to the farmer whatever participant a client names, and a reply goes to the office', async () => {
    const { threadId } = await start(kamau);
    await send(njeri, { ...write('Nakuru'), recipientId: kamau.user._id, threadId });
    // The web of the specification names the sender of the newest message.
    const again = await send(kiptoo, { ...write('Nakuru'), recipientId: njeri.user._id, threadId });
    expect(again.body).toMatchObject({ recipient: { _id: kamau.user._id } });
    const reply = await send(kamau, { ...write('Nakuru'), recipientId: kiptoo.user._id, threadId });
    expect(reply.body).toMatchObject({
      recipient: { _id: nakuru },
      office: { answerBy: expect.any(String) },
    });
    expect(await listed(njeri, threadId)).toMatchObject({ unreadCount: 1 });
    expect(await refused(kamau, { threadId, recipientId: rotich.user._id, content: 'x' })).toEqual([
      'recipientId: recipient-other',
    ]);
    expect(await refused(kamau, { threadId, recipientId: kamau.user._id, content: 'x' })).toEqual([
      'recipientId: recipient-self',
    ]);
  });
});

describe('what a message is about', () => {
  it('decides the office, and both sides see a name and a link', async () => {
    const farmer = await app.as('farmer', 'Two places');
    await newParcel(farmer, { size: 9 });
    const far = await newParcel(farmer, { name: 'Chai', size: 1, location: { address: 'Kericho County' } });
    const { crops } = await sent(farmer, `POST /land/${far._id}/crops`, maize);
    const application = await newApplication(farmer, { name: 'Tea seedlings', parcelIds: [far._id] });
    for (const [about, shown] of [
      [
        { kind: 'parcel', _id: far._id },
        { name: 'Chai', parcelId: far._id },
      ],
      [
        { kind: 'crop', _id: crops[0]!._id },
        { name: 'Mahindi', parcelId: far._id },
      ],
      [
        { kind: 'application', _id: application._id },
        { name: 'Tea seedlings', parcelId: null },
      ],
    ] as const) {
      const message = await start(farmer, 'Nakuru', { about });
      expect(message).toMatchObject({
        recipient: { name: 'Kericho county office' },
        office: { about: { ...about, ...shown } },
      });
      expect(await listed(rotich, message.threadId)).toMatchObject({ office: { about: shown } });
      expect(await listed(njeri, message.threadId)).toBeUndefined();
    }
    const { threadId } = await start(farmer, 'Nakuru', { about: { kind: 'parcel', _id: far._id } });
    await farmer.send(`DELETE /land/${far._id}`);
    expect((await listed(rotich, threadId))?.office?.about).toBeNull();
  });

  it('must be the farmer’s own, and the recipient an office', async () => {
    const other = await app.as('farmer', 'Other');
    const theirs = await newParcel(other);
    const { crops } = await sent(other, `POST /land/${theirs._id}/crops`, maize);
    const application = await newApplication(other, {});
    for (const about of [
      { kind: 'parcel', _id: theirs._id },
      { kind: 'crop', _id: crops[0]!._id },
      { kind: 'application', _id: application._id },
      { kind: 'parcel', _id: newId() },
    ])
      expect(await refused(kamau, write('Nakuru', { about }))).toEqual(['about: about-own']);
    const about = { kind: 'parcel', _id: theirs._id };
    expect(await refused(other, { ...write('Nakuru', { about }), recipientId: njeri.user._id })).toEqual([
      'about: about-office',
    ]);
  });
});

describe('personal data', () => {
  it('contains the messages of the farmer and the answers of the official, also after the farmer has left', async () => {
    const farmer = await app.as('farmer', 'Leaving');
    await newParcel(farmer);
    const official = await inCounty('Answering', 'Nakuru');
    const { threadId } = await start(farmer);
    await send(official, { threadId, content: 'On Monday.' });
    await send(farmer, { threadId, content: 'And the fertilizer?' });
    type Data = { messages: { from: string; to: string; content: string }[] };
    const data = async (person: Person) => (await person.send<Data>('GET /auth/data')).body.messages;
    expect((await data(farmer)).map(({ from, to }) => [from, to])).toEqual([
      ['Leaving', 'Nakuru'],
      ['Answering', 'Leaving'],
      ['Leaving', 'Nakuru'],
    ]);
    expect(await data(official)).toMatchObject([{ from: 'Answering', content: 'On Monday.' }]);
    await farmer.send('DELETE /auth/account', { body: { password: PASSWORD } });
    expect(await listed(official, threadId)).toMatchObject({
      sender: { name: 'Deleted account', deleted: true },
      office: { answerBy: null, about: null },
    });
    expect(await refused(official, { threadId, content: 'Are you there?' })).toEqual([
      'recipientId: recipient-deleted',
    ]);
  });
});
