import type {
  Activity,
  Crop,
  HarvestToConfirm,
  Parcel,
  ParcelDetail,
  PesticideUsage,
  Problem,
  WaterUsage,
} from '@ardhi/contract';
import { describe, expect, it } from 'vitest';
import { beforeTests, issuesOf, testApp } from '../../../test/app.ts';
import { daysAgo, maize, newParcel, sent } from '../../../test/land.ts';
import { newId } from '../../lib/database/id.ts';

const app = testApp();
const farmer = beforeTests(() => app.as('farmer', 'Achieng'));
const otherFarmer = beforeTests(() => app.as('farmer'));
const parcel = beforeTests(() => newParcel(farmer));

const path = (rest = '') => `/land/${parcel._id}${rest}`;
const lastOf = <T>(list: readonly T[]) => list.at(-1)!;
const newestOf = (list: readonly { _id: string }[]) => lastOf(list);

const kinds = [
  { name: 'crops', list: 'crops', body: maize, other: { ...maize, name: 'Maharagwe' } },
  {
    name: 'water',
    list: 'waterUsage',
    body: { date: daysAgo(5), amount: 500 },
    other: { date: daysAgo(4), amount: 20 },
  },
  {
    name: 'fertilizer',
    list: 'fertilizerUsage',
    body: { date: daysAgo(5), type: 'DAP', amount: 50 },
    other: { date: daysAgo(5), type: 'Samadi', amount: 50 },
  },
  {
    name: 'pesticides',
    list: 'pesticideUsage',
    body: { date: daysAgo(5), product: 'Roundup', amount: 1.5, unit: 'L' },
    other: { date: daysAgo(5), product: 'Duduthrin', amount: 0.2, unit: 'kg' },
  },
] as const;

describe.each(kinds)('$name', ({ name, list, body, other }) => {
  it('are added, corrected and deleted, each call returning the parcel', async () => {
    const added = await sent(farmer, `POST ${path(`/${name}`)}`, body);
    const record = newestOf(added[list]);
    expect(record).toMatchObject({ ...body, revision: 1 });

    const corrected = await sent(farmer, `PUT ${path(`/${name}/${record._id}`)}`, other);
    expect(corrected[list].find(({ _id }) => _id === record._id)).toMatchObject({ ...other, revision: 2 });

    const deleted = await sent(farmer, `DELETE ${path(`/${name}/${record._id}`)}`);
    expect(deleted[list].some(({ _id }) => _id === record._id)).toBe(false);
    const again = await farmer.send(`DELETE ${path(`/${name}/${record._id}`)}`);
    expect(again.status).toBe(410);
    const back = await farmer.send(`POST ${path(`/${name}`)}`, { body: { ...body, _id: record._id } });
    expect(back.status).toBe(410);
  });

  it('are stored once if sent twice', async () => {
    const _id = newId();
    const add = (fields: object, key?: string) =>
      farmer.send<ParcelDetail & Problem>(`POST ${path(`/${name}`)}`, {
        body: fields,
        headers: key ? { 'idempotency-key': key } : {},
      });
    const first = await add({ ...body, _id });
    const again = await add({ ...body, _id });
    const otherKey = await add({ ...body, _id }, newId());
    expect([first.status, again.status, otherKey.status]).toEqual([201, 201, 201]);
    expect(again.body).toEqual(first.body);
    expect(otherKey.body[list].filter((record) => record._id === _id)).toHaveLength(1);
    const key = newId();
    expect((await add(body, key)).body[list]).toEqual((await add(body, key)).body[list]);
    expect(await add({ ...other, _id })).toMatchObject({ status: 409, body: { code: 'key-reused' } });
    expect(await add({ ...other, _id }, newId())).toMatchObject({ status: 409, body: { code: 'id-taken' } });
    const elsewhere = await newParcel(otherFarmer);
    const theirs = await otherFarmer.send(`POST /land/${elsewhere._id}/${name}`, { body: { ...body, _id } });
    expect(theirs).toMatchObject({ status: 409, body: { code: 'id-taken' } });
  });

  it('are not overwritten by an edit of an old revision', async () => {
    const record = newestOf((await sent(farmer, `POST ${path(`/${name}`)}`, body))[list]);
    const call = `PUT ${path(`/${name}/${record._id}`)}`;
    await sent(farmer, call, { ...other, revision: 1 });
    const stale = await farmer.send<Problem>(call, { body: { ...body, revision: 1 } });
    expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
    expect(stale.body.current).toMatchObject({ ...other, _id: record._id, revision: 2 });
  });

  it('are not accessible through another parcel', async () => {
    const record = newestOf((await sent(farmer, `POST ${path(`/${name}`)}`, body))[list]);
    const own = await newParcel(otherFarmer);
    const call = `PUT /land/${own._id}/${name}/${record._id}`;
    expect((await otherFarmer.send(call, { body: other })).status).toBe(404);
    expect((await farmer.send(`DELETE ${path(`/${name}/${newId()}`)}`)).status).toBe(404);
  });

  it('are paginated newest first by record date, with the total count', async () => {
    const paged = await newParcel(farmer);
    const dateField = name === 'crops' ? 'plantingDate' : 'date';
    for (const days of [300, 310, 305, 305, 320])
      await sent(farmer, `POST /land/${paged._id}/${name}`, { ...body, [dateField]: daysAgo(days) });
    const first = await farmer.send<Record<string, string>[]>(`GET /land/${paged._id}/${name}`, {
      query: { limit: 3 },
    });
    expect(first.headers.get('x-total-count')).toBe('5');
    const second = await farmer.send<Record<string, string>[]>(`GET ${first.next}`);
    expect(second.next).toBeUndefined();
    expect([...first.body, ...second.body].map((record) => record[dateField])).toEqual(
      [300, 305, 305, 310, 320].map(daysAgo),
    );
  });
});

