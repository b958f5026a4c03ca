/** Concurrent users make all kinds of changes while folding and jobs run: every response must be consistent. */
import type {
  Analytics,
  Application,
  Crop,
  Equipment,
  OfficialOverlap,
  Parcel,
  ParcelDetail,
} from '@ardhi/contract';
import fc from 'fast-check';
import { beforeAll, expect, inject, it } from 'vitest';
import { expectExact } from '../../../test/analytics.ts';
import { beforeTests, PASSWORD, type Person, testApp } from '../../../test/app.ts';
import { rectangle } from '../../../test/boundaries.ts';
import { daysAgo } from '../../../test/land.ts';
import { getTile, tileAt, total } from '../../../test/tiles.ts';
import { purgeParcels, runScores } from '../../farm/land/score-runs.ts';
import { newId } from '../../lib/database/id.ts';
import { fold, saveDailyMetrics } from './jobs.ts';

const app = testApp();
const official = beforeTests(() => app.as('government'));
beforeAll(async () => {
  // One farmer who never leaves, so that there is land even if all others delete their accounts.
  const settled = await newFarmer();
  await settled.send('POST /land', { body: { name: 'Nyumbani', size: 1.5 } });
});

const PLACES = [
  'Njoro, Nakuru County',
  'Mwingi, Kitui County',
  'Lodwar, Turkana County',
  'Kilifi County',
  'nowhere',
];
const SOILS = ['clay', 'sandy', 'silty', 'peaty', 'chalky', 'loamy'];

/** A step is a kind and a number that determines its details. */
const KINDS = [
  'land',
  'land',
  'edit',
  'rename',
  'remove',
  'restore',
  'crop',
  'crop',
  'crop-edit',
  'crop-remove',
  'water',
  'fertilizer',
  'machine',
  'machine-edit',
  'machine-remove',
  'usage',
  'usage',
  'apply',
  'apply',
  'decide',
  'boundary',
  'boundary',
  'boundary',
  'boundary-remove',
  'settle',
  'amend',
  'withdraw',
  'leave',
  'fold',
  'nightly',
  'purge',
  'check',
] as const;
type Step = { kind: (typeof KINDS)[number]; n: number };
const step: fc.Arbitrary<Step> = fc.record({ kind: fc.constantFrom(...KINDS), n: fc.nat(100_000) });

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];

/** A farmer whose calls may be refused, but must never fail with a 5xx. */
async function newFarmer(): Promise<Person> {
  const person = await app.as('farmer');
  return {
    ...person,
    async send(call, options) {
      const response = await person.send<never>(call, options);
      expect(response.status, `${call} ${JSON.stringify(response.body)}`).toBeLessThan(500);
      return response;
    },
  };
}

