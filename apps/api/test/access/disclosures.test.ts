/** Access log cases beyond the walk: data disclosed in other ways, calls without an entry, and who can read it. */
import type { AccessLine, BatchPart } from '@ardhi/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, type Person, testApp } from '../app.ts';
import { newParcel } from '../land.ts';
import { newApplication } from '../subsidies.ts';
import { clearLogOf, logEntriesOf, withoutAccessLog } from './log.ts';

const app = testApp();

let sceneNumber = 0;

interface Scene {
  farmer: Person;
  neighbour: Person;
  viewer: Person;
  parcelId: string;
  applicationId: string;
}
let scene: Scene;

/** A farmer with a parcel and an application, a neighbour, and a manager without access log entries. */
beforeEach(async () => {
  sceneNumber += 1;
  const [farmer, neighbour, viewer] = [
    await app.as('farmer', `Wanjiru Mwanzo${sceneNumber}`),
    await app.as('farmer', `Kiptoo Jirani${sceneNumber}`),
    await app.as('government', 'Otieno'),
  ];
  await app.sql`update users set manage = true where id = ${viewer.user._id}`;
  const parcel = await newParcel(farmer);
  const application = await newApplication(farmer, { name: `Mbegu Maombi${sceneNumber}` });
  await viewer.send('POST /auth/confirm', { body: { password: PASSWORD } });
  scene = { farmer, neighbour, viewer, parcelId: parcel._id, applicationId: application._id };
});

const idsOf = (people: Person[]) => people.map(({ user }) => user._id).sort();

describe('the same data in other ways', () => {
  it('logs each part of a batch', async () => {
    const { viewer, farmer, parcelId } = scene;
    const get = `government/lands/${parcelId} government/farmers?q=Mwanzo${sceneNumber}`;
    const { body } = await viewer.send<BatchPart[]>('GET /batch', { query: { get } });
    expect(body.map(({ status }) => status)).toEqual([200, 200]);
    expect((await logEntriesOf(app, viewer)).map(({ look }) => look).sort()).toEqual([
      'farmer-list',
      'parcel',
    ]);
    expect((await logEntriesOf(app, viewer)).map(({ people }) => people)).toEqual([
      idsOf([farmer]),
      idsOf([farmer]),
    ]);
  });

  it('logs a 304 response', async () => {
    const { viewer, parcelId } = scene;
    const first = await viewer.send(`GET /government/lands/${parcelId}`);
    await clearLogOf(app, viewer);
    const again = await viewer.send(`GET /government/lands/${parcelId}`, {
      headers: { 'if-none-match': first.headers.get('etag')! },
    });
    expect(again.status).toBe(304);
    expect(await logEntriesOf(app, viewer)).toHaveLength(1);
  });

  it('logs a stored response, and withholds it if logging fails', async () => {
    const { viewer, applicationId } = scene;
    const decision = {
      body: { status: 'approved' },
      headers: { 'idempotency-key': `decision-${sceneNumber}` },
    };
    const call = `PUT /government/subsidies/${applicationId}`;
    expect((await viewer.send(call, decision)).status).toBe(200);
    await clearLogOf(app, viewer);
    const refused = await withoutAccessLog(app, () => viewer.send(call, decision));
    expect(refused.status).toBe(500);
    expect(JSON.stringify(refused.body)).not.toContain('Mwanzo');
    expect((await viewer.send(call, decision)).status).toBe(200);
    expect(await logEntriesOf(app, viewer)).toMatchObject([
      { look: 'application', entity_id: applicationId },
    ]);
  });

  it('logs a conflict response with the stored row, and withholds it if logging fails', async () => {
    const { viewer, farmer, applicationId } = scene;
    const colleague = await app.as('government');
    const call = `PUT /government/subsidies/${applicationId}`;
    const decide = (person: Person) => person.send(call, { body: { status: 'rejected' } });
    expect((await decide(viewer)).status).toBe(200);
    const refused = await withoutAccessLog(app, () => decide(colleague));
    expect(JSON.stringify(refused.body)).not.toContain('Mwanzo');
    expect(await decide(colleague)).toMatchObject({
      status: 409,
      body: { current: { applicant: { name: farmer.user.name } } },
    });
    expect(await logEntriesOf(app, colleague)).toMatchObject([
      { look: 'application', people: idsOf([farmer]) },
    ]);
  });

  it('writes a new entry for another parcel, and for the same one after ten minutes', async () => {
    const { viewer, farmer, parcelId } = scene;
    const other = await newParcel(farmer, { name: 'Shamba la chini' });
    await viewer.send(`GET /government/lands/${parcelId}`);
    await viewer.send(`GET /government/lands/${other._id}`);
    expect(await logEntriesOf(app, viewer)).toHaveLength(2);
    await app.sql`update access_lines set created_at = created_at - interval '11 minutes'
      where viewer_id = ${viewer.user._id}`;
    await viewer.send(`GET /government/lands/${parcelId}`);
    expect(await logEntriesOf(app, viewer)).toHaveLength(3);
  });
});