describe('record validation', () => {
  it.each([
    [
      'harvest before planting',
      'crops',
      { ...maize, harvestDate: daysAgo(241) },
      'harvestDate: harvest-before-planting',
    ],
    ['a date that does not exist', 'water', { date: '2026-02-30', amount: 1 }, 'date: date'],
    ['a date before 1900', 'water', { date: '1899-12-31', amount: 1 }, 'date: date'],
    ['a date after 2100', 'crops', { ...maize, harvestDate: '2101-01-01' }, 'harvestDate: date'],
    ['no date', 'fertilizer', { type: 'DAP', amount: 1 }, 'date: required'],
    ['a negative amount', 'water', { date: daysAgo(1), amount: -1 }, 'amount: too-small'],
    ['an amount of 1e308', 'fertilizer', { date: daysAgo(1), type: 'DAP', amount: 1e308 }, 'amount: too-big'],
    ['a yield of 1e308', 'crops', { ...maize, yield: 1e308 }, 'yield: too-big'],
    ['no yield', 'crops', { ...maize, yield: undefined }, 'yield: required'],
    ['an area share of 0', 'crops', { ...maize, areaShare: 0 }, 'areaShare: too-small'],
    ['an area share above 1', 'crops', { ...maize, areaShare: 1.1 }, 'areaShare: too-big'],
    ['no type', 'fertilizer', { date: daysAgo(1), type: '', amount: 1 }, 'type: required'],
    ['another unit', 'pesticides', { date: daysAgo(1), product: 'x', amount: 1, unit: 'g' }, 'unit: choice'],
  ])('rejects %s on its field and stores nothing', async (_, kind, body, issue) => {
    const before = (await farmer.send<ParcelDetail>(`GET ${path()}`)).body;
    const added = await farmer.send<Problem>(`POST ${path(`/${kind}`)}`, { body });
    expect([added.status, issuesOf(added.body)]).toEqual([400, [issue]]);
    expect((await farmer.send(`GET ${path()}`)).body).toEqual(before);
  });

  it('accepts zero, equal dates, and a timestamp as its date in Nairobi', async () => {
    const fresh = await newParcel(farmer);
    const day = daysAgo(30);
    const after = await sent(farmer, `POST /land/${fresh._id}/crops`, {
      ...maize,
      plantingDate: day,
      harvestDate: day,
      yield: 0,
      areaShare: '',
    });
    expect(after.crops[0]).toMatchObject({ plantingDate: day, harvestDate: day, yield: 0, areaShare: null });
    const watered = await sent(farmer, `POST /land/${fresh._id}/water`, {
      date: '2026-03-04T22:30:00.000Z',
      amount: '0',
    });
    expect(watered.waterUsage[0]).toMatchObject({ date: '2026-03-05', amount: 0 });
  });

  it('rejects a correction that moves the harvest before the planting', async () => {
    const crop = lastOf((await sent(farmer, `POST ${path('/crops')}`, maize)).crops);
    const { status, body } = await farmer.send<Problem>(`PUT ${path(`/crops/${crop._id}`)}`, {
      body: { ...maize, harvestDate: daysAgo(500) },
      headers: { 'accept-language': 'sw' },
    });
    expect([status, body.issues]).toEqual([
      400,
      [
        {
          path: 'harvestDate',
          code: 'harvest-before-planting',
          message: 'Tarehe ya kuvuna haiwezi kuwa kabla ya tarehe ya kupanda.',
        },
      ],
    ]);
  });
});

