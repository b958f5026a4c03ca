/** The stored score equals the engine's result for the stored records after any sequence of writes. */
import { evaluate } from '@ardhi/agronomy';
import {
  type Advice,
  type ParcelDetail,
  type ParcelScore,
  type SeasonFigures,
  scoreInputOf,
} from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { beforeTests, testApp } from '../../../test/app.ts';
import { daysAgo, maize, newParcel, sent } from '../../../test/land.ts';

const app = testApp();
const farmer = beforeTests(() => app.as('farmer'));

/** Runs the engine on the API response and compares the result with the stored score. */
async function expectScoreOfRecords(parcelId: string): Promise<void> {
  const { body: parcel } = await farmer.send<ParcelDetail>(`GET /land/${parcelId}`);
  const { body: stored } = await farmer.send<ParcelScore>(`GET /land/${parcelId}/score`);
  const expected = evaluate(scoreInputOf(parcel, parcel, today()), today());
  // Compares via JSON as the API does, because JSON has no -0.
  const { components, actions, nextEvidence } = JSON.parse(JSON.stringify(expected));
  expect(parcel.sustainabilityScore).toBe(expected.score);
  expect(parcel.score).toEqual({
    confidence: expected.confidencePct,
    status: expected.status,
    band: expected.band,
  });
  expect(stored).toMatchObject({
    sustainabilityScore: expected.score,
    confidence: expected.confidencePct,
    components,
    actions,
    nextEvidence,
    county: expected.county,
    region: expected.region,
  });
  expect(stored.history.at(-1)?.score).toBe(expected.score);
  const counted = {
    crops: parcel.cropCount,
    water: parcel.waterCount,
    fertilizer: parcel.fertilizerCount,
    pesticides: parcel.pesticideCount,
  };
  expect(counted).toEqual({
    crops: parcel.crops.length,
    water: parcel.waterUsage.length,
    fertilizer: parcel.fertilizerUsage.length,
    pesticides: parcel.pesticideUsage.length,
  });
  const sum = (list: { amount: number }[]) => list.reduce((total, { amount }) => total + amount, 0);
  expect(parcel.totalWater).toBeCloseTo(sum(parcel.waterUsage), 6);
  expect(parcel.totalFertilizer).toBeCloseTo(sum(parcel.fertilizerUsage), 6);
  expect(parcel.totalPesticide).toBeCloseTo(sum(parcel.pesticideUsage), 6);
}

// Includes days before the two-year window and in the future.
const day = fc.integer({ min: -40, max: 1100 }).map(daysAgo);
const amount = (max: number) =>
  fc.double({ min: 0, max, noNaN: true }).map((value) => Number(value.toFixed(2)));

const cropBody = fc
  .record({
    name: fc.constantFrom('mahindi', 'Beans', 'coffee', 'Tea', 'viazi', 'something else'),
    planted: fc.integer({ min: -20, max: 1100 }),
    days: fc.integer({ min: 0, max: 500 }),
    yield: amount(12),
    areaShare: fc.option(fc.constantFrom(0.25, 0.5, 1), { nil: null }),
  })
  .map(({ planted, days, ...crop }) => ({
    ...crop,
    plantingDate: daysAgo(planted),
    harvestDate: daysAgo(planted - days),
  }));
const waterBody = fc.record({ date: day, amount: amount(2_000_000) });
const fertilizerBody = fc.record({
  date: day,
  type: fc.constantFrom('DAP', 'CAN', 'samadi', 'NPK 17-17-17', 'mystery', 'lime'),
  amount: amount(400),
});
const pesticideBody = fc.record({
  date: day,
  product: fc.constantFrom('Roundup', 'Furadan', 'Duduthrin', 'unheard of'),
  amount: amount(5),
  unit: fc.constantFrom('kg', 'L'),
});
const editBody = fc.record(
  {
    size: fc.constantFrom(0, 0.5, 2, 40),
    soilType: fc.constantFrom('clay', 'sandy', 'loamy'),
    county: fc.constantFrom('Kitui', 'Kericho', null),
    declarations: fc.record({
      irrigation: fc.constantFrom('rain-fed', 'unknown'),
      fertilizer: fc.constantFrom('none', 'unknown'),
      pesticide: fc.constantFrom('none', 'unknown'),
    }),
  },
  { requiredKeys: [] },
);

