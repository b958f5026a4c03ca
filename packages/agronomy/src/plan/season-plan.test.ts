import { describe, expect, inject, it } from 'vitest';
import { formatDay, parseDay } from '../dates.ts';
import { COUNTIES, type CropRecord, knownCrops, type PlanTask, recogniseCrop, seasonPlan } from '../index.ts';
import type { ScoreInput } from '../types.ts';
import { PLAN_SOURCES, type TaskKind, type TaskOf } from './types.ts';

const PLANTED = '2026-03-20';
/** Days of a season that are looked at. */
const STEP_DAYS = inject('isFull') ? 7 : 37;
const AREA_HA = 0.40468564;

const addDays = (date: string, days: number) => formatDay(parseDay(date) + days);

function cropRecord(key: string, changes: Partial<CropRecord> = {}): CropRecord {
  const { seasonDays, referenceYieldTPerHa } = recogniseCrop(key)!;
  return {
    id: key,
    name: key,
    plantingDate: PLANTED,
    harvestDate: addDays(PLANTED, seasonDays - 1),
    yieldTonsPerHectare: referenceYieldTPerHa,
    ...changes,
  };
}

function parcel(county: string, crops: CropRecord[], records: Partial<ScoreInput> = {}): ScoreInput {
  return {
    parcel: { sizeAcres: 1, county, soilType: 'loamy', declarations: { irrigation: 'recorded' } },
    crops,
    ...records,
  };
}

const only = <Kind extends TaskKind>(tasks: readonly PlanTask[], kind: Kind) =>
  tasks.filter((task): task is TaskOf<Kind> => task.kind === kind);

const CASES = knownCrops().flatMap(({ key }) => COUNTIES.map(({ name }) => ({ key, county: name })));

describe('every crop in every county', () => {
  it('has its tasks in the order of the season, none before planting or after harvest', () => {
    const faults: string[] = [];
    for (const { key, county } of CASES) {
      const crop = cropRecord(key);
      for (let day = 0; day < recogniseCrop(key)!.seasonDays - 1; day += STEP_DAYS) {
        const asOf = addDays(PLANTED, day);
        const tasks = seasonPlan(parcel(county, [crop]), asOf);
        const fault = (text: string) => faults.push(`${key} ${county} ${asOf}: ${text}`);
        for (const { kind, from, to, cropId } of tasks) {
          if (from > to) fault(`${kind} ends before it begins`);
          if (kind !== 'plant' && (from < PLANTED || to > crop.harvestDate!)) fault(`${kind} is outside`);
          if (kind !== 'plant' && cropId !== key) fault(`${kind} belongs to another crop`);
        }
        const begins = tasks.map(({ from }) => from);
        if (begins.join() !== [...begins].sort().join()) fault('not by date');
        if (new Set(tasks.map(({ id }) => id)).size !== tasks.length) fault('two tasks have the same id');
        const [first, second] = only(tasks, 'weed');
        const [dressing] = only(tasks, 'top-dress');
        if (first && second && first.to >= second.from) fault('both weedings at once');
        if (dressing && first && dressing.from <= first.to) fault('top dressing before the first weeding');
        if (only(tasks, 'harvest').length !== 1) fault('no harvest');
      }
    }
    expect(faults).toEqual([]);
  });

  it('names amounts within bounds, and a source for every task', () => {
    const faults = new Set<string>();
    const isWithin = (value: number, min: number, max: number) => value >= min && value <= max;
    const isSound = (task: PlanTask): boolean => {
      if (task.sources.length === 0 || !task.sources.every((source) => PLAN_SOURCES.includes(source)))
        return false;
      if (task.kind === 'planting-fertilizer' || task.kind === 'top-dress') {
        const { kg, neededKg, recordedKg } = task.values;
        return Number.isInteger(kg) && isWithin(kg / AREA_HA, 1, 1100) && neededKg > 0 && recordedKg === 0;
      }
      if (task.kind === 'water') {
        const { litres, litresPerDay, needMm, rainMm } = task.values;
        const mm = litres / 10_000 / AREA_HA;
        return isWithin(mm, 0.1, 120) && isWithin(litresPerDay, 1, litres) && isWithin(rainMm, 0, needMm);
      }
      return true;
    };
    for (const { key, county } of CASES) {
      // Expected yields that a form accepts: none, not stated, a low one, and a typing error.
      for (const yieldTonsPerHectare of [0, null, 1, 999]) {
        const crop = cropRecord(key, { yieldTonsPerHectare });
        for (let day = 0; day < recogniseCrop(key)!.seasonDays; day += STEP_DAYS) {
          for (const task of seasonPlan(parcel(county, [crop]), addDays(PLANTED, day)))
            if (!isSound(task)) faults.add(`${key} ${county}: ${JSON.stringify(task)}`);
        }
      }
    }
    expect([...faults]).toEqual([]);
  });

  it('proposes planting at the start of the rains on a parcel without a crop', () => {
    const months = new Map<string, string>();
    for (const { name } of COUNTIES) {
      const tasks = seasonPlan(parcel(name, []), '2026-01-10');
      expect(tasks.every(({ kind }) => kind === 'plant')).toBe(true);
      expect(tasks.length).toBeLessThanOrEqual(1);
      const [task] = tasks;
      if (!task) continue;
      expect(task.from.slice(8)).toBe('01');
      expect(task.from.slice(0, 7)).toBe(task.to.slice(0, 7));
      months.set(name, task.from);
    }
    expect(Object.fromEntries(months)).toMatchObject({
      Machakos: '2026-03-01',
      Nakuru: '2026-04-01',
      Kilifi: '2026-04-01',
    });
    // Turkana's rain never reaches half of its evapotranspiration.
    expect(months.has('Turkana')).toBe(false);
    expect(seasonPlan(parcel('Machakos', []), '2026-04-02')).toMatchObject([
      { kind: 'plant', from: '2026-11-01', to: '2026-11-30' },
    ]);
  });
});

