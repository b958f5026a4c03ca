/** A separate server with a seeded database per test file, so that no other file changes its rows and totals. */
import { rmSync } from 'node:fs';
import type { Analytics, ParcelDetail } from '@ardhi/contract';
import type { APIRequestContext } from '@playwright/test';
import { newDataFolder } from '../apps/api/test/process/data-folder.ts';
import { startServer } from '../apps/api/test/process/server.ts';
import { rectangle, setBoundary } from './boundaries-helpers.ts';
import { addParcel, day, type Person, register, type Send, sendWith, test as withPeople } from './test.ts';

export const test = withPeople.extend<object, { country: string; countryServer: string }>({
  /** Each file sets its own with `test.use`. A different value starts a new worker, and thus a new server. */
  country: ['', { option: true, scope: 'worker' }],
  countryServer: [
    async ({ country }, use) => {
      const folder = newDataFolder(`country-${country}`);
      const server = await startServer({ DATA_DIR: folder, LOG_LEVEL: 'error' });
      await use(server.url);
      await server.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ countryServer }, use) => use(countryServer),
});

export const fetchAnalytics = (send: Send, official: Person, query = '') =>
  send<Analytics>(official, `GET /government/analytics?${query}`);

async function addRecords(send: Send, farmer: Person, { _id }: ParcelDetail): Promise<void> {
  const add = (kind: string, data: object) => send(farmer, `POST /land/${_id}/${kind}`, data);
  for (const [planted, harvested, name] of [
    [-300, -180, 'Maize'],
    [-120, -20, 'Beans'],
    [-10, 90, 'Maize'],
  ] as const)
    await add('crops', { name, plantingDate: day(planted), harvestDate: day(harvested), yield: 2 });
  await add('water', { date: day(-15), amount: 900 });
  await add('fertilizer', { date: day(-9), amount: 50, type: 'CAN' });
}

export interface Country {
  official: Person;
  farmer: Person;
  parcels: ParcelDetail[];
  /** The farmer's parcel with a boundary. */
  bounded: ParcelDetail;
}

/** Thirty parcels, two overlapping boundaries, one piece of equipment and one application. */
export async function seedDatabase(request: APIRequestContext): Promise<Country> {
  const official = await register(request, 'government', 'Wanjiru Kamau');
  const farmer = await register(request, 'farmer', 'Amina Otieno');
  const neighbour = await register(request, 'farmer', 'Juma Mwangi');
  const send = sendWith(request);
  const bounded = await addParcel(send, farmer, 'River plot', { soilType: 'clay', size: 45 });
  await addRecords(send, farmer, bounded);
  const beyond = await addParcel(send, neighbour, 'Hill plot', { soilType: 'sandy', size: 45 });
  await setBoundary(send, farmer, bounded, rectangle(FIELD, 0, 0, 40, 40));
  await setBoundary(send, neighbour, beyond, rectangle(FIELD, 35, 0, 40, 40));
  const parcels = [bounded];
  const places = ['Lodwar, Turkana County', 'Kilifi County', 'Mwingi, Kitui County'];
  for (let n = 0; n < 28; n += 1) {
    const location = { address: places[n % places.length] };
    const more = { location, soilType: 'clay', size: 1 + n / 4 };
    parcels.push(await addParcel(send, farmer, `Shamba ${n}`, more));
  }
  await send(farmer, 'POST /equipment', { name: 'Pump', type: 'Pump' });
  const application = { name: 'Seed', description: 'Certified maize seed', amount: 12_500.5 };
  await send(farmer, 'POST /subsidies', application);
  return { official, farmer, parcels, bounded };
}

/** Coordinates in steps of about eleven metres east and north of a point near Njoro. */
export const FIELD = (x: number, y: number): [number, number] => [
  Number((35.9 + x / 10_000).toFixed(7)),
  Number((-0.3 + y / 10_000).toFixed(7)),
];
