/** Worst-case data for layout tests: all 47 counties, names of maximum length and very large numbers. */
import { COUNTIES } from '@ardhi/agronomy';
import type { Analytics, ParcelDetail } from '@ardhi/contract';
import type { APIRequestContext } from '@playwright/test';
import { rectangle, setBoundary } from './boundaries-helpers.ts';
import { FIELD } from './fixture-server.ts';
import type { ResponseStubs } from './response-stubs.ts';
import { addParcel, day, headersOf, PASSWORD, type Person, type Session, sendWith } from './test.ts';

/** More than eighty characters, without and with spaces. */
export const LONG_WORD = `Shambakubwalafamiliayaotienolililokaribunamtonjorong${'a'.repeat(20)}mboyabarabara`;
export const LONG_NAME =
  'Shamba kubwa la familia ya Otieno, karibu na mto Njoro, ng’ambo ya barabara ya zamani';
const LARGE = 999_999_999;
const LARGE_ACRES = 999_999.9;

export interface WorstCaseData {
  farmer: Person;
  official: Person;
  parcel: ParcelDetail;
  machineId: string;
  policyId: string;
  programmeId: string;
  /** Pending, returned for correction. */
  applicationId: string;
  threadId: string;
}

export async function seedWorstCaseData(request: APIRequestContext): Promise<WorstCaseData> {
  const sendAs = sendWith(request);
  const send = (call: string, data: object, person: Person) => sendAs(person, call, data);
  const join = async (role: 'farmer' | 'government', name: string, email: string): Promise<Person> => {
    const roleFields =
      role === 'farmer' ? { location: LONG_NAME, farmSize: LARGE_ACRES } : { department: LONG_NAME };
    const data = { name, email, password: PASSWORD, phoneNumber: '+254 700 000 000', role, ...roleFields };
    return { name, email, ...(await sendAs<Session>(null, 'POST /auth/register', data)) };
  };
  const mailbox = 'a'.repeat(60);
  const official = await join('government', LONG_WORD, `official-${mailbox}@example.org`);
  const farmer = await join('farmer', LONG_WORD, `farmer-${mailbox}@example.org`);
  const neighbour = await join('farmer', LONG_NAME, `neighbour-${mailbox}@example.org`);

  // A farmer's parcel names must be unique, so a number is appended.
  const addLargeParcel = (owner: Person, name: string, county: string) => {
    const location = { address: `${LONG_NAME}, ${county} County` };
    return addParcel(sendAs, owner, name, { size: LARGE_ACRES, location, county, soilType: 'clay' });
  };
  const parcels: ParcelDetail[] = [];
  for (const [index, { name }] of COUNTIES.entries())
    parcels.push(await addLargeParcel(farmer, `${index % 2 ? LONG_NAME : LONG_WORD} ${index}`, name));
  const parcel = parcels[0]!;
  const beyond = await addLargeParcel(neighbour, LONG_WORD, 'Taita-Taveta');
  await setBoundary(sendAs, farmer, parcel, rectangle(FIELD, 0, 0, 40, 40));
  await setBoundary(sendAs, neighbour, beyond, rectangle(FIELD, 35, 0, 40, 40));
  await send(`DELETE /land/${parcels.pop()!._id}`, {}, farmer);

  const record = (kind: string, data: object) => send(`POST /land/${parcel._id}/${kind}`, data, farmer);
  for (const name of [LONG_WORD, LONG_NAME, 'Maize'])
    await record('crops', { name, plantingDate: day(-200), harvestDate: day(-20), yield: 9999.99 });
  await record('crops', { name: LONG_WORD, plantingDate: day(-20), harvestDate: day(60), yield: 9999.99 });
  await record('water', { date: day(-3), amount: LARGE * 1000 });
  await record('fertilizer', { date: day(-3), type: LONG_WORD, amount: LARGE });
  await record('pesticides', { date: day(-3), product: LONG_WORD, amount: LARGE, unit: 'kg' });

  const machine = {
    name: LONG_WORD,
    type: LONG_WORD,
    manufacturer: LONG_WORD,
    model: LONG_NAME,
    purchasePrice: LARGE,
    startingHours: 999_999,
    serviceIntervalHours: 99_999,
  };
  const { _id: machineId } = await send('POST /equipment', machine, farmer);
  await send('POST /equipment', { ...machine, name: LONG_NAME, status: 'retired' }, farmer);
  await send(
    `POST /equipment/${machineId}/maintenance`,
    { date: day(-30), kind: LONG_WORD, description: LONG_WORD, cost: LARGE, nextDueDate: day(-1) },
    farmer,
  );
  await send(`PUT /equipment/${machineId}/usage`, { hours: 9999, date: day(-2) }, farmer);

  const rules = {
    regions: ['west'],
    counties: COUNTIES.map(({ name }) => name),
    minAcres: 3,
    crops: ['maize'],
  };
  const programme = { name: LONG_WORD, description: `${LONG_WORD} ${LONG_NAME}`, amount: LARGE * 10, rules };
  const { _id: programmeId } = await send('POST /government/subsidies', programme, official);
  await send(`PUT /government/subsidies/${programmeId}`, { status: 'approved' }, official);
  let applicationId = '';
  for (const status of ['approved', 'rejected', 'pending']) {
    const application = { name: LONG_WORD, description: LONG_WORD, amount: LARGE + 0.5, programmeId };
    const { _id: id } = await send('POST /subsidies', { ...application, parcelIds: [parcel._id] }, farmer);
    applicationId = id;
    if (status === 'pending') continue;
    await send(`PUT /government/subsidies/${id}`, { status, reason: LONG_WORD }, official);
    if (status === 'rejected') await send(`POST /subsidies/${id}/appeal`, { reason: LONG_WORD }, farmer);
  }
  const toCorrect = { fields: ['name', 'parcelIds'], reason: LONG_WORD };
  await send(`POST /government/subsidies/${applicationId}/return`, toCorrect, official);
  await send('POST /complaints', { kind: 'delay', message: LONG_WORD, subsidyId: applicationId }, farmer);

  const policy = { title: LONG_WORD, description: `${LONG_WORD} ${LONG_NAME}`, status: 'Active' };
  await send(`POST /government/subsidies/${applicationId}/notes`, { content: LONG_WORD }, official);
  const template = { kind: 'return', name: LONG_WORD, english: LONG_WORD, kiswahili: LONG_WORD };
  await send('POST /government/templates', template, official);
  const { _id: policyId } = await send('POST /policies', policy, official);
  await send('POST /policies', { ...policy, title: LONG_NAME, status: 'Draft' }, official);
  await send(`POST /policies/${policyId}/notify`, {}, official);
  const { threadId } = await sendAs<{ threadId: string }>(official, 'POST /messages', {
    recipientId: farmer.user._id,
    channelType: 'government-farmer',
    subject: LONG_WORD,
    content: `${LONG_WORD} https://kilimo.go.ke/${LONG_WORD}`,
  });
  await sendAs(null, 'POST /contact', { name: LONG_WORD, email: farmer.email, message: LONG_WORD });
  await send('POST /government/invitations', { note: LONG_WORD }, official);
  await request.get('/api/government/analytics.csv', { headers: headersOf(official) });
  await request.get(`/api/government/lands/${parcel._id}`, { headers: headersOf(official) });
  return { farmer, official, parcel, machineId, policyId, programmeId, applicationId, threadId };
}

