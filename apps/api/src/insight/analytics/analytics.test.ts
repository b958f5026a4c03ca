import type {
  Analytics,
  Case,
  Equipment,
  ManagedSubsidy,
  Policy,
  PolicySending,
  Problem,
  QueueCounts,
} from '@ardhi/contract';
import { addDays } from '@ardhi/contract/dates';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { expectExact } from '../../../test/analytics.ts';
import { beforeTests, PASSWORD, testApp } from '../../../test/app.ts';
import { daysAgo, maize, newParcel, sent } from '../../../test/land.ts';
import { insertParcel } from '../../../test/parcels.ts';
import { manage } from '../../../test/subsidies.ts';
import { freezeAudience } from '../../office/policies/service.ts';
import { foldRollups, saveDailyMetrics } from './jobs.ts';

const app = testApp();
const official = beforeTests(() => app.as('government'));
// After every test the rollups must match the stored rows, before and after folding.
afterEach(async () => {
  await expectExact(app.db);
  await foldRollups({}, app.services);
  await expectExact(app.db);
});

async function metrics(query: Record<string, string> = {}): Promise<Analytics> {
  const { status, body } = await official.send<Analytics>('GET /government/analytics', { query });
  expect(status).toBe(200);
  return body;
}

const nakuru = { location: { address: 'Njoro, Nakuru County' } };
const kitui = { location: { address: 'Mwingi, Kitui County' } };

describe('an empty database', () => {
  it('has no made-up metrics', async () => {
    const body = await metrics();
    expect(body).toMatchObject({
      totalFarmers: 0,
      totalLands: 0,
      totalLandArea: 0,
      sustainabilityScores: [],
      soilDistribution: [],
      sustainabilityScore: null,
      areaWeightedScore: null,
      landUsage: null,
      equipmentEfficiency: null,
      subsidyUtilization: null,
      previous: null,
      recommendations: [],
      policyEffectiveness: [],
      trends: [],
    });
    expect(body.regions).toHaveLength(4);
  });
});

