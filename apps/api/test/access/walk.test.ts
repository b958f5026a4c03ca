/**
 * Every call of the contract, made by every kind of caller: the status, that nothing out of scope is in the response, and
 * that data of another person leaves an entry in the access log. Before and after it an official of a county that the
 * walk leaves alone makes every read: the responses are the same, totals included.
 */
import {
  type Api,
  type Application,
  api,
  type ManagedSubsidy,
  type Policy,
  type Route,
} from '@ardhi/contract';
import { type Disclosure, disclosures } from '@ardhi/contract/disclosures';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type Person, startTestApp, type TestApp } from '../app.ts';
import { rectangle, setBoundary } from '../boundaries.ts';
import { newParcel } from '../land.ts';
import { pdfTexts } from '../pdf-text.ts';
import { analyticsAccess, registerAccess, tileAccess } from './analytics.ts';
import { boundaryAccess } from './boundaries.ts';
import { equipmentAccess, equipmentRecordAccess } from './equipment.ts';
import {
  accessLineAccess,
  accountAccess,
  auditAccess,
  authAccess,
  batchAccess,
  complaintAccess,
  contactAccess,
  officialAccess,
  postAccess,
  secondFactorAccess,
  systemAccess,
  trailAccess,
} from './foundation.ts';
import { landAccess, landRecordAccess, landReportAccess } from './land.ts';
import { messageAccess, noticeAccess, policyAccess, reminderAccess } from './messaging.ts';
import {
  type AccessRow,
  type AccessRows,
  CALLERS,
  type Caller,
  type County,
  MARK,
  type Sent,
  type World,
} from './rows.ts';
import {
  appealAccess,
  caseAccess,
  queueAccess,
  subsidyAccess,
  subsidyManagementAccess,
} from './subsidies.ts';

// A call without a row does not compile.
const rows: AccessRows<Api> = {
  ...systemAccess,
  ...trailAccess,
  ...authAccess,
  ...accountAccess,
  ...accessLineAccess,
  ...officialAccess,
  ...postAccess,
  ...auditAccess,
  ...secondFactorAccess,
  ...contactAccess,
  ...complaintAccess,
  ...landAccess,
  ...landRecordAccess,
  ...landReportAccess,
  ...boundaryAccess,
  ...subsidyAccess,
  ...subsidyManagementAccess,
  ...queueAccess,
  ...appealAccess,
  ...caseAccess,
  ...equipmentAccess,
  ...equipmentRecordAccess,
  ...analyticsAccess,
  ...registerAccess,
  ...tileAccess,
  ...noticeAccess,
  ...reminderAccess,
  ...policyAccess,
  ...messageAccess,
  ...batchAccess,
};

const ALL_DUTIES = ['view', 'decide', 'manage'];
const KERICHO = { location: { address: 'Belgut, Kericho County' }, county: 'Kericho' };

let app: TestApp;
/** Requires a post. */
let strict: TestApp;
let root: Person;
let world: World;
let county: County;
let countyOfficial: Person;
let traveller: Person;
let before: Record<string, unknown>;
/** What the walk made, which no other county's official may learn of. */
const ids = new Set<string>();

beforeAll(async () => {
  app = await startTestApp();
  strict = await startTestApp({ JURISDICTION: 'strict' }, app.connectionString);
  // The first official manages.
  root = await app.as('government');
  await confirm(root);
  county = await makeCounty();
  // What reading leaves behind, such as a view of a parcel, is left by the first time.
  await readAll();
  before = await readAll();
  world = await makeWorld();
});
afterAll(async () => {
  await strict?.close();
  await app?.close();
});

const confirm = (person: Person) => person.send('POST /auth/confirm', { body: { password: PASSWORD } });

async function post(person: Person, county: string, duties = ALL_DUTIES): Promise<string> {
  const body = { email: person.user.email, county, duties };
  const { status, body: made } = await root.send<{ _id: string }>('POST /government/posts', { body });
  expect(status, JSON.stringify(made)).toBe(201);
  return made._id;
}