const kinds = {
  crops: { list: 'crops', body: cropBody },
  water: { list: 'waterUsage', body: waterBody },
  fertilizer: { list: 'fertilizerUsage', body: fertilizerBody },
  pesticides: { list: 'pesticideUsage', body: pesticideBody },
} as const;
type Kind = keyof typeof kinds;

/** `pick` selects one of the records that exist when the write runs. */
type Write =
  | { verb: 'add' | 'correct' | 'delete'; kind: Kind; body: unknown; pick: number }
  | { verb: 'edit'; body: unknown };

const write: fc.Arbitrary<Write> = fc.oneof(
  { weight: 1, arbitrary: editBody.map((body) => ({ verb: 'edit' as const, body })) },
  ...(Object.keys(kinds) as Kind[]).map((kind) => ({
    weight: 2,
    arbitrary: fc.record({
      verb: fc.constantFrom('add' as const, 'add' as const, 'correct' as const, 'delete' as const),
      kind: fc.constant(kind),
      body: kinds[kind].body as fc.Arbitrary<unknown>,
      pick: fc.nat(1000),
    }),
  })),
);

async function perform(parcelId: string, action: Write): Promise<number> {
  if (action.verb === 'edit')
    return (await farmer.send(`PUT /land/${parcelId}`, { body: action.body })).status;
  const { verb, kind, body, pick } = action;
  if (verb === 'add') return (await farmer.send(`POST /land/${parcelId}/${kind}`, { body })).status;
  const { body: parcel } = await farmer.send<ParcelDetail>(`GET /land/${parcelId}`);
  const records = parcel[kinds[kind].list];
  const record = records[pick % Math.max(1, records.length)];
  if (!record) return 200;
  const call = verb === 'correct' ? 'PUT' : 'DELETE';
  const { status } = await farmer.send(`${call} /land/${parcelId}/${kind}/${record._id}`, {
    body: verb === 'correct' ? body : undefined,
  });
  // A concurrent write may have deleted it first.
  return status === 410 ? 200 : status;
}

describe('the stored score', () => {
  it('equals the engine’s result after sequential writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 10 }), async (writes) => {
        const { _id } = await newParcel(farmer);
        for (const action of writes) expect(await perform(_id, action)).toBeLessThan(300);
        await expectScoreOfRecords(_id);
      }),
      { numRuns: inject('isFull') ? 30 : 6 },
    );
  });

  it('equals the engine’s result after concurrent writes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(write, { minLength: 2, maxLength: 6 }),
        fc.array(write, { minLength: 4, maxLength: 8 }),
        async (before, concurrent) => {
          const { _id } = await newParcel(farmer);
          for (const action of before) await perform(_id, action);
          const statuses = await Promise.all(concurrent.map((action) => perform(_id, action)));
          for (const status of statuses) expect(status).toBeLessThan(300);
          await expectScoreOfRecords(_id);
        },
      ),
      { numRuns: inject('isFull') ? 20 : 4 },
    );
  });
});

