import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import type { ComponentKey, EvidenceCode } from './codes.ts';
import * as curves from './components/curves.ts';
import { evaluate, recogniseFertilizer, type ScoreInput, type ScoreResult } from './index.ts';
import { anyCase, parcel as anyParcel, farmedCase, futureRecords } from './parcels.arbitrary.ts';
import type { CropRecord, FertilizerRecord, PesticideRecord, WaterRecord } from './types.ts';

/**
 * The eleven properties, each on 2,000 random parcels in the full run.
 * docs/score/README.md#6-properties-and-bounds
 */
const RUNS = { numRuns: inject('isFull') ? 2000 : 100 };
const TIMEOUT_MS = 60_000;
/** Floating-point tolerance. */
const TOLERANCE = 1e-9;

function forAll<Values extends [unknown, ...unknown[]]>(
  arbitraries: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> },
  check: (...values: Values) => void,
): void {
  fc.assert(fc.property(...arbitraries, check), RUNS);
}

const more = fc.double({ min: 1, max: 20, noNaN: true });

function effective(result: ScoreResult, key: ComponentKey): number {
  return result.components.find((component) => component.key === key)!.effective;
}

function evidenceValue(result: ScoreResult, key: ComponentKey, code: EvidenceCode) {
  const component = result.components.find((candidate) => candidate.key === key)!;
  return component.evidence.find((entry) => entry.code === code)?.value;
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (value && typeof value === 'object') return Object.values(value).flatMap(numbersIn);
  return [];
}

type RecordKind = 'crops' | 'water' | 'fertilizer' | 'pesticides';
type RecordOf<Kind extends RecordKind> = Required<ScoreInput>[Kind][number];

/** Compares random parcels before and after one of their records grows by a factor from 1 to 20. */
function whenRecordGrows<Kind extends RecordKind>(
  kind: Kind,
  recordId: string,
  grow: (record: RecordOf<Kind>, factor: number) => Partial<RecordOf<Kind>>,
  check: (before: ScoreResult, after: ScoreResult) => void,
): void {
  forAll([farmedCase, more], ({ input, asOf }, factor) => {
    const records = (input[kind] as readonly RecordOf<Kind>[]).map((record) =>
      record.id === recordId ? { ...record, ...grow(record, factor) } : record,
    );
    check(evaluate(input, asOf), evaluate({ ...input, [kind]: records }, asOf));
  });
}

/** Multiplies the size and all amounts. */
function scaled(
  input: Required<ScoreInput>,
  { size = 1, tons = 1, litres = 1, kg = 1, sprayed = 1 },
): ScoreInput {
  return {
    parcel: { ...input.parcel, sizeAcres: input.parcel.sizeAcres * size },
    crops: input.crops.map((crop) => ({
      ...crop,
      yieldTonsPerHectare: crop.yieldTonsPerHectare == null ? null : crop.yieldTonsPerHectare * tons,
    })),
    water: input.water.map((record) => ({ ...record, litres: record.litres * litres })),
    fertilizer: input.fertilizer.map((record) => ({ ...record, kg: record.kg * kg })),
    pesticides: input.pesticides.map((record) => ({ ...record, amount: record.amount * sprayed })),
  };
}

function checkBounds(result: ScoreResult): void {
  const isPercent = (value: number) => value >= 0 && value <= 100 + TOLERANCE;
  const faults = result.components.filter(
    ({ score, effective: counted, completeness }) =>
      !(isPercent(score ?? 0) && isPercent(counted) && completeness >= 0 && completeness <= 1),
  );
  expect(faults).toEqual([]);
  for (const value of [result.score, result.confidencePct]) {
    expect(Number.isInteger(value) && isPercent(value)).toBe(true);
  }
  expect(numbersIn(result).every(Number.isFinite)).toBe(true);
  const text = JSON.stringify(result);
  expect(JSON.stringify(JSON.parse(text))).toBe(text);
  expect(result.actions.length).toBeLessThanOrEqual(2);
  expect(result.actions.every(({ gainPoints }) => gainPoints >= 1)).toBe(true);
}