/** A farmer and a neighbour whose boundaries overlap, what they applied for, and the official who reads of it. */
async function makeCounty(): Promise<County> {
  countyOfficial = await app.as('government', 'Otieno');
  await post(countyOfficial, 'Kericho');
  await confirm(countyOfficial);
  const location = KERICHO.location.address;
  const farmer = await app.as('farmer', 'Wanjiru', { location });
  traveller = await app.as('farmer', 'Kiptoo', { location });
  const parcelId = (await newParcel(farmer, KERICHO))._id;
  await setBoundary(farmer, parcelId, rectangle(0, 0));
  await setBoundary(traveller, (await newParcel(traveller, KERICHO))._id, rectangle(5, 0));
  await farmer.send('POST /equipment', { body: { name: 'Plough', type: 'tractor' } });
  const programme = async (official: Person, name: string) =>
    (
      await official.send<ManagedSubsidy>('POST /government/subsidies', {
        body: { name, description: name, amount: 5000 },
      })
    ).body._id;
  const programmeId = await programme(root, 'Seed for all');
  await root.send(`PUT /government/subsidies/${programmeId}`, { body: { status: 'approved' } });
  await programme(countyOfficial, 'Seed for Kericho');
  const apply = async (more: object) =>
    (
      await farmer.send<Application>('POST /subsidies', {
        body: { name: 'Seed', description: 'Maize', amount: 100, ...more },
      })
    ).body._id;
  const applicationId = await apply({ programmeId });
  await apply({ parcelIds: [parcelId] });
  await sql`update subsidies set created_at = now() - interval '40 days' where kind = 'application'`.execute(
    app.db,
  );
  const { body: policy } = await root.send<Policy>('POST /policies', {
    body: { title: 'Terraces', description: 'On slopes', status: 'Active' },
  });
  await countyOfficial.send('POST /government/invitations', { body: { note: 'Kericho office' } });
  await countyOfficial.send('GET /government/analytics.csv');
  const { body: reports } = await countyOfficial.send<{ _id: string }[]>('GET /government/reports');
  await sql`select rebuild_rollups()`.execute(app.db);
  return {
    farmerId: farmer.user._id,
    travellerId: traveller.user._id,
    parcelId,
    applicationId,
    policyId: policy._id,
    reportId: reports[0]!._id,
  };
}

async function makeWorld(): Promise<World> {
  const official = () => app.as('government');
  const made = {
    app,
    farmer: await app.as('farmer', `${MARK} Farmer${ids.size}`),
    neighbour: await app.as('farmer', `${MARK} Neighbour${ids.size}`),
    otherFarmer: await app.as('farmer'),
    official: await official(),
    manager: await official(),
    inside: await official(),
    outside: await official(),
    ended: await official(),
    unposted: await official(),
  };
  await sql`update users set manage = true where id = ${made.manager.user._id}`.execute(app.db);
  await post(made.inside, 'Nakuru');
  await post(made.outside, 'Kitui');
  const ended = await post(made.ended, 'Nakuru');
  expect((await root.send(`PUT /government/posts/${ended}/end`)).status).toBe(200);
  for (const who of [made.manager, made.inside, made.outside]) await confirm(who);
  // By the land it is known whose county a farmer is in.
  await newParcel(made.farmer);
  for (const { user } of [made.farmer, made.neighbour]) ids.add(user._id);
  return made;
}

/** Land elsewhere of a farmer of the county, and farmers without land or without a county. */
async function spreadOut(): Promise<void> {
  await newParcel(traveller, { name: `${MARK} third`, location: { address: 'Mwingi, Kitui County' } });
  const second = await newParcel(traveller, { name: `${MARK} second`, size: 50 });
  const { body: application } = await traveller.send<Application>('POST /subsidies', {
    body: { name: `${MARK} second`, description: MARK, amount: 100, parcelIds: [second._id] },
  });
  ids.add(second._id).add(application._id);
  await app.as('farmer', `${MARK} landless`);
  await newParcel(await app.as('farmer', `${MARK} nowhere`), { location: { address: 'Somewhere' } });
}