describe('no entry is written', () => {
  it('for received messages, own data, statistics and tiles', async () => {
    const { viewer, farmer, parcelId } = scene;
    const { body: message } = await farmer.send<{ threadId: string }>('POST /messages', {
      body: { recipientId: viewer.user._id, channelType: 'general', subject: 'Seed', content: 'When?' },
    });
    await viewer.send('GET /messages');
    await viewer.send(`GET /messages/thread/${message.threadId}`);
    await viewer.send('POST /messages', { body: { threadId: message.threadId, content: 'On Monday.' } });
    await viewer.send('GET /government/analytics');
    await viewer.send('GET /government/tiles/12/2457/2051');
    await viewer.send('GET /government/subsidies.csv', { query: { kind: 'programme' } });
    await farmer.send('GET /land');
    await farmer.send(`GET /land/${parcelId}/report`);
    expect(await logEntriesOf(app, viewer)).toEqual([]);
    expect(await logEntriesOf(app, farmer)).toEqual([]);
  });

  it('for officials in the list of possible recipients', async () => {
    const { farmer, viewer } = scene;
    const { body } = await farmer.send<{ _id: string }[]>('GET /messages/users');
    expect(body.map(({ _id }) => _id)).toContain(viewer.user._id);
    const [entry] = await logEntriesOf(app, farmer);
    expect(entry?.people).toContain(scene.neighbour.user._id);
    expect(entry?.people).not.toContain(viewer.user._id);
    expect(entry?.people).not.toContain(farmer.user._id);
  });
});

describe('access log of a farmer', () => {
  const read = (person: Person, query = {}) => person.send<AccessLine[]>('GET /auth/access-lines', { query });

  it('lists viewers and entities, newest first, page by page', async () => {
    const { farmer, neighbour, viewer, parcelId, applicationId } = scene;
    await viewer.send('GET /government/lands', { query: { farmerId: farmer.user._id } });
    await viewer.send(`GET /government/lands/${parcelId}`);
    await viewer.send(`GET /government/subsidies/${applicationId}`);
    const { body } = await read(farmer);
    expect(body.map(({ look, entityName }) => [look, entityName])).toEqual([
      ['application', `Mbegu Maombi${sceneNumber}`],
      ['parcel', 'Shamba la juu'],
      ['parcel-list', null],
    ]);
    expect(body[0]!.viewer).toEqual({ name: 'Otieno', role: 'government', department: 'Agriculture' });
    const first = await read(farmer, { limit: 2 });
    expect(first.body).toEqual(body.slice(0, 2));
    expect((await farmer.send(`GET ${first.next}`)).body).toEqual(body.slice(2));
    expect((await read(neighbour)).body).toEqual([]);
  });

  it('keeps the entries of a closed account with its name', async () => {
    const { farmer, parcelId } = scene;
    const leaver = await app.as('government', 'Leaver');
    await leaver.send(`GET /government/lands/${parcelId}`);
    const left = await leaver.send('DELETE /auth/account', { body: { password: PASSWORD } });
    expect(left.status).toBe(200);
    const { body } = await read(farmer);
    expect(body).toMatchObject([{ look: 'parcel', viewer: { name: 'Leaver', department: 'Agriculture' } }]);
  });

  it('shows an export of over a thousand people to all farmers of its area', async () => {
    const { farmer, neighbour, viewer } = scene;
    await app.sql`
      insert into users (id, email, name, password_hash, role)
      select gen_random_uuid(), 'many' || n || '@test.example', 'Many ' || n, '', 'farmer' from generate_series(1, 1001) n
    `;
    await app.sql`
      insert into subsidies (id, kind, owner_id, owner_name, name, description, amount_cents, regions)
      select gen_random_uuid(), 'application', id, name, 'Seed', 'Seed', 100, '{west}' from users where name like 'Many %'
    `;
    const download = (query: Record<string, string>) =>
      viewer.send('GET /government/subsidies.csv', { query });
    expect((await download({ region: 'west' })).status).toBe(200);
    expect(await logEntriesOf(app, viewer)).toEqual([
      { look: 'application-export', entity_id: null, people: null, area: 'west' },
    ]);
    // The farmer's parcel is in Nakuru, in the west; the neighbour has none.
    expect((await read(farmer)).body).toMatchObject([{ look: 'application-export', area: 'west' }]);
    expect((await read(neighbour)).body).toEqual([]);
    expect((await download({})).status).toBe(200);
    expect((await read(neighbour)).body).toMatchObject([{ look: 'application-export', area: 'all' }]);
    // Farmers who register later, and officials, were not in the export.
    expect((await read(await app.as('farmer'))).body).toEqual([]);
    expect((await read(viewer)).body).toEqual([]);
  });
});