describe('properties', { timeout: TIMEOUT_MS }, () => {
  it('1: every value stays within its bounds, none is NaN or infinite', () => {
    forAll([fc.oneof(anyCase, farmedCase)], ({ input, asOf }) => checkBounds(evaluate(input, asOf)));
  });

  it('1: the same for numbers that the forms would reject', () => {
    const wild = fc.oneof(
      fc.double(),
      fc.constantFrom(-1, 1e308, Number.NaN, Number.POSITIVE_INFINITY, 5e-324),
    );
    forAll([farmedCase, fc.array(wild, { minLength: 6, maxLength: 6 })], ({ input, asOf }, numbers) => {
      const [a, b, c, d, e, f] = numbers as [number, number, number, number, number, number];
      const odd: ScoreInput = {
        parcel: { ...input.parcel, sizeAcres: a },
        crops: input.crops.map((crop) => ({ ...crop, yieldTonsPerHectare: b, areaShare: f })),
        water: input.water.map((record) => ({ ...record, litres: c })),
        fertilizer: input.fertilizer.map((record) => ({ ...record, kg: d })),
        pesticides: input.pesticides.map((record) => ({ ...record, amount: e })),
      };
      checkBounds(evaluate(odd, asOf));
      checkBounds(evaluate({ ...odd, parcel: input.parcel }, asOf));
    });
  });

  it('2: without records the score is the initial 50, regardless of declarations', () => {
    forAll([anyParcel, anyCase], (parcel, { asOf }) => {
      const initial = { confidencePct: 0, status: 'initial', band: 'initial', actions: [] };
      expect(evaluate({ parcel }, asOf)).toMatchObject({ score: 50, raw: 50, ...initial });
    });
  });

  it('3: the order of records changes nothing', () => {
    const shuffled = anyCase.chain(({ input, asOf }) =>
      fc.record({
        input: fc.constant(input),
        asOf: fc.constant(asOf),
        crops: fc.shuffledSubarray(input.crops as [], { minLength: input.crops.length }),
        water: fc.shuffledSubarray(input.water as [], { minLength: input.water.length }),
        fertilizer: fc.shuffledSubarray(input.fertilizer as [], { minLength: input.fertilizer.length }),
        pesticides: fc.shuffledSubarray(input.pesticides as [], { minLength: input.pesticides.length }),
      }),
    );
    forAll([shuffled], ({ input, asOf, ...records }) => {
      const before = JSON.stringify(evaluate(input, asOf));
      expect(JSON.stringify(evaluate({ parcel: input.parcel, ...records }, asOf))).toBe(before);
    });
  });

  it('4: scaling a parcel and all its amounts by k does not change the score', () => {
    const factor = fc.double({ min: -3, max: 3, noNaN: true }).map((exponent) => 10 ** exponent);
    forAll([fc.oneof(anyCase, farmedCase), factor], ({ input, asOf }, k) => {
      const before = evaluate(input, asOf);
      const after = evaluate(scaled(input, { size: k, litres: k, kg: k, sprayed: k }), asOf);
      for (const [position, component] of after.components.entries()) {
        const { effective: counted, completeness, missing } = before.components[position]!;
        expect(component.effective).toBeCloseTo(counted, 6);
        expect(component.completeness).toBe(completeness);
        expect(component.missing).toEqual(missing);
      }
    });
  });

  it('5: more litres never raise water, climate or the total', () => {
    const grow = ({ litres }: WaterRecord, factor: number) => ({ litres: litres * factor + factor - 1 });
    whenRecordGrows('water', 'irrigation', grow, (before, after) => {
      expect(effective(after, 'water')).toBeLessThanOrEqual(effective(before, 'water') + TOLERANCE);
      expect(effective(after, 'climate')).toBeLessThanOrEqual(effective(before, 'climate') + TOLERANCE);
      expect(after.raw).toBeLessThanOrEqual(before.raw + TOLERANCE);
    });
  });

  it('6: a higher yield never lowers productivity, water or climate and changes nothing else', () => {
    const grow = ({ yieldTonsPerHectare: tons }: CropRecord, factor: number) => ({
      yieldTonsPerHectare: tons! * factor + (factor - 1) / 10,
    });
    whenRecordGrows('crops', 'harvest', grow, (before, after) => {
      for (const key of ['productivity', 'water', 'climate'] as const)
        expect(effective(after, key)).toBeGreaterThanOrEqual(effective(before, key) - TOLERANCE);
      for (const key of ['diversity', 'soil', 'pesticide'] as const)
        expect(effective(after, key)).toBe(effective(before, key));
    });
  });

  it('7: more mineral nitrogen never raises climate, and nitrogen has a single maximum', () => {
    let fromHigh = 0;
    let fromLow = 0;
    const grow = ({ kg }: FertilizerRecord, factor: number) => ({ kg: kg * factor });
    whenRecordGrows('fertilizer', 'mineral', grow, (before, after) => {
      expect(effective(after, 'climate')).toBeLessThanOrEqual(effective(before, 'climate') + TOLERANCE);

      const efficiencyBefore = efficiencyOf(before);
      const efficiencyAfter = efficiencyOf(after);
      if (efficiencyBefore === undefined || efficiencyAfter === undefined) return;
      if (efficiencyBefore <= 90) {
        fromLow += 1;
        expect(effective(after, 'nitrogen')).toBeLessThanOrEqual(effective(before, 'nitrogen') + TOLERANCE);
      }
      if (efficiencyAfter >= 90 && Number(evidenceValue(after, 'nitrogen', 'nitrogen-surplus')) <= 80) {
        fromHigh += 1;
        expect(effective(after, 'nitrogen')).toBeGreaterThanOrEqual(
          effective(before, 'nitrogen') - TOLERANCE,
        );
      }
    });
    expect(Math.min(fromLow, fromHigh)).toBeGreaterThan(RUNS.numRuns / 20);
  });

  it('8: more manure never lowers soil', () => {
    const grow = ({ kg }: FertilizerRecord, factor: number) => ({ kg: kg * factor + factor - 1 });
    whenRecordGrows('fertilizer', 'organic', grow, (before, after) => {
      expect(effective(after, 'soil')).toBeGreaterThanOrEqual(effective(before, 'soil') - TOLERANCE);
    });
  });

  it('9: more pesticide never raises pesticide and changes nothing else', () => {
    const grow = ({ amount }: PesticideRecord, factor: number) => ({ amount: amount * factor + factor - 1 });
    whenRecordGrows('pesticides', 'spray', grow, (before, after) => {
      expect(effective(after, 'pesticide')).toBeLessThanOrEqual(effective(before, 'pesticide') + TOLERANCE);
      expect(after.confidencePct).toBe(before.confidencePct);
      const others = ({ components }: ScoreResult) => components.filter(({ key }) => key !== 'pesticide');
      expect(others(after)).toEqual(others(before));
    });
  });

  it('10: records after the as-of date change nothing', () => {
    const withFuture = fc
      .oneof(anyCase, farmedCase)
      .chain((base) => fc.record({ base: fc.constant(base), future: futureRecords(base.asOf) }));
    forAll([withFuture], ({ base: { input, asOf }, future }) => {
      const { inputsHash: hashBefore, ...before } = evaluate(input, asOf);
      const { inputsHash: hashAfter, ...after } = evaluate(
        {
          parcel: input.parcel,
          crops: [...future.crops, ...input.crops],
          water: [...future.water, ...input.water],
          fertilizer: [...future.fertilizer, ...input.fertilizer],
          pesticides: [...future.pesticides, ...input.pesticides],
        },
        asOf,
      );
      expect(after).toEqual(before);
      // The hash covers all input records, used or not.
      const added = Object.values(future).some((records) => records.length > 0);
      expect(hashAfter === hashBefore).toBe(!added);
    });
  });

  it('11: every curve is continuous and monotone, the nitrogen curve with one plateau', () => {
    const rising = [
      curves.DIVERSITY,
      curves.DIVERSITY_PERENNIAL,
      curves.COVER,
      curves.ORGANIC,
      curves.RELATIVE_YIELD,
    ];
    const falling = [curves.WATER_USE, curves.SURPLUS_FACTOR, curves.EMISSIONS, curves.PESTICIDE];
    const hump = curves.NITROGEN_USE_EFFICIENCY;
    const near = fc.double({ min: -10, max: 500, noNaN: true });
    const steepest = 400;
    forAll([near, near], (a, b) => {
      const [low, high] = a < b ? [a, b] : [b, a];
      const rise = (curve: curves.Curve) => curves.interpolate(high, curve) - curves.interpolate(low, curve);
      for (const curve of rising) expect(rise(curve)).toBeGreaterThanOrEqual(0);
      for (const curve of falling) expect(rise(curve)).toBeLessThanOrEqual(0);
      if (high <= 90) expect(rise(hump)).toBeGreaterThanOrEqual(0);
      if (low >= 50) expect(rise(hump)).toBeLessThanOrEqual(0);
      for (const curve of [...rising, ...falling, hump]) {
        expect(Math.abs(rise(curve))).toBeLessThanOrEqual(steepest * (high - low) + TOLERANCE);
      }
    });
  });

  it('11: a tiny change of every amount changes the score only slightly', () => {
    const tiny = fc.double({ min: -1e-9, max: 1e-9, noNaN: true }).map((change) => 1 + change);
    forAll([farmedCase, fc.array(tiny, { minLength: 5, maxLength: 5 })], ({ input, asOf }, factors) => {
      const [size, tons, litres, kg, sprayed] = factors as [number, number, number, number, number];
      const after = evaluate(scaled(input, { size, tons, litres, kg, sprayed }), asOf);
      expect(Math.abs(after.raw - evaluate(input, asOf).raw)).toBeLessThan(1e-4);
    });
  });
});