describe('land', () => {
  it('is counted when it is registered, edited, deleted and restored', async () => {
    const farmer = await app.as('farmer');
    const before = await metrics();
    const first = await newParcel(farmer, { ...nakuru, size: 3, soilType: 'clay' });
    await newParcel(farmer, { ...kitui, name: 'Chini', size: 1.5 });
    const after = await metrics();
    expect(after.totalLands).toBe(before.totalLands + 2);
    expect(after.totalLandArea).toBe(before.totalLandArea + 4.5);
    expect(after.sustainabilityScore).toBe(50);
    expect(after.soilDistribution).toContainEqual({ _id: 'clay', count: 1, area: 3 });
    expect(after.counties.map(({ county }) => county)).toEqual(expect.arrayContaining(['Kitui', 'Nakuru']));

    await sent(farmer, `PUT /land/${first._id}`, { soilType: 'peaty', size: 5 });
    expect((await metrics()).soilDistribution).toContainEqual({ _id: 'peaty', count: 1, area: 5 });
    await farmer.send(`DELETE /land/${first._id}`);
    const gone = await metrics();
    expect(gone.totalLands).toBe(before.totalLands + 1);
    expect(gone.soilDistribution.some(({ _id }) => _id === 'peaty')).toBe(false);
    await sent(farmer, `POST /land/${first._id}/restore`, {});
    expect((await metrics()).totalLands).toBe(before.totalLands + 2);
  });

  it('is counted once for each farmer in each region', async () => {
    const farmer = await app.as('farmer');
    const before = await metrics({ region: 'west' });
    const one = await newParcel(farmer, nakuru);
    const region = one.region!;
    const two = await newParcel(farmer, nakuru);
    const farmersIn = async () => (await metrics({ region })).totalFarmers;
    const with2 = await farmersIn();
    await farmer.send(`DELETE /land/${one._id}`);
    expect(await farmersIn()).toBe(with2);
    await sent(farmer, `PUT /land/${two._id}`, kitui);
    expect(await farmersIn()).toBe(with2 - 1);
    expect(before.region).toBe('west');
  });

  it('has means and distribution over all parcels, and comparisons over confident ones only', async () => {
    const farmer = await app.as('farmer');
    const start = await metrics({ region: 'north' });
    await insertParcel(app.db, farmer.user._id, {
      county: 'Turkana',
      region: 'north',
      score: 80,
      confidence: 60,
      sizeAcres: 1,
    });
    await insertParcel(app.db, farmer.user._id, {
      county: 'Turkana',
      region: 'north',
      score: 20,
      confidence: 10,
      sizeAcres: 3,
    });
    const body = await metrics({ region: 'north' });
    expect(start.totalLands).toBe(0);
    expect(body.sustainabilityScore).toBe(50);
    expect(body.areaWeightedScore).toBe(35);
    expect(body.sustainabilityScores).toEqual([
      { _id: 20, count: 1 },
      { _id: 80, count: 1 },
    ]);
    const turkana = body.counties.find(({ county }) => county === 'Turkana');
    expect(turkana).toMatchObject({ lands: 2, comparedLands: 1, score: 80 });
    expect(body.counties).toHaveLength(1);
  });

  it('is in use if a crop covered it within the period; planned crops count from their planting day', async () => {
    const farmer = await app.as('farmer');
    const field = await newParcel(farmer, { location: { address: 'Lamu County' }, size: 40 });
    const region = field.region!;
    const usage = async (period: string) => (await metrics({ region, period })).landUsage;
    const idle = await usage('yearly');
    const { totalLandArea } = await metrics({ region });
    // The same area again, never planted.
    await newParcel(farmer, { location: { address: 'Lamu County' }, size: 80 - totalLandArea });
    const crop = await sent(farmer, `POST /land/${field._id}/crops`, {
      ...maize,
      plantingDate: daysAgo(60),
      harvestDate: daysAgo(20),
    });
    expect(idle).toBe(0);
    expect(await usage('yearly')).toBe(50);
    expect(await usage('monthly')).toBe(50);
    expect(await usage('weekly')).toBe(0);
    // Not yet planted, so not in use this week.
    const planned = await sent(farmer, `POST /land/${field._id}/crops`, {
      ...maize,
      plantingDate: daysAgo(-10),
      harvestDate: daysAgo(-60),
    });
    expect(await usage('weekly')).toBe(0);
    await sent(farmer, `PUT /land/${field._id}/crops/${planned.crops.at(-1)!._id}`, {
      ...maize,
      plantingDate: daysAgo(2),
      harvestDate: daysAgo(-60),
    });
    expect(await usage('weekly')).toBe(50);
    await farmer.send(`DELETE /land/${field._id}/crops/${planned.crops.at(-1)!._id}`);
    expect(await usage('weekly')).toBe(0);
    await farmer.send(`DELETE /land/${field._id}/crops/${crop.crops[0]!._id}`);
    expect(await usage('yearly')).toBe(0);
  });

  it('counts planned crops from their planting day', async () => {
    const farmer = await app.as('farmer');
    const parcel = await insertParcel(app.db, farmer.user._id, {
      county: 'Lamu',
      region: 'east',
      sizeAcres: 8,
    });
    await app.sql`insert into crops (id, parcel_id, name, planting_date, harvest_date, yield_tons_per_hectare, yield_confirmed)
      values (gen_random_uuid(), ${parcel}, 'Maize', current_date + 30, current_date + 100, 1, false),
             (gen_random_uuid(), ${parcel}, 'Beans', current_date + 20, current_date + 60, 1, false),
             (gen_random_uuid(), ${parcel}, 'Kale', current_date + 40, current_date + 90, 1, false)`;
    const on = async (offset: number, from: number) => {
      const { acres } = await app.row<{ acres: number }>`
        select coalesce(sum(acres), 0) as acres from live_cover
        where from_day <= current_date + ${offset}::int and until_day >= current_date + ${from}::int and acres in (8, -8)`;
      return acres;
    };
    expect([
      await on(19, 12),
      await on(20, 13),
      await on(70, 63),
      await on(70, 55),
      await on(120, 101),
    ]).toEqual([0, 8, 8, 8, 0]);
  });
});