/** One farmer on one device. Calls may be refused (a deleted parcel, a decided application). */
async function runFarmer(steps: Step[]): Promise<void> {
  let farmer = await newFarmer();
  const two = () => [farmer.send('GET /land'), farmer.send('GET /land/deleted')] as const;
  for (const { kind, n } of steps) {
    const parcels = async () => (await farmer.send<Parcel[]>('GET /land')).body;
    const machines = async () => (await farmer.send<Equipment[]>('GET /equipment')).body;
    const applications = async () => (await farmer.send<Application[]>('GET /subsidies')).body;
    const size = (n % 1000) / 10;
    const place = { location: { address: pick(PLACES, n)! }, soilType: pick(SOILS, n >> 3) };
    switch (kind) {
      case 'land':
        await farmer.send('POST /land', { body: { name: `Shamba ${newId()}`, size, ...place } });
        break;
      case 'edit': {
        const parcel = pick(await parcels(), n);
        // Concurrent edits from two devices.
        if (parcel)
          await Promise.all([
            farmer.send(`PUT /land/${parcel._id}`, { body: { size, ...place } }),
            farmer.send(`PUT /land/${parcel._id}`, { body: { size: size / 2 } }),
          ]);
        break;
      }
      case 'rename': {
        const parcel = pick(await parcels(), n);
        // Concurrent new land, move and rename: lists and search indexes must get the farmer's new name.
        await Promise.all([
          farmer.send('PUT /auth/profile', { body: { name: `Njeri ${n}`, location: 'Njoro', farmSize: 1 } }),
          farmer.send('POST /land', { body: { name: `Shamba ${newId()}`, size, ...place } }),
          ...(parcel
            ? [farmer.send(`PUT /land/${parcel._id}`, { body: { name: `Mpya ${newId()}`, ...place } })]
            : []),
        ]);
        break;
      }
      case 'remove': {
        const parcel = pick(await parcels(), n);
        if (parcel) await farmer.send(`DELETE /land/${parcel._id}`);
        break;
      }
      case 'restore': {
        const [, deleted] = await Promise.all(two());
        const parcel = pick(deleted.body as { _id: string }[], n);
        if (parcel) await farmer.send(`POST /land/${parcel._id}/restore`, { body: {} });
        break;
      }
      case 'crop': {
        const parcel = pick(await parcels(), n);
        const start = (n % 500) - 60;
        if (parcel)
          await farmer.send(`POST /land/${parcel._id}/crops`, {
            body: {
              name: 'Maize',
              plantingDate: daysAgo(start),
              harvestDate: daysAgo(start - (n % 120)),
              yield: 2,
            },
          });
        break;
      }
      case 'crop-edit': {
        const [parcel, crop] = cropOf(await parcels(), n);
        if (crop)
          await farmer.send(`PUT /land/${parcel!._id}/crops/${crop._id}`, {
            body: {
              name: 'Beans',
              plantingDate: daysAgo(n % 90),
              harvestDate: daysAgo((n % 90) - 30),
              yield: 1,
            },
          });
        break;
      }
      case 'crop-remove': {
        const [parcel, crop] = cropOf(await parcels(), n);
        if (crop) await farmer.send(`DELETE /land/${parcel!._id}/crops/${crop._id}`);
        break;
      }
      case 'water':
      case 'fertilizer': {
        const parcel = pick(await parcels(), n);
        if (parcel)
          await farmer.send<ParcelDetail>(`POST /land/${parcel._id}/${kind}`, {
            body: {
              date: daysAgo(n % 400),
              amount: n % 5000,
              ...(kind === 'fertilizer' ? { type: 'CAN' } : {}),
            },
          });
        break;
      }
      case 'machine':
        await farmer.send('POST /equipment', { body: { name: 'Pump', type: 'Pump' } });
        break;
      case 'machine-edit': {
        const machine = pick(await machines(), n);
        const status = pick(['active', 'maintenance', 'retired'], n >> 4);
        if (machine) await farmer.send(`PUT /equipment/${machine._id}`, { body: { status } });
        break;
      }
      case 'machine-remove': {
        const machine = pick(await machines(), n);
        if (machine) await farmer.send(`DELETE /equipment/${machine._id}`);
        break;
      }
      case 'usage': {
        const machine = pick(await machines(), n);
        // Concurrent new land elsewhere: the machine must count there too.
        if (machine)
          await Promise.all([
            farmer.send(`PUT /equipment/${machine._id}/usage`, {
              body: { hours: n % 9, date: daysAgo(n % 400) },
            }),
            farmer.send('POST /land', { body: { name: `Shamba ${newId()}`, size, ...place } }),
          ]);
        break;
      }
      case 'apply':
        await farmer.send('POST /subsidies', {
          body: { name: 'Seed', description: 'Seed', amount: n / 100 },
        });
        break;
      case 'amend': {
        const application = pick(await applications(), n);
        if (application)
          await farmer.send(`PUT /subsidies/${application._id}`, { body: { amount: n / 100 } });
        break;
      }
      case 'withdraw': {
        const application = pick(await applications(), n);
        if (application) await farmer.send(`DELETE /subsidies/${application._id}`);
        break;
      }
      case 'decide': {
        const application = pick(await applications(), n);
        const status = n % 2 ? 'approved' : 'rejected';
        if (application)
          await official.send(`PUT /government/subsidies/${application._id}`, { body: { status } });
        break;
      }
      case 'boundary': {
        const parcel = pick(await parcels(), n);
        // Close together, so that many overlap.
        const geometry = rectangle(n % 40, (n >> 4) % 40, 10 + (n % 7), 10);
        if (parcel) await farmer.send(`PUT /land/${parcel._id}/boundary`, { body: { geometry } });
        break;
      }
      case 'boundary-remove': {
        const parcel = pick(await parcels(), n);
        if (parcel) await farmer.send(`DELETE /land/${parcel._id}/boundary`);
        break;
      }
      case 'settle': {
        const { body } = await official.send<OfficialOverlap[]>('GET /government/overlaps');
        const overlap = pick(body, n);
        const status = n % 3 ? 'settled' : 'open';
        if (overlap)
          await official.send(`PUT /government/overlaps/${overlap._id}`, { body: { status, note: 'Seen' } });
        break;
      }
      case 'leave':
        if (n % 3) break;
        await Promise.all([
          farmer.send('DELETE /auth/account', { body: { password: PASSWORD } }),
          farmer.send('POST /land', { body: { name: `Shamba ${newId()}`, size, ...place } }),
        ]);
        farmer = await newFarmer();
        break;
      case 'fold':
        await fold(app.db);
        break;
      case 'nightly':
        await runScores(app.services, 'nightly', `run ${newId()}`);
        break;
      case 'purge':
        await app.sql`
          update parcels set deleted_at = deleted_at - interval '31 days' where deleted_at is not null`;
        await purgeParcels({}, app.services);
        break;
      case 'check':
        await checkAnalytics();
        break;
    }
  }
}