describe('the score explanation', () => {
  it('has components, evidence, missing records, actions and the score history', async () => {
    const parcel = await newParcel(farmer, { declarations: { irrigation: 'rain-fed', pesticide: 'none' } });
    const initial = (await farmer.send<ParcelScore>(`GET /land/${parcel._id}/score`)).body;
    expect(initial).toMatchObject({
      sustainabilityScore: 50,
      confidence: 0,
      status: 'initial',
      asOf: today(),
    });
    expect(initial.components.map(({ key }) => key)).toHaveLength(7);
    expect(initial.components.every(({ score, effective }) => score === null && effective === 50)).toBe(true);
    expect(initial.history).toEqual([{ date: today(), score: 50, confidence: 0, status: 'initial' }]);

    await sent(farmer, `POST /land/${parcel._id}/fertilizer`, {
      date: daysAgo(239),
      type: 'DAP',
      amount: 200,
    });
    const after = await sent(farmer, `POST /land/${parcel._id}/crops`, maize);
    const { body } = await farmer.send<ParcelScore>(`GET /land/${parcel._id}/score`);
    expect(body.status).toBe('assessed');
    expect(body.actions.length).toBeGreaterThan(0);
    expect(body.actions[0]).toMatchObject({ key: expect.any(String), gainPoints: expect.any(Number) });
    const crop = after.crops[0]!._id;
    expect(
      body.components.some(({ evidence }) => evidence.some(({ recordIds }) => recordIds.includes(crop))),
    ).toBe(true);
    expect(body.history.at(-1)).toMatchObject({ score: after.sustainabilityScore, date: today() });
    expect(body.history.map(({ score }) => score)).toEqual([
      ...new Set(body.history.map(({ score }) => score)),
    ]);
    // The component changes add up from the initial 50.
    const moved = body.history.flatMap(({ changes = [] }) => changes.map(({ points }) => points));
    expect(50 + moved.reduce((sum, points) => sum + points, 0)).toBeCloseTo(after.sustainabilityScore, -1);
    expect(body.history[1]?.changes?.length).toBeGreaterThan(0);

    const { body: seasons } = await farmer.send<SeasonFigures[]>(`GET /land/${parcel._id}/seasons`);
    expect(seasons).toMatchObject([
      { recordId: crop, name: 'Mahindi', waterLitres: 0, nitrogenKg: 36, yieldTPerHa: 2.1 },
    ]);
    expect(seasons[0]?.waterNeededLitres).toBeGreaterThan(0);
    expect(seasons[0]?.nitrogenNeededKg).toBeGreaterThan(0);
  });

  it('is computed on demand for a parcel that was loaded in bulk without one', async () => {
    const parcel = await newParcel(farmer);
    await sent(farmer, `POST /land/${parcel._id}/crops`, maize);
    const before = (await farmer.send<ParcelScore>(`GET /land/${parcel._id}/score`)).body;
    await app.db.deleteFrom('parcel_scores').where('parcel_id', '=', parcel._id).execute();
    expect((await farmer.send(`GET /land/${parcel._id}/score`)).body).toEqual(before);
  });

  it('of an older engine is computed again, and its advice is left out', async () => {
    const wanjiru = await app.as('farmer');
    const parcel = await newParcel(wanjiru);
    await sent(wanjiru, `POST /land/${parcel._id}/crops`, maize);
    const before = (await wanjiru.send<ParcelScore>(`GET /land/${parcel._id}/score`)).body;
    expect((await wanjiru.send<Advice[]>('GET /land/advice')).body).not.toEqual([]);
    await app.sql`
      update parcel_scores set result = result || '{"engineVersion": "2025.1.0", "band": "older", "actions": [{"key": "older"}]}'
      where parcel_id = ${parcel._id}`;
    expect((await wanjiru.send(`GET /land/${parcel._id}/score`)).body).toEqual(before);
    expect((await wanjiru.send<Advice[]>('GET /land/advice')).body).toEqual([]);
  });
});

describe('advice over all parcels', () => {
  it('lists the best action of each kind once, then the next records to add', async () => {
    const njoroge = await app.as('farmer');
    const first = await newParcel(njoroge, { name: 'One', declarations: { fertilizer: 'none' } });
    const second = await newParcel(njoroge, { name: 'Two', declarations: { fertilizer: 'none' } });
    await newParcel(njoroge, { name: 'Bare' });
    await sent(njoroge, `POST /land/${first._id}/crops`, { ...maize, yield: 1 });
    await sent(njoroge, `POST /land/${second._id}/crops`, { ...maize, yield: 0.1 });
    const { body } = await njoroge.send<Advice[]>('GET /land/advice', { query: { limit: 50 } });
    const keys = body.map(({ action, nextEvidence }) => action?.key ?? nextEvidence?.code);
    expect(new Set(keys).size).toBe(keys.length);
    const gains = body.flatMap(({ action }) => action?.gainPoints ?? []);
    expect(gains).toEqual([...gains].sort((left, right) => right - left));
    expect(gains.length).toBeGreaterThan(0);
    expect(body.some(({ nextEvidence }) => nextEvidence)).toBe(true);
    expect((await njoroge.send<Advice[]>('GET /land/advice', { query: { limit: 1 } })).body).toHaveLength(1);
  });
});
