/**
 * An official of one county, in a country with others: every call for officials is made in a country that is Nakuru
 * alone, and again when there is more of it. The answers are the same, figures included, and nothing of elsewhere is in
 * them; what is done to something elsewhere is refused. A call for officials without a row does not compile, and its
 * test fails.
 */
import {
  type Api,
  type Application,
  api,
  type BatchPart,
  type ManagedSubsidy,
  type OfficialOverlap,
  type Policy,
} from '@ardhi/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD, type Person, startTestApp, type TestApp } from '../app.ts';
import { rectangle, setBoundary } from '../boundaries.ts';
import { newParcel } from '../land.ts';
import { pdfTexts } from '../pdf-text.ts';
import { tileAt } from '../tiles.ts';

type OfficialCall = {
  [Call in keyof Api]: Api[Call]['access'] extends 'government' ? Call : never;
}[keyof Api];

interface Sent {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

type Row =
  /** About the caller alone, or about nobody. */
  | 'own'
  | {
      /** Reads, whose answers are the same with and without the rest of the country. */
      same?: () => Sent[];
      /** Made about something of another county, or of the whole country. */
      refused?: () => Sent;
      status?: 400 | 403 | 404;
    };

/** Everything of the other county has this in its name. */
const MARK = 'Zebra';
const HOME = 'Njoro, Nakuru County';
const AWAY = 'Belgut, Kericho County';

let app: TestApp;
let manager: Person;
let official: Person;
let farmer: Person;
let both: Person;
const own = { parcel: '', application: '', policy: '', programme: '', report: '' };
const away = {
  parcel: '',
  application: '',
  programme: '',
  report: '',
  overlap: '',
  invitation: '',
  post: '',
  email: '',
  appeal: '',
  complaint: '',
  farmer: '',
};
const ids = new Set<string>();

const get = (): Row => ({ same: () => [{}] });
const filtered = (...queries: Record<string, string>[]): Row => ({
  same: () => queries.map((query) => ({ query })),
});
const one = (ownId: () => string, awayId: () => string): Row => ({
  same: () => [{ params: { id: ownId() } }],
  refused: () => ({ params: { id: awayId() } }),
  status: 404,
});
const forCountry = (refused: () => Sent = () => ({})): Row => ({ refused, status: 403 });

const rows: Record<OfficialCall, Row> = {
  'GET /government/analytics': filtered({}, { period: 'yearly' }, { region: 'west' }, { region: 'east' }),
  'GET /government/analytics.csv': get(),
  'GET /government/analytics.pdf': get(),
  'GET /government/reports': get(),
  'GET /government/reports/{id}/file': one(
    () => own.report,
    () => away.report,
  ),
  'GET /government/farmers': filtered(
    {},
    { q: MARK },
    { county: 'Kericho' },
    { region: 'west' },
    // One of Nakuru has land there as well.
    { region: 'east' },
    { machines: 'yes' },
    { limit: '1' },
  ),
  'GET /government/farmers/{id}': {
    same: () => [{ params: { id: farmer.user._id } }, { params: { id: both.user._id } }],
    refused: () => ({ params: { id: away.farmer } }),
    status: 404,
  },
  'GET /government/farmers.csv': filtered({}, { county: 'Kericho' }),
  'GET /government/lands': filtered(
    {},
    { q: MARK },
    { county: 'Kericho' },
    { soilType: 'loamy' },
    { bucket: '41-60' },
    { compared: 'no' },
    { unplaced: 'yes' },
    { work: 'no-harvest' },
    { work: 'overlaps' },
  ),
  'GET /government/lands.csv': filtered({}, { q: MARK }),
  'GET /government/lands/{id}': one(
    () => own.parcel,
    () => away.parcel,
  ),
  'GET /government/waiting-applications': filtered({}, { county: 'Kericho' }),
  'GET /government/tiles/{z}/{x}/{y}': {
    same: () => [8, 10, 12, 14].map((zoom) => ({ params: tileParams(zoom) })),
  },
  'GET /government/score-runs': get(),
  'GET /government/trail/{entity}/{id}': {
    same: () => [
      { params: { entity: 'parcel', id: own.parcel } },
      { params: { entity: 'subsidy', id: own.application } },
      { params: { entity: 'policy', id: own.policy } },
    ],
    refused: () => ({ params: { entity: 'parcel', id: away.parcel } }),
    status: 404,
  },
  'GET /government/audit': forCountry(),
  'GET /government/audit.csv': forCountry(),
  // A hash of everything.
  'GET /government/audit/head': 'own',
  'GET /government/overlaps': filtered({}, { status: 'open' }, { county: 'Kericho' }, { region: 'west' }),
  'PUT /government/overlaps/{id}': {
    refused: () => ({ params: { id: away.overlap }, body: { status: 'settled', note: 'Agreed' } }),
    status: 404,
  },
  'GET /government/contact-messages': forCountry(),
  'PUT /government/contact-messages/{id}': forCountry(() => ({
    params: { id: away.parcel },
    body: { handled: true },
  })),
  'POST /government/contact-messages/{id}/answer': forCountry(() => ({
    params: { id: away.parcel },
    body: { answer: 'Yes' },
  })),
  'POST /government/contact-messages/{id}/complaint': forCountry(() => ({
    params: { id: away.parcel },
    body: { kind: 'delay' },
  })),
  'GET /government/complaints': filtered({}, { state: 'all' }, { q: MARK }),
  'PUT /government/complaints/{id}': {
    refused: () => ({ params: { id: away.complaint }, body: { answer: 'Yes' } }),
    status: 404,
  },
  'GET /government/invitations': get(),
  'POST /government/invitations': 'own',
  'DELETE /government/invitations/{id}': {
    refused: () => ({ params: { id: away.invitation } }),
    status: 404,
  },
  'POST /government/reset-codes': { refused: () => ({ body: { email: away.email } }), status: 404 },
  'GET /government/officials': get(),
  'PUT /government/officials/{id}/duties': forCountry(() => ({
    params: { id: manager.user._id },
    body: { manage: false },
  })),
  'GET /government/posts/own': get(),
  'PUT /government/posts/own': { refused: () => ({ body: { postId: away.post } }), status: 404 },
  'GET /government/posts': filtered({}, { county: 'Kericho' }),
  'POST /government/posts': {
    refused: () => ({ body: { email: manager.user.email, county: 'Kericho', duties: ['view'] } }),
    status: 400,
  },
  'PUT /government/posts/{id}/end': { refused: () => ({ params: { id: away.post } }), status: 404 },
  'POST /policies': forCountry(() => ({ body: { title: 'Water', description: 'Less of it' } })),
  'PUT /policies/{id}': forCountry(() => ({
    params: { id: own.policy },
    body: { title: 'A', description: 'B' },
  })),
  'DELETE /policies/{id}': forCountry(() => ({ params: { id: own.policy } })),
  'POST /policies/{id}/notify': forCountry(() => ({ params: { id: own.policy } })),
  'GET /policies/{id}/audience': { same: () => [{ params: { id: own.policy } }] },
  'GET /policies/{id}/reach': { same: () => [{ params: { id: own.policy } }] },
  'GET /subsidies/admin/all': filtered(
    {},
    { q: MARK },
    { kind: 'programme' },
    { status: 'pending' },
    { region: 'west' },
    { q: 'seed' },
  ),
  'GET /government/queue': filtered(
    {},
    { view: 'late' },
    { view: 'nobody' },
    { sort: 'amount' },
    { meets: 'no' },
    { limit: '1' },
  ),
  'GET /government/queue/counts': get(),
  'GET /government/queue/{id}/colleagues': {
    refused: () => ({ params: { id: away.application } }),
    status: 404,
  },
  'PUT /government/queue/{id}': {
    refused: () => ({ params: { id: away.application }, body: { to: official.user._id } }),
    status: 404,
  },
  'GET /government/queue-views': get(),
  'POST /government/queue-views': 'own',
  'DELETE /government/queue-views/{id}': { refused: () => ({ params: { id: away.post } }), status: 404 },
  'POST /government/subsidies': 'own',
  'GET /government/subsidies.csv': filtered({}, { q: MARK }),
  'GET /government/subsidies/{id}': one(
    () => own.application,
    () => away.application,
  ),
  'PUT /government/subsidies/{id}': {
    refused: () => ({ params: { id: away.application }, body: { status: 'approved' } }),
    status: 404,
  },
  'POST /government/subsidies/{id}/return': {
    refused: () => ({ params: { id: away.application }, body: { fields: ['amount'], reason: 'Less' } }),
    status: 404,
  },
  'GET /government/appeals': filtered({}, { state: 'all' }),
  'PUT /government/appeals/{id}': {
    refused: () => ({ params: { id: away.appeal }, body: { status: 'upheld', answer: 'Yes' } }),
    status: 404,
  },
  'DELETE /government/subsidies/{id}': { refused: () => ({ params: { id: away.programme } }), status: 404 },
  'GET /auth/second-factors': 'own',
  'POST /auth/second-factors/totp': 'own',
  'POST /auth/second-factors/{id}/confirm': 'own',
  'POST /auth/second-factors/passkey-options': 'own',
  'POST /auth/second-factors/passkey': 'own',
  'POST /auth/second-factors/challenge': 'own',
  'POST /auth/second-factors/recovery-codes': 'own',
  'DELETE /auth/second-factors/{id}': 'own',
};

/** What officials reach besides, with other people in it. */
const shared: Record<string, Sent[]> = {
  'GET /messages/users': [
    { query: { channelType: 'government-farmer' } },
    { query: { q: MARK, channelType: 'government-farmer' } },
  ],
  'GET /policies': [{}],
};

function tileParams(zoom: number): Record<string, string> {
  const [z, x, y] = tileAt([35.9, -0.3], zoom).split('/') as [string, string, string];
  return { z, x, y };
}

async function call(person: Person, name: string, { params = {}, query = {}, body }: Sent) {
  const [method = 'GET', template = ''] = name.split(' ');
  const path = template.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? 'missing');
  const response = await fetch(`${app.url}/api${path}?${new URLSearchParams(query)}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${person.token}` },
    body: method === 'GET' ? undefined : JSON.stringify(body ?? {}),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isPdf = response.headers.get('content-type') === 'application/pdf';
  const text = isPdf ? pdfTexts(bytes).join('\n') : bytes.toString('latin1');
  const { headers, status } = response;
  return { status, text, total: headers.get('x-total-count'), next: headers.get('link') };
}