describe('totals', () => {
  it('are updated exactly with every record, also in the list', async () => {
    const fresh = await newParcel(farmer);
    const call = (rest: string) => `/land/${fresh._id}${rest}`;
    for (const amount of [0.1, 0.2, 1000])
      await sent(farmer, `POST ${call('/water')}`, { date: daysAgo(3), amount });
    const first = (await farmer.send<WaterUsage[]>(`GET ${call('/water')}`)).body.find(
      ({ amount }) => amount === 0.1,
    )!;
    await sent(farmer, `PUT ${call(`/water/${first._id}`)}`, { date: daysAgo(3), amount: 0.3 });
    await sent(farmer, `POST ${call('/fertilizer')}`, { date: daysAgo(3), type: 'CAN', amount: 25.5 });
    await sent(farmer, `POST ${call('/pesticides')}`, {
      date: daysAgo(3),
      product: 'x',
      amount: 2,
      unit: 'L',
    });
    const after = await sent(farmer, `POST ${call('/crops')}`, maize);
    expect(after).toMatchObject({
      totalWater: 1000.5,
      totalFertilizer: 25.5,
      totalPesticide: 2,
      cropCount: 1,
      waterCount: 3,
      fertilizerCount: 1,
      pesticideCount: 1,
    });
    const listed = (await farmer.send<Parcel[]>('GET /land')).body.find(({ _id }) => _id === fresh._id);
    const { fertilizerUsage: _, pesticideUsage: __, ...asListed } = after;
    expect(listed).toEqual(asListed);
    await sent(farmer, `DELETE ${call(`/water/${first._id}`)}`);
    expect((await farmer.send<Parcel>(`GET ${call('')}`)).body.totalWater).toBe(1000.2);
  });

  it('count all records even if a parcel includes only the newest thousand', async () => {
    const fresh = await newParcel(farmer);
    await app.sql`insert into water_records (id, parcel_id, date, litres)
      select gen_random_uuid(), ${fresh._id}, current_date - 1 - n % 700, 10 from generate_series(1, 1100) as n`;
    await app.sql`update parcels set water_count = 1100, water_litres = 11000 where id = ${fresh._id}`;
    const after = await sent(farmer, `POST /land/${fresh._id}/water`, { date: daysAgo(0), amount: 5 });
    expect([after.waterUsage.length, after.waterCount, after.totalWater]).toEqual([1000, 1101, 11_005]);
    expect(lastOf(after.waterUsage)).toMatchObject({ date: daysAgo(0), amount: 5 });
    const listed = (await farmer.send<Parcel[]>('GET /land')).body.find(({ _id }) => _id === fresh._id)!;
    expect(listed.waterCount).toBe(1101);
    expect(listed.waterUsage.length).toBeLessThanOrEqual(1000);
  });
});

