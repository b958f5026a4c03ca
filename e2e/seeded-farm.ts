/** A farm with data on every screen, seeded through the API, and a separate server that can be stopped. */
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { newDataFolder } from '../apps/api/test/process/data-folder.ts';
import { type RunningServer, startServer } from '../apps/api/test/process/server.ts';
import { day, PASSWORD, unique } from './values.ts';

interface SignedIn {
  token: string;
  user: { _id: string };
}

export interface Farm extends SignedIn {
  email: string;
  parcels: { _id: string; name: string }[];
  equipmentId: string;
  policyId: string;
  threadId: string;
  official: SignedIn;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('No free port');
  return address.port;
}

/** Keeps its address and database across restarts. */
export async function restartableServer() {
  const folder = newDataFolder('offline');
  const port = await freePort();
  let running: RunningServer | undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    async start(variables: Record<string, string> = {}) {
      running ??= await startServer({
        DATA_DIR: folder,
        PORT: String(port),
        LOG_LEVEL: 'silent',
        ...variables,
      });
    },
    async stop() {
      await running?.end('SIGTERM');
      running = undefined;
    },
    async end() {
      await this.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function seedFarm(url: string, name = 'Amina Otieno'): Promise<Farm> {
  const send = async <Body = { _id: string }>(sender: SignedIn | null, call: string, body: object) => {
    const [method = '', path = ''] = call.split(' ');
    const headers = {
      'content-type': 'application/json',
      ...(sender && { authorization: `Bearer ${sender.token}` }),
    };
    const response = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${call}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Body;
  };
  const email = `${unique('farmer')}@example.org`;
  const farmer = await send<SignedIn>(null, 'POST /auth/register', {
    name,
    email,
    password: PASSWORD,
    role: 'farmer',
    location: 'Njoro, Nakuru County',
    farmSize: 6,
  });
  const official = await send<SignedIn>(null, 'POST /auth/register', {
    name: 'Wanjiru Kamau',
    email: `${unique('official')}@example.org`,
    password: PASSWORD,
    role: 'government',
    department: 'Ministry of Agriculture',
  });

  // Random position that does not overlap other test farms or the area of `uniqueOrigin`.
  const [lon, lat] = [38 + 1.5 * Math.random(), -2.9 + 1.5 * Math.random()];
  const parcels: Farm['parcels'] = [];
  for (const [index, field] of ['River field', 'Hill field', 'Home garden'].entries()) {
    const parcel = await send<Farm['parcels'][number]>(farmer, 'POST /land', {
      name: field,
      size: 2,
      location: { address: 'Njoro, Nakuru County' },
      soilType: 'loamy',
    });
    parcels.push(parcel);
    const path = `/land/${parcel._id}`;
    const add = (kind: string, record: object) => send(farmer, `POST ${path}/${kind}`, record);
    await add('crops', { name: 'Maize', plantingDate: day(-150), harvestDate: day(-20), yield: 3 });
    await add('crops', { name: 'Beans', plantingDate: day(-40), harvestDate: day(40), yield: 1.2 });
    for (const ago of [3, 10, 17]) await add('water', { date: day(-ago), amount: 400 + ago });
    await add('fertilizer', { date: day(-38), type: 'DAP', amount: 50 });
    const vertex = (x: number, y: number) => [lon + index / 50 + x / 10_000, lat + y / 10_000];
    const ring = [vertex(0, 0), vertex(9, 0), vertex(9, 8), vertex(0, 8), vertex(0, 0)];
    await send(farmer, `PUT ${path}/boundary`, { geometry: { type: 'Polygon', coordinates: [ring] } });
  }

  const tractor = { name: 'Massey Ferguson 240', type: 'Tractor', serviceIntervalHours: 250 };
  const equipment = await send(farmer, 'POST /equipment', tractor);
  const service = { date: day(-30), kind: 'Oil change', description: 'Oil and filter', cost: 3500 };
  await send(farmer, `POST /equipment/${equipment._id}/maintenance`, service);
  await send(farmer, 'POST /subsidies', {
    name: 'Seed for the long rains',
    description: 'Maize seed for two fields.',
    amount: 12_000,
  });
  const policy = await send(official, 'POST /policies', {
    title: 'Terraces on slopes',
    description: 'Build terraces where the land is steep.',
    status: 'Active',
  });
  await send(official, `POST /policies/${policy._id}/notify`, {});
  const message = await send<{ threadId: string }>(official, 'POST /messages', {
    recipientId: farmer.user._id,
    channelType: 'government-farmer',
    subject: 'Your application',
    content: 'We will visit your field on Monday.',
  });
  return {
    ...farmer,
    email,
    parcels,
    equipmentId: equipment._id,
    policyId: policy._id,
    threadId: message.threadId,
    official,
  };
}

const inPage = JSON.stringify;

/** Puts the session into localStorage, as after a login. */
export async function signInAt(page: Page, url: string, { token, user }: SignedIn): Promise<void> {
  await page.goto(`${url}/api/health`);
  await page.evaluate(`localStorage.token = ${inPage(token)}; localStorage.user = ${inPage(inPage(user))}`);
}

/** Runs in the page: query keys of the persisted responses of an account. */
const persistedKeys = (userId: string) => `new Promise((resolve) => {
  const opening = indexedDB.open('ardhi-kept-${userId}');
  opening.onsuccess = () => {
    const database = opening.result;
    const finish = (keys) => (database.close(), resolve(keys));
    if (!database.objectStoreNames.contains('answers')) return finish([]);
    const reading = database.transaction('answers').objectStore('answers').getAllKeys();
    reading.onsuccess = () => finish(reading.result);
  };
})`;

/** Waits for the farm's files (service worker cache) and data (IndexedDB) on the device, which no screen shows. */
export function waitUntilPersisted(page: Page, farm: Farm): Promise<void> {
  return waitUntilKeysPersisted(page, farm.user._id, [
    ...farm.parcels.map(({ _id }) => ['land', 'score', _id]),
    ['equipment', 'one', farm.equipmentId],
    ['message', 'thread', farm.threadId],
  ]);
}

/** Waits for the cached files of the pages of the field, or of all farmer pages. */
export const waitUntilCached = (page: Page, part: 'field' | 'farmer'): Promise<void> =>
  waitUntil(page, `caches.match('/kept/${part}')`);

/** Waits for the persisted responses of these query keys and the cached files of all farmer pages. */
export async function waitUntilKeysPersisted(page: Page, userId: string, keys: string[][]): Promise<void> {
  await waitUntilCached(page, 'farmer');
  await waitUntilResponsesPersisted(page, userId, keys);
}

/** Waits for the persisted responses of these query keys. */
export function waitUntilResponsesPersisted(page: Page, userId: string, keys: string[][]): Promise<void> {
  const expectedKeys = keys.map((key) => inPage(key));
  return waitUntil(
    page,
    `(async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name);
      if (!names.includes('ardhi-kept-${userId}')) return false;
      const keys = await ${persistedKeys(userId)};
      return ${inPage(expectedKeys)}.every((key) => keys.includes(key));
    })()`,
  );
}

async function waitUntil(page: Page, condition: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(`Promise.resolve(${condition}).then(Boolean)`), {
      message: 'the farm is on the device',
      timeout: 60_000,
    })
    .toBe(true);
}

/** Every farmer page, a text on it, and whether it shows the age of its data. */
export function farmerPages(farm: Farm): [path: string, text: string | RegExp, aged: boolean][] {
  const [river] = farm.parcels;
  return [
    ['/dashboard', 'River field', true],
    ['/land', 'Hill field', true],
    [`/land/${river?._id}`, 'Beans', true],
    [`/land/${river?._id}/boundary?mode=draw`, /Boundary/, true],
    ['/map', 'Home garden', true],
    ['/guides', 'Guides', false],
    ['/score-method', /What the score is/, false],
    ['/about', 'Data sources and licences', false],
    ['/reports/monthly', 'River field', true],
    ['/reports/sustainability', 'River field', true],
    ['/subsidies/apply', 'Seed for the long rains', true],
    ['/equipment', 'Massey Ferguson 240', true],
    [`/equipment/${farm.equipmentId}`, 'Oil and filter', true],
    ['/messages', 'Your application', true],
    [`/messages?thread=${farm.threadId}`, 'We will visit your field on Monday.', true],
    [`/policies/${farm.policyId}`, 'Build terraces where the land is steep.', true],
    ['/notices', 'Terraces on slopes', true],
    ['/account', farm.email, false],
  ];
}

export async function goOffline(context: BrowserContext, server: { stop(): Promise<void> }): Promise<void> {
  await context.setOffline(true);
  await server.stop();
}