describe('equipment', () => {
  it('is weighted by hours if every machine has some, and leaves a region with its owner’s land', async () => {
    const farmer = await app.as('farmer');
    const machine = async (name: string, status: string) =>
      (await farmer.send<Equipment>('POST /equipment', { body: { name, type: 'Tractor', status } })).body._id;
    const active = await machine('Tractor', 'active');
    const idle = await machine('Plough', 'maintenance');
    await machine('Wreck', 'retired');
    const parcel = await newParcel(farmer, { location: { address: 'Mombasa County' } });
    const efficiency = async () => {
      const { equipmentEfficiency, equipmentWeighting } = await metrics({
        region: parcel.region!,
        period: 'monthly',
      });
      return [equipmentEfficiency, equipmentWeighting];
    };
    // This test's machines are the only ones in the country.
    const country = await metrics();
    expect(country).toMatchObject({ machines: 2, activeMachines: 1, equipmentEfficiency: 50 });
    expect(await efficiency()).toEqual([50, 'count']);
    await farmer.send(`PUT /equipment/${active}/usage`, { body: { hours: 9, date: daysAgo(3) } });
    expect(await efficiency()).toEqual([50, 'count']);
    await farmer.send(`PUT /equipment/${idle}/usage`, { body: { hours: 3, date: daysAgo(10) } });
    expect(await efficiency()).toEqual([75, 'hours']);
    expect((await metrics({ period: 'weekly' })).equipmentWeighting).toBe('count');
    await farmer.send(`PUT /equipment/${idle}`, { body: { status: 'active' } });
    expect(await efficiency()).toEqual([100, 'hours']);
    await farmer.send(`DELETE /land/${parcel._id}`);
    expect((await metrics({ region: parcel.region! })).machines).toBe(0);
    await farmer.send(`DELETE /equipment/${active}`);
    await farmer.send(`DELETE /equipment/${idle}`);
    expect((await metrics()).equipmentEfficiency).toBeNull();
  });
});

describe('working days', () => {
  const evaluate = async <T>(expression: ReturnType<typeof sql>) =>
    (await app.sql<{ value: T }>`select ${expression} as value`)[0]!.value;

  it('exclude weekends and public holidays', async () => {
    // Good Friday to Easter Monday.
    expect(await evaluate(sql`working_days_between('2026-04-02', '2026-04-07')`)).toBe(1);
    expect(await evaluate(sql`add_working_days('2026-04-02', 1)`)).toBe('2026-04-07');
    expect(await evaluate(sql`add_working_days('2026-04-07', -1)`)).toBe('2026-04-02');
    // Boxing Day 2027 is a Sunday and is observed on the Monday.
    expect(await evaluate(sql`add_working_days('2027-12-24', 1)`)).toBe('2027-12-28');
    expect(await evaluate(sql`working_days_between('2026-11-16', '2026-11-16')`)).toBe(0);
    expect(await evaluate(sql`add_working_days('2026-11-14', 0)`)).toBe('2026-11-14');
  });

  it('counting is the inverse of adding', async () => {
    const wrong = await evaluate<number>(sql`(
      select count(*) from generate_series(0, 1500, 7) as since, generate_series(1, 20) as days
      where working_days_between('2026-01-01'::date + since, add_working_days('2026-01-01'::date + since, days)) <> days)`);
    expect(wrong).toBe(0);
  });

  it('exclude a holiday as soon as it is announced', async () => {
    await app.sql`insert into public_holidays values ('2026-11-17', 'Idd')`;
    expect(await evaluate(sql`add_working_days('2026-11-16', 1)`)).toBe('2026-11-18');
    await app.sql`delete from public_holidays where day = '2026-11-17'`;
  });
});