/** Moments differ between two looks. */
const withoutMoments = (text: string) => text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'moment');

/** Every read of the table, as the official is answered. */
async function walk(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  const reads = [
    ...Object.entries(rows).flatMap(([name, row]) =>
      row === 'own' || !row.same ? [] : row.same().map((sent) => [name, sent] as const),
    ),
    ...Object.entries(shared).flatMap(([name, sents]) => sents.map((sent) => [name, sent] as const)),
  ];
  for (const [name, sent] of reads) {
    const answer = await call(official, name, sent);
    expect(answer.status, `${name} ${JSON.stringify(sent)} ${answer.text}`).toBe(200);
    found[`${name} ${JSON.stringify(sent)}`] = { ...answer, text: withoutMoments(answer.text) };
  }
  return found;
}

function expectNothingFromAway(text: string, where: string): void {
  expect(text, where).not.toContain(MARK);
  expect(text.replaceAll('county=Kericho', ''), where).not.toContain('Kericho');
  for (const id of ids) expect(text, where).not.toContain(id);
}

const confirm = (person: Person) => person.send('POST /auth/confirm', { body: { password: PASSWORD } });

async function post(person: Person, county: string | undefined, duties = ['view', 'decide', 'manage']) {
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

async function programme(person: Person, name: string): Promise<string> {
  const body = { name, description: name, amount: 5000 };
  return (await person.send<ManagedSubsidy>('POST /government/subsidies', { body })).body._id;
}

async function machine(person: Person, name: string): Promise<void> {
  await person.send('POST /equipment', { body: { name, type: 'tractor' } });
}

async function waitLong(applicationId: string): Promise<void> {
  await sql`update subsidies set created_at = now() - interval '40 days' where id = ${applicationId}`.execute(
    app.db,
  );
}

beforeAll(async () => {
  app = await startTestApp();
  // The first official manages.
  manager = await app.as('government', 'Achieng');
  official = await app.as('government', 'Otieno');
  farmer = await app.as('farmer', 'Wanjiru');
  both = await app.as('farmer', 'Kiptoo');
  await confirm(manager);
  await post(official, 'Nakuru');
  await confirm(official);
  own.parcel = (await newParcel(farmer))._id;
  await setBoundary(farmer, own.parcel, rectangle(0, 0));
  await setBoundary(both, (await newParcel(both, { location: { address: HOME } }))._id, rectangle(5, 0));
  await machine(farmer, 'Plough');
  own.programme = await programme(manager, 'Seed for all');
  await manager.send(`PUT /government/subsidies/${own.programme}`, { body: { status: 'approved' } });
  await programme(official, 'Seed for Nakuru');
  own.application = await apply(farmer, 'Seed', { programmeId: own.programme });
  await waitLong(own.application);
  await waitLong(await apply(farmer, 'Seed again', { parcelIds: [own.parcel] }));
  own.policy = (
    await manager.send<Policy>('POST /policies', {
      body: { title: 'Terraces', description: 'On slopes', status: 'Active' },
    })
  ).body._id;
  await official.send('POST /government/invitations', { body: { note: 'Nakuru office' } });
  await official.send('GET /government/analytics.csv');
  own.report = (await official.send<{ _id: string }[]>('GET /government/reports')).body[0]!._id;
  await sql`select rebuild_rollups()`.execute(app.db);
}, 60_000);
afterAll(() => app.close());

/** The rest of the country: another county with everything that there is, and land elsewhere of a farmer from here. */
async function makeAway(): Promise<void> {
  const officer = await app.as('government', `${MARK} officer`, { department: MARK });
  away.post = await post(officer, 'Kericho');
  const people = [];
  for (let index = 0; index < 3; index++) {
    const person = await app.as('farmer', `${MARK} farmer ${index}`, {
      location: AWAY,
      phoneNumber: '+254700999888',
    });
    const parcel = await newParcel(person, {
      name: `${MARK} land`,
      location: { address: AWAY },
      county: 'Kericho',
    });
    await setBoundary(person, parcel._id, rectangle(20 + 5 * index, 0));
    await machine(person, `${MARK} tractor`);
    const id = await apply(person, `${MARK} seed`, { programmeId: own.programme, parcelIds: [parcel._id] });
    await waitLong(id);
    for (const known of [person.user._id, parcel._id, id]) ids.add(known);
    people.push({ person, parcelId: parcel._id, applicationId: id });
  }
  const [first] = people;
  away.email = first!.person.user.email;
  away.farmer = first!.person.user._id;
  away.parcel = first!.parcelId;
  away.application = first!.applicationId;
  away.programme = await programme(officer, `${MARK} programme`);
  const lost = await apply(first!.person, `${MARK} lost`, { parcelIds: [away.parcel] });
  await officer.send(`PUT /government/subsidies/${lost}`, { body: { status: 'rejected', reason: MARK } });
  await first!.person.send(`POST /subsidies/${lost}/appeal`, { body: { reason: MARK } });
  away.appeal = (await officer.send<{ _id: string }[]>('GET /government/appeals')).body[0]!._id;
  ids.add(lost).add(away.appeal);
  const complaint = await first!.person.send<{ _id: string }>('POST /complaints', {
    body: { kind: 'delay', message: MARK },
  });
  away.complaint = complaint.body._id;
  ids.add(away.complaint);
  await newParcel(both, { name: `${MARK} third`, location: { address: 'Mwingi, Kitui County' } });
  const second = await newParcel(both, {
    name: `${MARK} second`,
    location: { address: AWAY },
    county: 'Kericho',
    size: 50,
  });
  ids.add(second._id).add(away.programme);
  ids.add(await apply(both, `${MARK} second`, { parcelIds: [second._id] }));
  // Without any land, and without a county.
  await app.as('farmer', `${MARK} landless`);
  await newParcel(await app.as('farmer', `${MARK} nowhere`), {
    name: MARK,
    location: { address: 'Somewhere' },
  });
  await app.send('POST /contact', { body: { name: MARK, email: 'zebra@test.example', message: MARK } });
  const invited = await officer.send<{ _id: string }>('POST /government/invitations', {
    body: { note: MARK },
  });
  away.invitation = invited.body._id;
  await officer.send('GET /government/analytics.csv');
  away.report = (await officer.send<{ _id: string }[]>('GET /government/reports')).body[0]!._id;
  const { rows: overlaps } = await sql<{ id: string }>`
    select id from boundary_overlaps where counties = '{Kericho}'`.execute(app.db);
  away.overlap = overlaps[0]!.id;
  for (const { id } of overlaps) ids.add(id);
  await sql`select rebuild_rollups()`.execute(app.db);
}

it('has a row for every call that is for officials', () => {
  const calls = Object.entries(api).filter(([, route]) => route.access === 'government');
  expect(Object.keys(rows).sort()).toEqual(calls.map(([name]) => name).sort());
});

it('shows an official of Nakuru the same, whatever there is elsewhere, and lets nothing be done there', async () => {
  // What looking leaves behind, such as a view of a parcel, is left by the first walk.
  await walk();
  const alone = await walk();
  await makeAway();
  const among = await walk();
  for (const [where, answer] of Object.entries(among)) {
    expectNothingFromAway(JSON.stringify(answer), where);
    expect(answer, where).toEqual(alone[where]);
  }
  for (const [name, row] of Object.entries(rows)) {
    if (row === 'own' || !row.refused) continue;
    const answer = await call(official, name, row.refused());
    expect(answer.status, `${name} ${answer.text}`).toBe(row.status);
    expectNothingFromAway(answer.text, name);
  }
  // The country sees it.
  expect((await call(manager, 'GET /government/farmers', { query: { q: MARK } })).text).toContain(MARK);
  const { body: national } = await manager.send<{ totalFarmers: number }>('GET /government/analytics');
  const { body: county } = await official.send<{
    totalFarmers: number;
    totalLands: number;
    machines: number;
  }>('GET /government/analytics');
  expect(county).toMatchObject({ totalFarmers: 2, totalLands: 2, machines: 1, county: 'Nakuru' });
  expect(national.totalFarmers).toBe(7);
}, 120_000);

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
  const recipientId = [...ids][0]!;
  const message = {
    recipientId,
    channelType: 'government-farmer',
    subject: 'Hello',
    content: 'Who are you?',
  };
  const sent = await official.send('POST /messages', { body: message });
  expect(sent.status).toBe(400);
});