async function request(
  who: Person | undefined,
  name: string,
  { params = {}, query = {}, body }: Sent,
  url = app.url,
) {
  const [method = 'GET', template = ''] = name.split(' ');
  const path = template.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? 'missing');
  const search = new URLSearchParams(query as Record<string, string>);
  const stop = new AbortController();
  const response = await fetch(`${url}/api${path}?${search}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(who ? { authorization: `Bearer ${who.token}` } : {}),
    },
    body: method === 'GET' || body === undefined ? undefined : JSON.stringify(body),
    signal: stop.signal,
  });
  const { headers, status } = response;
  const type = headers.get('content-type');
  let text = '';
  // A stream has no end: its status is all that is asked for.
  if (type?.startsWith('text/event-stream')) stop.abort();
  else {
    const bytes = Buffer.from(await response.arrayBuffer());
    text = type === 'application/pdf' ? pdfTexts(bytes).join('\n') : bytes.toString('latin1');
  }
  return { status, text, total: headers.get('x-total-count'), next: headers.get('link') };
}

/** The responses to every read of the county's official. */
async function readAll(): Promise<Record<string, unknown>> {
  await app.db.deleteFrom('throttles').execute();
  const found: Record<string, unknown> = {};
  for (const [call, row] of Object.entries<AccessRow>(rows)) {
    for (const sent of row.reads?.(county) ?? []) {
      const where = `${call} ${JSON.stringify(sent)}`;
      const { text, ...response } = await request(countyOfficial, call, sent);
      expect(response.status, `${where} ${text}`).toBe(200);
      // Moments differ between two reads.
      found[where] = { ...response, text: text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'moment') };
    }
  }
  return found;
}

function expectNothingOfTheFarmer(text: string, where: string): void {
  expect(text, where).not.toContain(MARK);
  for (const id of ids) expect(text, where).not.toContain(id);
}

interface Line {
  look: string;
  entity_id: string | null;
  people: string[] | null;
  area: string | null;
}

/** What a person's calls left in the access log. */
async function readLines(person: Person | undefined): Promise<Line[]> {
  if (!person) return [];
  const { rows: lines } = await sql<Line>`
    select look, entity_id, people, area from access_lines where viewer_id = ${person.user._id}
  `.execute(app.db);
  return lines;
}

/** While it lasts, no entry can be written. */
async function withoutLog<T>(work: () => Promise<T>): Promise<T> {
  await sql`alter table access_lines rename to closed_lines`.execute(app.db);
  try {
    return await work();
  } finally {
    await sql`alter table closed_lines rename to access_lines`.execute(app.db);
  }
}

function lineOf(call: keyof Api, row: AccessRow, { params }: Sent): Line {
  const rule = disclosures[call] as Exclude<Disclosure, string>;
  return {
    look: 'opening' in rule ? rule.opening : 'page' in rule ? rule.page : rule.export,
    entity_id: 'opening' in rule ? params!.id! : null,
    people: row.discloses!(world)
      .map(({ user }) => user._id)
      .sort(),
    area: null,
  };
}

/** Those who are given data of `farmer`, where the call discloses any. */
const READERS: Caller[] = ['otherFarmer', 'official', 'manager', 'inside'];
/** Those who learn nothing of `farmer`, whatever the call. */
const OUTSIDERS: Caller[] = ['anonymous', 'outside', 'ended', 'unposted'];

describe('every call', () => {
  it.each(Object.keys(api) as (keyof Api)[])('%s', async (call) => {
    const row: AccessRow = rows[call];
    const route: Route = api[call];
    if (route.access !== 'public') expect(row.anonymous).toBe(401);
    await app.db.deleteFrom('throttles').execute();
    if (row.changesCaller) world = await makeWorld();
    let sent = (await row.sends?.(world)) ?? {};
    // Refusals come first: those who may make the call find that nothing was changed.
    for (const caller of [...CALLERS].sort((a, b) => row[b] - row[a])) {
      const who = caller === 'anonymous' ? undefined : world[caller];
      const where = `${call} by ${caller}`;
      const url = caller === 'unposted' ? strict.url : app.url;
      if (row.outside >= 400 && sent.params?.id) ids.add(sent.params.id);
      if (who) await sql`delete from access_lines where viewer_id = ${who.user._id}`.execute(app.db);
      if (caller === 'manager' && row.discloses) {
        const unlogged = await withoutLog(() => request(who, call, sent));
        expect(unlogged.status, `${where} without an access log`).toBe(500);
        expectNothingOfTheFarmer(unlogged.text, `${where} without an access log`);
      }
      const { status, text } = await request(who, call, sent, url);
      expect(status, `${where}: ${text.slice(0, 300)}`).toBe(row[caller]);
      const isDisclosed = row.discloses !== undefined && READERS.includes(caller) && status < 300;
      if (OUTSIDERS.includes(caller)) expectNothingOfTheFarmer(text, where);
      const lines = isDisclosed ? [lineOf(call, row, sent)] : [];
      if (isDisclosed) expect(text, where).toContain(MARK);
      expect(await readLines(who), where).toEqual(lines);
      if (caller === 'manager' && isDisclosed) {
        await request(who, call, sent);
        expect(await readLines(who), `${where}, twice`).toEqual(lines);
      }
      if (status < 300 && !call.startsWith('GET')) sent = (await row.sends?.(world)) ?? {};
    }
    if (row.changesCaller) world = await makeWorld();
  });
});

it('leaves what the official of another county reads as it was', async () => {
  await spreadOut();
  // National programmes are every county's.
  await sql`delete from subsidies where kind = 'programme' and name = 'Seed'`.execute(app.db);
  await sql`select rebuild_rollups()`.execute(app.db);
  for (const [where, response] of Object.entries(await readAll())) {
    expectNothingOfTheFarmer(JSON.stringify(response), where);
    expect(JSON.stringify(response).replaceAll('county=Nakuru', ''), where).not.toContain('Nakuru');
    expect(response, where).toEqual(before[where]);
  }
  const { body } = await countyOfficial.send<object>('GET /government/analytics');
  expect(body).toMatchObject({ totalFarmers: 2, totalLands: 2, machines: 1, county: 'Kericho' });
});