/** Counts too large to create as rows. */
const COUNTS = new Set([
  'totalFarmers',
  'totalLands',
  'totalLandArea',
  'farmers',
  'lands',
  'area',
  'landsWithRecords',
  'landsWithoutHarvest',
  'waitingApplications',
  'openOverlaps',
  'unplacedLands',
  'unassigned',
  'read',
  'count',
  'total',
  'machines',
  'requestedAmount',
  'approvedAmount',
  'undecidedAmount',
]);

const enlarge = (key: string, value: unknown) =>
  typeof value === 'number' && COUNTS.has(key) ? LARGE : value;

/** Changes the server's responses to show maximum counts. */
export function showLargeCounts(answers: ResponseStubs): void {
  const change = (path: RegExp, more: (answer: never) => object = (answer) => answer) =>
    answers.put({ path, answer: (real) => JSON.stringify(more(JSON.parse(real, enlarge) as never)) });
  change(/^\/policies\/[^/]+\/(reach|audience)$/);
  change(/^\/[^/]+\/unread-count$/);
  change(/^\/government\/farmers$/);
  change(/^\/government\/analytics$/, withHistory);
  const failure = { failed: LARGE, retrying: LARGE, error: LONG_WORD, nextTryAt: new Date(0).toISOString() };
  change(/^\/government\/system$/, (state: object) => ({
    ...state,
    failedTasks: [{ task: 'remember-figures-today', ...failure }],
  }));
  // Applications that have been pending for weeks cannot be created in a test.
  answers.put({
    path: '/government/waiting-applications',
    answer: {
      headers: { 'content-type': 'application/json', 'x-total-count': String(LARGE) },
      body: JSON.stringify(
        COUNTIES.map(({ name }, index) => ({
          _id: `00000000-0000-7000-8000-0000000000${String(index).padStart(2, '0')}`,
          name: LONG_WORD,
          amount: LARGE,
          farmer: index % 2 ? LONG_WORD : LONG_NAME,
          farmerId: '00000000-0000-7000-8000-000000000000',
          counties: [name],
          createdAt: new Date(0).toISOString(),
          age: LARGE,
        })),
      ),
    },
  });
}

/** History of previous days, which only the nightly jobs create. */
function withHistory(analytics: Analytics): Analytics {
  const effect = {
    policyId: '00000000-0000-7000-8000-000000000000',
    status: 'Active',
    effectiveDate: day(-90),
    computedOn: day(-1),
    notified: LARGE,
    read: LARGE,
    readShare: 100,
    readers: LARGE,
    readersChange: 12.3,
    others: LARGE,
    othersChange: -12.3,
    sentAt: `${day(-3)}T09:00:00.000Z`,
  };
  return {
    ...analytics,
    previous: {
      date: day(-30),
      totalFarmers: 1,
      totalLands: 1,
      totalLandArea: 1,
      sustainabilityScore: 12.3,
      areaWeightedScore: 12.3,
      assessedLands: 1,
      landUsage: 12.3,
      equipmentEfficiency: 12.3,
      subsidyUtilization: 12.3,
    },
    policyEffectiveness: [LONG_WORD, LONG_NAME].map((title) => ({ ...effect, title })),
    trends: [-30, -20, -10, 0].flatMap((offset) =>
      (['all', 'north', 'south', 'east', 'west'] as const).map((region) => ({
        date: day(offset),
        region,
        lands: LARGE,
        score: 60 + offset / 10,
      })),
    ),
  };
}