/** The same person's calls to another process. */
const clientFor = (url: string, { token }: Person) => ({
  async send<Body>(name: string): Promise<{ status: number; headers: Headers; body: Body }> {
    const [method, path] = name.split(' ');
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
  },
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

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

it('tells nothing of elsewhere, and ends within a second what was opened in a post that is over', async () => {
  const process = await startTestApp({}, app.connectionString);
  const nakuru = await app.as('government', 'Njeri');
  const [kericho, postId] = [
    await app.as('government', 'Rotich'),
    await post(nakuru, 'Nakuru', ['view', 'decide']),
  ];
  await post(kericho, 'Kericho', ['view', 'decide']);
  const elsewhere = { ...nakuru, ...clientFor(process.url, nakuru) };
  expect((await elsewhere.send('GET /government/farmers')).status).toBe(200);
  const stream = await listen(process.url, nakuru);
  const decide = (person: Person, id: string, key: string) =>
    person.send<{ status: string }>(`PUT /government/subsidies/${id}`, {
      body: { status: 'approved' },
      headers: { 'idempotency-key': key },
    });
  expect((await decide(kericho, away.application, 'one')).status).toBe(200);
  expect((await decide(nakuru, own.application, 'two')).status).toBe(200);
  expect((await decide(nakuru, own.application, 'two')).status).toBe(200);
  await until(() => stream.heard().includes(own.application));
  expectNothingFromAway(stream.heard(), 'events');

  // It ends in one process, and is heard in the other: the session there is cached.
  expect((await manager.send(`PUT /government/posts/${postId}/end`)).status).toBe(200);
  const endedAt = Date.now();
  await stream.ended;
  expect(Date.now() - endedAt).toBeLessThan(1000);
  const after = await elsewhere.send<{ code: string }>('GET /government/farmers');
  expect(after).toMatchObject({ status: 403, body: { code: 'post-needed' } });
  expect((await decide(nakuru, own.application, 'two')).status).toBe(403);
  expect((await nakuru.send('GET /government/posts/own')).body).toEqual({ working: null, posts: [] });
  await process.close();
}, 60_000);

it('remembers an answer for the post that it was given in', async () => {
  const [traveller, other] = [await app.as('government', 'Chebet'), await app.as('farmer', `${MARK} later`)];
  const [first, second] = [await post(traveller, 'Kericho'), await post(traveller, 'Nakuru')];
  const parcel = await newParcel(other, { location: { address: AWAY }, county: 'Kericho' });
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
  const parcel = await newParcel(neighbour, { name: MARK, location: { address: AWAY }, county: 'Kericho' });
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