describe('concurrent records', () => {
  it('are all counted', async () => {
    const fresh = await newParcel(farmer);
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        farmer.send<ParcelDetail>(`POST /land/${fresh._id}/water`, {
          body: { date: daysAgo(2), amount: 100 + index },
        }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(201));
    const { body } = await farmer.send<ParcelDetail>(`GET /land/${fresh._id}`);
    expect([body.waterCount, body.totalWater, body.waterUsage.length]).toEqual([8, 828, 8]);
  });
});

describe('a harvest', () => {
  const planned = { name: 'Mahindi', plantingDate: daysAgo(150), harvestDate: daysAgo(-20), yield: 3 };

  it('is confirmed if recorded after its date, and expected if recorded before', async () => {
    const fresh = await newParcel(farmer);
    const past = await sent(farmer, `POST /land/${fresh._id}/crops`, maize);
    expect(past.crops[0]).toMatchObject({ yield: 2.1, yieldConfirmed: true });
    const future = await sent(farmer, `POST /land/${fresh._id}/crops`, planned);
    expect(lastOf(future.crops)).toMatchObject({ yield: 3, yieldConfirmed: false });
  });

  it('of today can be confirmed by a device whose clock is a day behind or ahead', async () => {
    const fresh = await newParcel(farmer);
    for (const harvestDate of [daysAgo(1), daysAgo(-1)]) {
      const crop = lastOf((await sent(farmer, `POST /land/${fresh._id}/crops`, planned)).crops);
      const after = await sent(farmer, `PUT /land/${fresh._id}/crops/${crop._id}/harvest`, {
        yield: 2,
        harvestDate,
      });
      expect(after.crops.find(({ _id }) => _id === crop._id)).toMatchObject({
        harvestDate,
        yieldConfirmed: true,
      });
    }
  });

  it('is listed for confirmation from its date on, and confirmed with the actual yield', async () => {
    const achieng = await app.as('farmer');
    const fresh = await newParcel(achieng);
    const crop = lastOf((await sent(achieng, `POST /land/${fresh._id}/crops`, planned)).crops);
    const toConfirm = async () =>
      (await achieng.send<HarvestToConfirm[]>('GET /land/harvests-to-confirm')).body.map(
        ({ landName, crop: { _id } }) => [landName, _id],
      );
    expect(await toConfirm()).toEqual([]);
    const early = await achieng.send<Problem>(`PUT /land/${fresh._id}/crops/${crop._id}/harvest`, {
      body: { yield: 2 },
    });
    expect([early.status, issuesOf(early.body)]).toEqual([400, ['harvestDate: not-harvested-yet']]);

    await app.sql`update crops set harvest_date = ${daysAgo(3)} where id = ${crop._id}`;
    expect(await toConfirm()).toEqual([[fresh.name, crop._id]]);
    // Correcting the name does not confirm the yield.
    const renamed = await sent(achieng, `PUT /land/${fresh._id}/crops/${crop._id}`, {
      ...planned,
      harvestDate: daysAgo(3),
      name: 'Mahindi ya njano',
    });
    expect(renamed.crops[0]).toMatchObject({ yieldConfirmed: false });
    expect(renamed.score.confidence).toBeLessThan(60);

    const wrong = await achieng.send<Problem>(`PUT /land/${fresh._id}/crops/${crop._id}/harvest`, {
      body: { yield: 2, harvestDate: daysAgo(400) },
    });
    expect(issuesOf(wrong.body)).toEqual(['harvestDate: harvest-before-planting']);
    const confirmed = await sent(achieng, `PUT /land/${fresh._id}/crops/${crop._id}/harvest`, {
      yield: 2.4,
      harvestDate: daysAgo(2),
      revision: 2,
    });
    expect(confirmed.crops[0]).toMatchObject({
      yield: 2.4,
      harvestDate: daysAgo(2),
      yieldConfirmed: true,
      revision: 3,
    } satisfies Partial<Crop>);
    expect(confirmed.score.confidence).toBeGreaterThan(renamed.score.confidence);
    expect(await toConfirm()).toEqual([]);
    const foreign = await otherFarmer.send(`PUT /land/${fresh._id}/crops/${crop._id}/harvest`, {
      body: { yield: 1 },
    });
    expect(foreign.status).toBe(404);
  });

  it('is expected again after its confirmation is taken back', async () => {
    const fresh = await newParcel(farmer);
    const crop = lastOf((await sent(farmer, `POST /land/${fresh._id}/crops`, planned)).crops);
    const harvest = `/land/${fresh._id}/crops/${crop._id}/harvest`;
    const confirmed = await sent(farmer, `PUT ${harvest}`, { yield: 2.4, harvestDate: daysAgo(1) });
    expect(confirmed.crops[0]).toMatchObject({ yieldConfirmed: true });
    const undone = await sent(farmer, `PUT ${harvest}/undo`, {
      yield: planned.yield,
      harvestDate: planned.harvestDate,
    });
    expect(undone.crops[0]).toMatchObject({
      yield: 3,
      harvestDate: planned.harvestDate,
      yieldConfirmed: false,
      revision: 3,
    } satisfies Partial<Crop>);
    expect(undone.sustainabilityScore).toBe(
      (await farmer.send<{ sustainabilityScore: number }>(`GET /land/${fresh._id}`)).body.sustainabilityScore,
    );

    const wrong = await farmer.send<Problem>(`PUT ${harvest}/undo`, {
      body: { yield: 2, harvestDate: daysAgo(400) },
    });
    expect([wrong.status, issuesOf(wrong.body)]).toEqual([400, ['harvestDate: harvest-before-planting']]);
    const stale = await farmer.send(`PUT ${harvest}/undo`, {
      body: { yield: 2, harvestDate: planned.harvestDate, revision: 1 },
    });
    expect(stale.status).toBe(409);
    const foreign = await otherFarmer.send(`PUT ${harvest}/undo`, {
      body: { yield: 1, harvestDate: planned.harvestDate },
    });
    expect(foreign.status).toBe(404);
  });
});

