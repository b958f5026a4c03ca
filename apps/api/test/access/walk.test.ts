/**
 * Every call of the contract, made by every kind of caller. Checks the status, that the response has nothing out of
 * scope, and that data of another person is recorded in the access log. Before and after, an official of a county that
 * the walk does not change makes every read: the responses must be the same, including totals.
 */
import { type Api, api, type Policy, type Route } from '@ardhi/contract';
import { type Disclosure, disclosureOf } from '@ardhi/contract/disclosures';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beforeTests, PASSWORD, type Person, startTestApp, testApp } from '../app.ts';
import { rectangle, setBoundary } from '../boundaries.ts';
import { newParcel } from '../land.ts';
import { pdfTexts } from '../pdf-text.ts';
import { PUSH_SETTINGS } from '../push.ts';
import { newApplication, newProgramme, openProgramme } from '../subsidies.ts';
import {
  analyticsAccess,
  boardAccess,
  gisAccess,
  gisTokenAccess,
  registerAccess,
  searchAccess,
  tileAccess,
} from './analytics.ts';
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
  doctorAccess,
  officialAccess,
  postAccess,
  secondFactorAccess,
  settingAccess,
  syncAccess,
  systemAccess,
  trailAccess,
} from './foundation.ts';
import { landAccess, landRecordAccess, landReportAccess } from './land.ts';
import { clearLogOf, type LogEntry, logEntriesOf, withoutAccessLog } from './log.ts';
import {
  announcementAccess,
  messageAccess,
  noticeAccess,
  policyAccess,
  pushAccess,
  reminderAccess,
  templateAccess,
} from './messaging.ts';
import {
  type AccessRow,
  type AccessRows,
  CALLERS,
  type Caller,
  type County,
  FARMER_MARKER,
  type Sent,
  type World,
} from './rows.ts';
import {
  appealAccess,
  binderAccess,
  bulkDecisionAccess,
  caseAccess,
  queueAccess,
  staffAccess,
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
  ...settingAccess,
  ...doctorAccess,
  ...contactAccess,
  ...complaintAccess,
  ...landAccess,
  ...landRecordAccess,
  ...landReportAccess,
  ...boundaryAccess,
  ...subsidyAccess,
  ...subsidyManagementAccess,
  ...queueAccess,
  ...staffAccess,
  ...appealAccess,
  ...bulkDecisionAccess,
  ...binderAccess,
  ...caseAccess,
  ...equipmentAccess,
  ...equipmentRecordAccess,
  ...analyticsAccess,
  ...boardAccess,
  ...registerAccess,
  ...searchAccess,
  ...tileAccess,
  ...gisTokenAccess,
  ...gisAccess,
  ...noticeAccess,
  ...pushAccess,
  ...reminderAccess,
  ...policyAccess,
  ...announcementAccess,
  ...messageAccess,
  ...templateAccess,
  ...batchAccess,
  ...syncAccess,
};

const ALL_DUTIES = ['view', 'decide', 'manage'];
const KERICHO = { location: { address: 'Belgut, Kericho County' }, county: 'Kericho' };

const app = testApp(PUSH_SETTINGS);
/** Server that requires a post. */
const strict = beforeTests(() =>
  startTestApp({ JURISDICTION: 'strict', ...PUSH_SETTINGS }, app.connectionString),
);
afterAll(() => strict.close());
// The first official is a manager.
const root = beforeTests(() => app.as('government'));
let world: World;
let county: County;
let countyOfficial: Person;
let traveller: Person;
let before: Record<string, unknown>;
/** Land in another county that an application in the county names. */
const PLANTED = { name: 'Mbali sana', id: '', coordinate: '36.6777' };
/** Ids created by the walk, which officials of other counties must not see. */
const ids = new Set<string>();

beforeAll(async () => {
  await confirm(root);
  county = await makeCounty();
  // The first pass triggers the side effects of reading, such as a view of a parcel.
  await readAll();
  before = await readAll();
  world = await makeWorld();
});

const confirm = (person: Person) => person.send('POST /auth/confirm', { body: { password: PASSWORD } });

async function post(person: Person, county: string, duties = ALL_DUTIES): Promise<string> {
  const body = { email: person.user.email, county, duties };
  const { status, body: created } = await root.send<{ _id: string }>('POST /government/posts', { body });
  expect(status, JSON.stringify(created)).toBe(201);
  return created._id;
}