/** Nitrogen use efficiency; null in the result means infinite. */
function efficiencyOf(result: ScoreResult): number | undefined {
  const value = evidenceValue(result, 'nitrogen', 'nitrogen-use-efficiency');
  return value === undefined ? undefined : value === null ? Number.POSITIVE_INFINITY : Number(value);
}

describe('actions', { timeout: TIMEOUT_MS }, () => {
  it('promise the gain that recording the change produces', () => {
    let checked = 0;
    forAll([farmedCase], ({ input, asOf }) => {
      const before = evaluate(input, asOf);
      for (const action of before.actions) {
        const changed = withAction(input, asOf, before, action);
        if (!changed) continue;
        checked += 1;
        const gain = evaluate(changed, asOf).raw - before.raw;
        expect(Math.abs(gain - action.gainPoints)).toBeLessThanOrEqual(0.05 + 1e-6);
      }
    });
    expect(checked).toBeGreaterThan(RUNS.numRuns / 2);
  });
});

/** The input after the action, as a farmer would record it. */
function withAction(
  input: Required<ScoreInput>,
  asOf: string,
  before: ScoreResult,
  action: ScoreResult['actions'][number],
): ScoreInput | null {
  if (action.key === 'irrigate-to-requirement') {
    const { litresNow, litresTarget } = action.values;
    const water = input.water.map((use) => ({ ...use, litres: (use.litres * litresTarget) / litresNow }));
    return { ...input, water };
  }
  if (action.key === 'less-mineral-nitrogen') {
    const { nitrogenKgNow, nitrogenKgTarget } = action.values;
    const fertilizer = input.fertilizer.map((use) => {
      const product = recogniseFertilizer(use.type);
      const hasNitrogen = product?.kind === 'mineral' && product.nPct > 0;
      return hasNitrogen ? { ...use, kg: (use.kg * nitrogenKgTarget) / nitrogenKgNow } : use;
    });
    return { ...input, fertilizer };
  }
  if (action.key === 'return-nutrients') {
    const date = String(evidenceValue(before, 'nitrogen', 'balance-to'));
    const manure = { id: 'added', date, type: 'Manure', kg: action.values.manureKg };
    return { ...input, fertilizer: [...input.fertilizer, manure] };
  }
  if (action.key === 'organic-matter') {
    const compost = { id: 'added', date: asOf, type: 'Compost', kg: action.values.compostKg };
    return { ...input, fertilizer: [...input.fertilizer, compost] };
  }
  return null;
}