describe('recent activities', () => {
  it('list the farmer’s actions, newest first, with the score change', async () => {
    const njeri = await app.as('farmer');
    const fresh = await newParcel(njeri, { name: 'Kwa bibi', declarations: { fertilizer: 'none' } });
    const { crops } = await sent(njeri, `POST /land/${fresh._id}/crops`, { ...maize, yield: 0.2 });
    await sent(njeri, `POST /land/${fresh._id}/pesticides`, {
      date: daysAgo(9),
      product: 'Dawa',
      amount: 1,
      unit: 'L',
    } satisfies Partial<PesticideUsage>);
    const { sustainabilityScore } = await sent(njeri, `DELETE /land/${fresh._id}/crops/${crops[0]!._id}`);
    const { body } = await njeri.send<Activity[]>('GET /land/activities', { query: { limit: 3 } });
    expect(body.map(({ kind }) => kind)).toEqual(['crop.delete', 'pesticide.create', 'crop.create']);
    expect(body[0]).toMatchObject({
      landName: 'Kwa bibi',
      landDeleted: false,
      name: 'Mahindi',
      scoreTo: sustainabilityScore,
    });
    expect(body[1]).toMatchObject({ name: 'Dawa', date: daysAgo(9), amount: 1, unit: 'L' });
    expect(body[2]).toMatchObject({ name: 'Mahindi', unit: 't/ha', scoreFrom: 50 });
    expect(
      (await otherFarmer.send<Activity[]>('GET /land/activities')).body.some(
        ({ landId }) => landId === fresh._id,
      ),
    ).toBe(false);
  });
});