describe('a season of maize in Embu', () => {
  const maize = cropRecord('maize');
  const planned = (asOf: string, records: Partial<ScoreInput> = {}) =>
    seasonPlan(parcel('Embu', [maize], records), asOf);

  it('follows the stages of the table', () => {
    expect(planned(PLANTED).map(({ kind, from, to }) => `${kind} ${from} ${to}`)).toEqual([
      'planting-fertilizer 2026-03-20 2026-03-26',
      'weed 2026-04-07 2026-04-13',
      'scout 2026-04-14 2026-04-20',
      'top-dress 2026-04-14 2026-05-04',
      'weed 2026-04-28 2026-05-04',
      'scout 2026-05-26 2026-06-01',
      'harvest 2026-08-10 2026-08-16',
    ]);
  });

  it('replaces the nutrients of the expected harvest, without what is recorded', () => {
    const [dap] = only(planned(PLANTED), 'planting-fertilizer');
    // 1.7 t/ha x 2.9 kg P x 0.4047 ha / 0.4364 = 4.57 kg P2O5; DAP has 46%.
    expect(dap?.values).toMatchObject({ product: 'DAP', kg: 10 });
    // 1.7 t/ha x 12.3 kg N x 0.4047 ha / 0.7 = 12.09 kg N, of which 1.8 kg come with the DAP; CAN has 26%.
    expect(only(planned(PLANTED), 'top-dress')[0]?.values).toMatchObject({ product: 'CAN', kg: 40 });
    const fertilizer = [{ id: 'f', date: PLANTED, type: 'DAP 50kg', kg: 50 }];
    const after = planned(addDays(PLANTED, 30), { fertilizer });
    expect(only(after, 'planting-fertilizer')).toEqual([]);
    expect(only(after, 'top-dress')[0]?.values).toMatchObject({ product: 'CAN', kg: 12, recordedKg: 9 });
    const urea = [...fertilizer, { id: 'u', date: addDays(PLANTED, 30), type: 'Urea ya Yara', kg: 10 }];
    expect(only(planned(addDays(PLANTED, 31), { fertilizer: urea }), 'top-dress')).toEqual([]);
  });

  it('proposes the product that the farmer used last', () => {
    const fertilizer = [
      { id: 'old', date: '2025-04-01', type: 'Mavuno 10-26-10', kg: 25 },
      { id: 'older', date: '2025-05-01', type: 'Urea ya Yara', kg: 25 },
    ];
    const tasks = planned(PLANTED, { fertilizer });
    expect(only(tasks, 'planting-fertilizer')[0]?.values.product).toBe('Mavuno 10-26-10');
    expect(only(tasks, 'top-dress')[0]?.values.product).toBe('Urea ya Yara');
  });

  it('asks for water only where it is recorded, and only for what the week still lacks', () => {
    const dry = addDays(PLANTED, 90);
    const [water] = only(planned(dry), 'water');
    expect(water).toMatchObject({ from: '2026-06-15', to: '2026-06-21' });
    const litres = water!.values.litres;
    const given = [{ id: 'w', date: dry, litres: litres / 2 }];
    expect(only(planned(dry, { water: given }), 'water')[0]!.values.litres).toBeCloseTo(litres / 2, -2);
    expect(only(planned(dry, { water: [{ id: 'w', date: dry, litres }] }), 'water')).toEqual([]);
    const rainFed = parcel('Embu', [maize]);
    rainFed.parcel.declarations = { irrigation: 'rain-fed' };
    expect(only(seasonPlan(rainFed, dry), 'water')).toEqual([]);
  });

  it('warns of the harvest where something was sprayed, with the class of the product', () => {
    const late = addDays(PLANTED, 120);
    expect(only(planned(late), 'stop-spraying')).toEqual([]);
    const pesticides = [{ id: 'p', date: addDays(PLANTED, 60), product: 'Dynamec 1.8EC', amount: 0.1 }];
    expect(only(planned(late, { pesticides }), 'stop-spraying')).toMatchObject([
      { from: '2026-07-15', to: '2026-08-16', values: { product: 'Dynamec 1.8EC', whoClass: 'Ib' } },
    ]);
  });

  it('dries the grain in the week after a confirmed harvest, and then plants again', () => {
    const harvested = { ...maize, harvestDate: '2026-08-10' };
    const after = seasonPlan(parcel('Embu', [harvested]), '2026-08-12');
    expect(after.map(({ kind, from, to }) => `${kind} ${from} ${to}`)).toEqual([
      'dry 2026-08-10 2026-08-16',
      'plant 2026-10-01 2026-10-31',
    ]);
    expect(seasonPlan(parcel('Embu', [harvested]), '2026-08-17').map(({ kind }) => kind)).toEqual(['plant']);
    const unconfirmed = { ...maize, harvestDate: '2026-08-10', yieldTonsPerHectare: null };
    expect(only(seasonPlan(parcel('Embu', [unconfirmed]), '2026-08-12'), 'harvest')).toHaveLength(1);
  });

  it('derives no stages from a season of an implausible length', () => {
    const kinds = (harvestDate: string) =>
      seasonPlan(parcel('Embu', [{ ...maize, harvestDate }]), addDays(PLANTED, 1)).map(({ kind }) => kind);
    expect(kinds(addDays(PLANTED, 40))).toEqual(['water', 'planting-fertilizer', 'harvest']);
    expect(kinds(addDays(PLANTED, 99))).toContain('top-dress');
  });

  it('plans a crop that is to be planted later', () => {
    const [first] = planned('2026-03-01');
    expect(first).toMatchObject({ kind: 'planting-fertilizer', from: PLANTED });
  });

  it('has no task without a size or a known crop', () => {
    const unsized = parcel('Embu', [maize]);
    unsized.parcel.sizeAcres = 0;
    expect(seasonPlan(unsized, PLANTED)).toEqual([]);
    expect(seasonPlan(parcel('Embu', [{ ...maize, name: 'Dhania' }]), PLANTED)).toEqual([]);
    const placeless = parcel('', []);
    expect(seasonPlan(placeless, PLANTED)).toEqual([]);
  });
});