/** A farmer and a neighbour with overlapping boundaries, applications, and the official who reads them. */
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
  const { _id: programmeId } = await openProgramme(root, { name: 'Seed for all', amount: 5000 });
  await newProgramme(countyOfficial, { name: 'Seed for Kericho', amount: 5000 });
  const far = await newParcel(farmer, { name: PLANTED.name, size: 0.5 });
  await setBoundary(farmer, far._id, rectangle(7777, 0, 4, 4));
  PLANTED.id = far._id;
  const named = { parcelIds: [parcelId, far._id] };
  const { _id: applicationId } = await newApplication(farmer, { programmeId, ...named });
  await newApplication(farmer, { parcelIds: [parcelId] });
  await app.sql`update subsidies set created_at = now() - interval '40 days' where kind = 'application'`;
  const { body: policy } = await root.send<Policy>('POST /policies', {
    body: { title: 'Terraces', description: 'On slopes', status: 'Active' },
  });
  await countyOfficial.send('POST /government/invitations', { body: { note: 'Kericho office' } });
  await countyOfficial.send('GET /government/analytics.csv');
  const { body: reports } = await countyOfficial.send<{ _id: string }[]>('GET /government/reports');
  await app.sql`select rebuild_rollups()`;
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
  const created = {
    app,
    farmer: await app.as('farmer', `${FARMER_MARKER} Farmer${ids.size}`),
    neighbour: await app.as('farmer', `${FARMER_MARKER} Neighbour${ids.size}`),
    otherFarmer: await app.as('farmer'),
    official: await official(),
    manager: await official(),
    inside: await official(),
    outside: await official(),
    auditor: await official(),
    ended: await official(),
    unposted: await official(),
  };
  await app.sql`update users set manage = true where id = ${created.manager.user._id}`;
  await post(created.inside, 'Nakuru');
  await post(created.outside, 'Kitui');
  await post(created.auditor, '', ['auditor']);
  const ended = await post(created.ended, 'Nakuru');
  expect((await root.send(`PUT /government/posts/${ended}/end`)).status).toBe(200);
  for (const person of [created.manager, created.inside, created.outside, created.auditor])
    await confirm(person);
  // A farmer's county is derived from the land.
  await newParcel(created.farmer);
  for (const { user } of [created.farmer, created.neighbour]) ids.add(user._id);
  return created;
}

/** Land in other counties for a farmer of the county, and farmers without land or without a county. */
async function spreadOut(): Promise<void> {
  await newParcel(traveller, {
    name: `${FARMER_MARKER} third`,
    location: { address: 'Mwingi, Kitui County' },
  });
  const second = await newParcel(traveller, { name: `${FARMER_MARKER} second`, size: 50 });
  const application = await newApplication(traveller, {
    name: `${FARMER_MARKER} second`,
    parcelIds: [second._id],
  });
  ids.add(second._id).add(application._id);
  await app.as('farmer', `${FARMER_MARKER} landless`);
  await newParcel(await app.as('farmer', `${FARMER_MARKER} nowhere`), { location: { address: 'Somewhere' } });
}

async function request(
  person: Person | undefined,
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
      ...(person ? { authorization: `Bearer ${person.token}` } : {}),
    },
    body: method === 'GET' || body === undefined ? undefined : JSON.stringify(body),
    signal: stop.signal,
  });
  const { headers, status } = response;
  const type = headers.get('content-type');
  let text = '';
  // A stream never ends, so only its status is checked.
  if (type?.startsWith('text/event-stream')) stop.abort();
  else {
    const bytes = Buffer.from(await response.arrayBuffer());
    text = type === 'application/pdf' ? pdfTexts(bytes).join('\n') : bytes.toString('latin1');
  }
  return { status, text, total: headers.get('x-total-count'), next: headers.get('link') };
}

/** Responses to every read by the county's official. */
async function readAll(): Promise<Record<string, unknown>> {
  await app.db.deleteFrom('throttles').execute();
  const found: Record<string, unknown> = {};
  for (const [call, row] of Object.entries<AccessRow>(rows)) {
    for (const sent of row.reads?.(county) ?? []) {
      const where = `${call} ${JSON.stringify(sent)}`;
      const { text, ...response } = await request(countyOfficial, call, sent);
      expect(response.status, `${where} ${text}`).toBe(200);
      // Timestamps differ between two reads.
      found[where] = { ...response, text: text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'moment') };
    }
  }
  return found;
}

function expectNothingOfTheFarmer(text: string, where: string): void {
  expect(text, where).not.toContain(FARMER_MARKER);
  for (const id of ids) expect(text, where).not.toContain(id);
}