describe('subsidies', () => {
  it('sum the requested and approved amounts of the period to the cent', async () => {
    const farmer = await app.as('farmer');
    await newParcel(farmer, nakuru);
    const apply = async (amount: number) =>
      (
        await farmer.send<ManagedSubsidy>('POST /subsidies', {
          body: { name: 'Seed', description: 'Maize', amount },
        })
      ).body._id;
    const one = await apply(100.01);
    const two = await apply(300.03);
    await official.send(`PUT /government/subsidies/${one}`, { body: { status: 'approved' } });
    // The second one is still within the decision period.
    expect(await metrics()).toMatchObject({
      requestedAmount: 100.01,
      approvedAmount: 100.01,
      undecidedAmount: 300.03,
      subsidyUtilization: 100,
    });
    // Changes the date directly, which the triggers do not track, so the rollups are rebuilt.
    const madeOn = async (day: string) => {
      await app.sql`update subsidies set created_at = ${`${day}T12:00:00Z`} where id = ${two}`;
      await app.sql`select rebuild_rollups()`;
    };
    const rows = await app.sql<{ day: string }>`
      select add_working_days(nairobi_date(now()) + 1, -14) as day`;
    const fourteenth = rows[0]!.day;
    await madeOn(fourteenth);
    expect(await metrics()).toMatchObject({ requestedAmount: 100.01, undecidedAmount: 300.03 });
    await madeOn(addDays(fourteenth, -1));
    const body = await metrics();
    expect(body).toMatchObject({ requestedAmount: 400.04, approvedAmount: 100.01, undecidedAmount: 0 });
    expect(body.subsidyUtilization).toBeCloseTo((100 * 100.01) / 400.04, 9);
    await farmer.send(`DELETE /subsidies/${two}`);
    expect((await metrics()).subsidyUtilization).toBe(100);
  });

  it('the same applications are overdue in queue, analytics, register and export', async () => {
    const farmer = await app.as('farmer');
    await newParcel(farmer, { location: { address: 'Busia County' } });
    /** Received so many working days ago. */
    const received = async (workingDays: number) => {
      const { body } = await farmer.send<ManagedSubsidy>('POST /subsidies', {
        body: { name: 'Pump', description: 'Water', amount: 5 },
      });
      await app.sql`
        update subsidies set due_on = add_working_days(nairobi_date(created_at), ${14 - workingDays}) where id = ${body._id}`;
      return body._id;
    };
    const overdue = async () => {
      const queued = await official.send<Case[]>('GET /government/queue', { query: { view: 'late' } });
      const rows = queued.body.filter(({ county }) => county === 'Busia');
      const inQueue = rows.map(({ _id }) => _id);
      const { late } = (await official.send<QueueCounts>('GET /government/queue/counts')).body;
      expect(late).toBe(queued.body.length);
      const register = await official.send<Case[]>('GET /government/waiting-applications', {
        query: { county: 'Busia' },
      });
      expect(register.body.map(({ _id, age }) => [_id, age])).toEqual(rows.map(({ _id, age }) => [_id, age]));
      const { counties, recommendations } = await metrics();
      const inBusia = ({ county }: { county: string }) => county === 'Busia';
      expect(counties.find(inBusia)!.waitingApplications).toBe(inQueue.length);
      const recommended = recommendations.filter(inBusia).find(({ kind }) => kind === 'waiting');
      expect(recommended?.count ?? 0).toBe(inQueue.length);
      const csv = await official.send<string>('GET /government/analytics.csv');
      expect(csv.body).toContain(`Busia: overdue applications,${inQueue.length},`);
      return inQueue;
    };
    const [onLastDay, dayLate, returned, rejected] = [
      await received(14),
      await received(15),
      await received(15),
      await received(20),
    ];
    await manage(official, rejected, { status: 'rejected', reason: 'No' });
    await official.send(`POST /government/subsidies/${returned}/return`, {
      body: { fields: ['description'], reason: 'Which pump?' },
    });
    // Three weeks of calendar days, but within the working days: the clock was stopped.
    await app.sql`update subsidies set created_at = created_at - interval '21 days' where id = ${onLastDay}`;
    await app.sql`select rebuild_rollups()`;
    expect(await overdue()).toEqual([dayLate]);
    await app.sql`select fold_rollups()`;
    expect(await overdue()).toEqual([dayLate]);
    // The farmer corrects it: the clock runs again.
    await farmer.send(`PUT /subsidies/${returned}`, { body: { description: 'A treadle pump' } });
    expect(new Set(await overdue())).toEqual(new Set([dayLate, returned]));
    await expectExact(app.db);
  });
});

