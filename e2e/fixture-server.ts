/** A separate server with a seeded database per test file, so that no other file changes its rows and totals. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Analytics } from '@ardhi/contract';
import type { APIRequestContext } from '@playwright/test';
import { startServer } from '../apps/api/test/process/server.ts';
import { type Parcel, rectangle, setBoundary } from './boundaries-helpers.ts';
import { day, expect, headersOf, type Person, register, test as withPeople } from './test.ts';

export const test = withPeople.extend<object, { country: string; countryServer: string }>({
  /** Each file sets its own with `test.use`. A different value starts a new worker, and thus a new server. */
  country: ['', { option: true, scope: 'worker' }],
  countryServer: [
    async ({ country }, use) => {
      const folder = mkdtempSync(join(tmpdir(), `ardhi-country-${country}-`));
      const server = await startServer({ DATA_DIR: folder, LOG_LEVEL: 'error' });
      await use(server.url);
      await server.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ countryServer }, use) => use(countryServer),
});

export async function fetchAnalytics(
  request: APIRequestContext,
  official: Person,
  query = '',
): Promise<Analytics> {
  const response = await request.get(`/api/government/analytics?${query}`, { headers: headersOf(official) });
  expect(response.ok()).toBe(true);
  return response.json();
}

export async function addParcel(
  request: APIRequestContext,
  farmer: Person,
  name: string,
  more: object = {},
): Promise<Parcel> {
  const created = await request.post('/api/land', {
    headers: headersOf(farmer),
    data: { name, size: 2.5, location: { address: 'Njoro, Nakuru County' }, soilType: 'clay', ...more },
  });
  expect(created.status()).toBe(201);
  return created.json();
}

export async function addRecords(request: APIRequestContext, farmer: Person, { _id }: Parcel): Promise<void> {
  const headers = headersOf(farmer);
  for (const [planted, harvested, name] of [
    [-300, -180, 'Maize'],
    [-120, -20, 'Beans'],
    [-10, 90, 'Maize'],
  ] as const)
    await request.post(`/api/land/${_id}/crops`, {
      headers,
      data: { name, plantingDate: day(planted), harvestDate: day(harvested), yield: 2 },
    });
  await request.post(`/api/land/${_id}/water`, { headers, data: { date: day(-15), amount: 900 } });
  await request.post(`/api/land/${_id}/fertilizer`, {
    headers,
    data: { date: day(-9), amount: 50, type: 'CAN' },
  });
}

export interface Country {
  official: Person;
  farmer: Person;
  parcels: Parcel[];
  /** The farmer's parcel with a boundary. */
  bounded: Parcel;
}

/** Thirty parcels, two overlapping boundaries, one piece of equipment and one application. */
export async function seedDatabase(request: APIRequestContext): Promise<Country> {
  const official = await register(request, 'government', 'Wanjiru Kamau');
  const farmer = await register(request, 'farmer', 'Amina Otieno');
  const neighbour = await register(request, 'farmer', 'Juma Mwangi');
  const bounded = await addParcel(request, farmer, 'River plot', { size: 45 });
  await addRecords(request, farmer, bounded);
  const beyond = await addParcel(request, neighbour, 'Hill plot', { soilType: 'sandy', size: 45 });
  await setBoundary(request, farmer, bounded, rectangle(FIELD, 0, 0, 40, 40));
  await setBoundary(request, neighbour, beyond, rectangle(FIELD, 35, 0, 40, 40));
  const parcels = [bounded];
  const places = ['Lodwar, Turkana County', 'Kilifi County', 'Mwingi, Kitui County'];
  for (let n = 0; n < 28; n += 1) {
    const address = places[n % places.length];
    parcels.push(await addParcel(request, farmer, `Shamba ${n}`, { location: { address }, size: 1 + n / 4 }));
  }
  const headers = headersOf(farmer);
  await request.post('/api/equipment', { headers, data: { name: 'Pump', type: 'Pump' } });
  await request.post('/api/subsidies', {
    headers,
    data: { name: 'Seed', description: 'Certified maize seed', amount: 12_500.5 },
  });
  return { official, farmer, parcels, bounded };
}

/** Coordinates in steps of about eleven metres east and north of a point near Njoro. */
export const FIELD = (x: number, y: number): [number, number] => [
  Number((35.9 + x / 10_000).toFixed(7)),
  Number((-0.3 + y / 10_000).toFixed(7)),
];