function expectedEntry(call: keyof Api, row: AccessRow, { params }: Sent): LogEntry {
  const rule = disclosureOf(call) as Exclude<Disclosure, string>;
  return {
    look: 'opening' in rule ? rule.opening : 'page' in rule ? rule.page : rule.export,
    entity_id: 'opening' in rule ? params!.id! : null,
    people: row.discloses!(world)
      .map(({ user }) => user._id)
      .sort(),
    area: null,
  };
}

/** Callers who receive data of `farmer`, if the call discloses any. */
const READERS: Caller[] = ['otherFarmer', 'official', 'manager', 'inside', 'auditor'];
/**
 * Calls by which an auditor receives what a farmer typed: a name on request, and binders, which have no names but the titles
 * of applications and parcels.
 */
const UNMASKED: ReadonlySet<keyof Api> = new Set<keyof Api>([
  'POST /government/audit/people/{id}',
  'GET /government/binders/{id}/csv',
  'GET /government/binders/{id}/pdf',
]);
/** Callers who must never receive data of `farmer`. */
const OUTSIDERS: Caller[] = ['anonymous', 'outside', 'ended', 'unposted'];

describe('every call', () => {
  it.each(Object.keys(api) as (keyof Api)[])('%s', async (call) => {
    const row: AccessRow = rows[call];
    const route: Route = api[call];
    if (route.access !== 'public') expect(row.anonymous).toBe(401);
    await app.db.deleteFrom('throttles').execute();
    if (row.changesCaller) world = await makeWorld();
    let sent = (await row.sends?.(world)) ?? {};
    // Rejected callers come first, so that the others find the target unchanged.
    for (const caller of [...CALLERS].sort((a, b) => row[b] - row[a])) {
      const person = caller === 'anonymous' ? undefined : world[caller];
      const where = `${call} by ${caller}`;
      const url = caller === 'unposted' ? strict.url : app.url;
      if (row.outside >= 400 && sent.params?.id) ids.add(sent.params.id);
      if (person) await clearLogOf(app, person);
      if (caller === 'manager' && row.discloses) {
        const unlogged = await withoutAccessLog(app, () => request(person, call, sent));
        expect(unlogged.status, `${where} without an access log`).toBe(500);
        expectNothingOfTheFarmer(unlogged.text, `${where} without an access log`);
      }
      const { status, text } = await request(person, call, sent, url);
      expect(status, `${where}: ${text.slice(0, 300)}`).toBe(row[caller]);
      const isDisclosed =
        row.discloses !== undefined &&
        READERS.includes(caller) &&
        status < 300 &&
        // Calls of both roles show no farmer to an auditor.
        (caller !== 'auditor' || route.access === 'government');
      if (OUTSIDERS.includes(caller)) expectNothingOfTheFarmer(text, where);
      const entries = isDisclosed ? [expectedEntry(call, row, sent)] : [];
      if (caller === 'auditor' && !UNMASKED.has(call)) expect(text, where).not.toContain(FARMER_MARKER);
      else if (isDisclosed) expect(text, where).toContain(FARMER_MARKER);
      expect(person ? await logEntriesOf(app, person) : [], where).toEqual(entries);
      if (caller === 'manager' && isDisclosed) {
        await request(person, call, sent);
        expect(await logEntriesOf(app, world.manager), `${where}, twice`).toEqual(entries);
      }
      if (status < 300 && !call.startsWith('GET')) sent = (await row.sends?.(world)) ?? {};
    }
    if (row.changesCaller) world = await makeWorld();
  });
});

it('writes no email address and no phone number of an official into the audit log', async () => {
  // A farmer's entries may contain a phone number that an official has as well.
  const rows = await app.sql`
    select audit_log.action, official.email from users as official, audit_log join users as actor on actor.id = actor_id
    where official.role = 'government' and actor.role = 'government' and concat(before, after) like any (
      array['%' || official.email || '%', '%' || official.phone_number || '%'])`;
  expect(rows).toEqual([]);
});

it('does not change the reads of an official of another county', async () => {
  await spreadOut();
  // National programmes are visible in every county.
  await app.sql`delete from subsidies where kind = 'programme' and name = 'Seed'`;
  await app.sql`select rebuild_rollups()`;
  for (const [where, response] of Object.entries(await readAll())) {
    expectNothingOfTheFarmer(JSON.stringify(response), where);
    for (const secret of Object.values(PLANTED))
      expect(JSON.stringify(response), where).not.toContain(secret);
    expect(JSON.stringify(response).replaceAll('county=Nakuru', ''), where).not.toContain('Nakuru');
    expect(response, where).toEqual(before[where]);
  }
  const { body } = await countyOfficial.send<object>('GET /government/analytics');
  expect(body).toMatchObject({ totalFarmers: 2, totalLands: 2, machines: 1, county: 'Kericho' });
});