describe('a deleted account', () => {
  it('is removed from all metrics with everything it had', async () => {
    const before = await metrics();
    const farmer = await app.as('farmer');
    const parcel = await newParcel(farmer, nakuru);
    await sent(farmer, `POST /land/${parcel._id}/crops`, maize);
    await farmer.send('POST /equipment', { body: { name: 'Pump', type: 'Pump' } });
    expect((await metrics()).totalFarmers).toBe(before.totalFarmers + 1);
    await farmer.send('DELETE /auth/account', { body: { password: PASSWORD } });
    const { asOf: _, ...after } = await metrics();
    const { asOf: __, ...was } = before;
    expect(after).toEqual(was);
  });
});

describe('the previous period', () => {
  it('is read from a stored snapshot, or is null', async () => {
    expect((await metrics({ period: 'weekly' })).previous).toBeNull();
    await saveDailyMetrics({}, app.services);
    await app.sql`update analytics_snapshots set day = day - 7 where period = 'weekly'`;
    const { previous, ...now } = await metrics({ period: 'weekly' });
    expect(previous).toMatchObject({ totalLands: now.totalLands, landUsage: now.landUsage });
    expect(previous?.date).toBe(daysAgo(7));
    expect((await metrics({ period: 'yearly' })).previous).toBeNull();
  });
});

describe('a policy’s readers', () => {
  it('are counted for its latest sending, as on the policy’s page', async () => {
    const [first, second] = [await app.as('farmer'), await app.as('farmer')];
    const { body: policy } = await official.send<Policy>('POST /policies', {
      body: { title: 'Soil cover', description: 'Keep it', status: 'Active' },
    });
    const send = async () => {
      await official.send(`POST /policies/${policy._id}/notify`);
      const rows = await app.sql<{ notice_id: string }>`
        select notice_id from policy_sendings where farmers is null`;
      await freezeAudience({ noticeId: rows[0]!.notice_id }, app.services);
    };
    await send();
    await first.send(`POST /policies/${policy._id}/read`);
    await second.send(`POST /policies/${policy._id}/read`);
    await app.sql`update policy_sendings set sent_at = sent_at - interval '1 day'`;
    await send();
    await first.send(`POST /policies/${policy._id}/read`);
    await saveDailyMetrics({}, app.services);
    const { body: sendings } = await official.send<PolicySending[]>(`GET /policies/${policy._id}/reach`);
    const [effect] = (await metrics()).policyEffectiveness;
    expect(sendings).toHaveLength(2);
    expect(sendings[0]).toMatchObject({ read: 1 });
    expect(effect).toMatchObject({
      read: 1,
      notified: sendings[0]!.farmers,
      sentAt: sendings[0]!.sentAt,
      readShare: expect.closeTo(100 / sendings[0]!.farmers!, 6),
    });
  });
});

describe('the call', () => {
  it('refuses unknown periods and regions', async () => {
    const response = await official.send<Problem>('GET /government/analytics', {
      query: { period: 'daily', region: 'centre' },
    });
    expect(response.status).toBe(400);
    expect(response.body.issues?.map(({ path }) => path)).toEqual(['period', 'region']);
  });
});