function cropOf(parcels: Parcel[], n: number): [Parcel | undefined, Crop | undefined] {
  const parcel = pick(
    parcels.filter(({ crops }) => crops.length > 0),
    n,
  );
  return [parcel, parcel && pick(parcel.crops, n)];
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);

async function checkAnalytics(region = 'all'): Promise<void> {
  const { status, body } = await official.send<Analytics>('GET /government/analytics', {
    query: { region, period: 'yearly' },
  });
  expect(status).toBe(200);
  const scores = body.sustainabilityScores;
  expect(sum(scores.map(({ count }) => count))).toBe(body.totalLands);
  expect(sum(body.soilDistribution.map(({ count }) => count))).toBe(body.totalLands);
  expect(sum(body.soilDistribution.map(({ area }) => area))).toBeCloseTo(body.totalLandArea, 6);
  expect([...scores, ...body.soilDistribution].every(({ count }) => count > 0)).toBe(true);
  expect(sum(body.counties.map(({ lands }) => lands)) + (region === 'all' ? body.unplacedLands : 0)).toBe(
    body.totalLands,
  );
  if (body.totalLands > 0)
    expect(sum(scores.map(({ _id, count }) => _id * count)) / body.totalLands).toBeCloseTo(
      body.sustainabilityScore!,
      9,
    );
  expect(body.assessedLands).toBeLessThanOrEqual(body.totalLands);
  expect(body.approvedAmount).toBeLessThanOrEqual(body.requestedAmount);
  if (region !== 'all') expect(body.totalFarmers > 0).toBe(body.totalLands > 0);
}

const NEAR: [number, number] = [35.901, -0.299];

async function checkTile(z: number): Promise<void> {
  const { status, layers } = await getTile(app, official, tileAt(NEAR, z));
  expect(status).toBe(200);
  for (const { properties } of layers.cells ?? []) {
    expect(properties.count).toBeGreaterThan(0);
    expect(properties.compared).toBeLessThanOrEqual(Number(properties.count));
    expect('score' in properties).toBe(Number(properties.compared) > 0);
    if ('score' in properties) expect(properties.score).toBeLessThanOrEqual(100);
  }
  for (const { properties } of layers['overlap-counts'] ?? []) expect(properties.open).toBeGreaterThan(0);
}

/** Once all writes have ended, every zoom must count exactly the stored rows. */
async function expectTilesExact(): Promise<void> {
  const rows = await app.sql<{ parcels: number; open: number }>`
    select (select count(*) from parcels where deleted_at is null and centre_lat is not null) as parcels,
      (select count(*) from boundary_overlaps as overlap
        where status = 'open' and not exists (
          select from parcels where id in (first_parcel_id, second_parcel_id) and deleted_at is not null)) as open
  `;
  for (const z of [4, 7, 10]) {
    const { layers } = await getTile(app, official, tileAt(NEAR, z));
    expect(total(layers.cells, 'count')).toBe(rows[0]!.parcels);
    expect(total(layers['overlap-counts'], 'open')).toBe(rows[0]!.open);
  }
  const { layers } = await getTile(app, official, tileAt(NEAR, 13));
  expect(layers.parcels ?? []).toHaveLength(rows[0]!.parcels);
  expect((layers.overlaps ?? []).filter(({ properties }) => properties.open)).toHaveLength(rows[0]!.open);
}

async function watch(stop: { now: boolean }): Promise<number> {
  let checks = 0;
  const regions = ['all', 'north', 'south', 'east', 'west'];
  for (; !stop.now; checks += 1) {
    await checkAnalytics(regions[checks % regions.length]);
    await checkTile(4 + (checks % 11));
    if (checks % 7 === 0) await fold(app.db);
  }
  return checks;
}

it('responses are consistent at every moment and exact at the end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 20, maxLength: 30 }), { minLength: 5, maxLength: 5 }),
      async (sequences) => {
        const stop = { now: false };
        const watching = watch(stop);
        try {
          await Promise.all(sequences.map(runFarmer));
        } finally {
          stop.now = true;
        }
        expect(await watching).toBeGreaterThan(0);
        await expectExact(app.db);
        await expectTilesExact();
        await fold(app.db);
        await expectTilesExact();
        await saveDailyMetrics({}, app.services);
        await expectExact(app.db);
        // A full rebuild must give the same metrics.
        const before = await official.send<Analytics>('GET /government/analytics');
        await app.sql`select rebuild_rollups()`;
        await expectExact(app.db);
        const after = await official.send<Analytics>('GET /government/analytics');
        expect(after.body.totalLands).toBeGreaterThan(0);
        expect({ ...after.body, asOf: '' }).toEqual({ ...before.body, asOf: '' });
      },
    ),
    { numRuns: inject('isFull') ? 20 : 1, endOnFailure: true },
  );
});
