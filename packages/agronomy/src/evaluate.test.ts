import { describe, expect, it } from 'vitest';
import type { ComponentKey, EvidenceCode } from './codes.ts';
import { formatDay, parseDay } from './dates.ts';
import {
  bandOf,
  ENGINE_VERSION,
  evaluate,
  type ScoreInput,
  type ScoreResult,
  TABLES_VERSION,
} from './index.ts';
import climate from './reference/county-climate.json' with { type: 'json' };
import type { CropRecord, ParcelInput } from './types.ts';

const AS_OF = '2025-03-31';
const WINDOW_START = '2023-04-02';

const parcel: ParcelInput = { id: 'parcel', sizeAcres: 2, soilType: 'loamy', county: 'Trans Nzoia' };
const maize: CropRecord = {
  id: 'maize',
  name: 'Mahindi',
  plantingDate: '2024-04-01',
  harvestDate: '2024-09-27',
  yieldTonsPerHectare: 3,
};
const beans: CropRecord = {
  id: 'beans',
  name: 'Maharagwe',
  plantingDate: '2024-04-01',
  harvestDate: '2024-07-15',
  yieldTonsPerHectare: 0.8,
};

function score(input: Partial<ScoreInput>, asOf = AS_OF): ScoreResult {
  return evaluate({ parcel: parcel, ...input }, asOf);
}

function component(result: ScoreResult, key: ComponentKey) {
  return result.components.find((candidate) => candidate.key === key)!;
}

function value(result: ScoreResult, key: ComponentKey, code: EvidenceCode) {
  return component(result, key).evidence.find((entry) => entry.code === code)?.value;
}

function notes(result: ScoreResult, key: ComponentKey) {
  return component(result, key).notes.map(({ code }) => code);
}

function missing(result: ScoreResult, key: ComponentKey) {
  return component(result, key).missing.map(({ code }) => code);
}

describe('a parcel without evidence', () => {
  it('is not yet assessed, regardless of declarations', () => {
    const declarations = { irrigation: 'rain-fed', fertilizer: 'none', pesticide: 'none' } as const;
    const result = score({ parcel: { ...parcel, declarations } });
    expect(result).toMatchObject({
      parcelId: 'parcel',
      asOf: AS_OF,
      engineVersion: ENGINE_VERSION,
      tablesVersion: TABLES_VERSION,
      score: 50,
      confidencePct: 0,
      status: 'initial',
      band: 'initial',
      county: 'Trans Nzoia',
      nextEvidence: { component: 'water', code: 'no-crop', confidenceGain: 14 },
    });
    expect(missing(result, 'pesticide')).toEqual(['no-records']);
  });

  it('is not evaluated if its size is 0', () => {
    const result = score({
      parcel: { ...parcel, sizeAcres: 0 },
      crops: [maize],
      water: [{ id: 'w', date: '2024-05-01', litres: 1000 }],
    });
    expect(result).toMatchObject({ score: 50, confidencePct: 0, status: 'initial', actions: [] });
    expect(result.components.every(({ missing: codes }) => codes[0]?.code === 'no-size')).toBe(true);
  });

  it('ignores records outside the window', () => {
    const outside = score({
      crops: [{ ...maize, plantingDate: '2022-04-01', harvestDate: '2022-09-27' }],
      water: [{ id: 'w', date: '2023-04-01', litres: 1000 }],
      pesticides: [{ id: 'p', date: '2025-04-01', product: 'Karate', amount: 1 }],
    });
    expect(outside).toMatchObject({ score: 50, confidencePct: 0, status: 'initial' });
    const inside = score({ water: [{ id: 'w', date: WINDOW_START, litres: 1000 }] });
    expect(missing(inside, 'water')).toEqual(['no-crop']);
  });

  it('reports the evidence that would help most', () => {
    expect(score({ crops: [maize] }).nextEvidence).toEqual({
      component: 'water',
      code: 'no-water-records',
      confidenceGain: 20,
    });
    const rainFed = { ...parcel, declarations: { irrigation: 'rain-fed' } as const };
    expect(score({ parcel: rainFed, crops: [maize] }).nextEvidence).toEqual({
      component: 'nitrogen',
      code: 'no-fertilizer-records',
      confidenceGain: 20,
    });
    expect(score({ parcel: { ...parcel, county: null }, crops: [maize] }).nextEvidence?.code).toBe(
      'no-county',
    );
  });

  it('rejects dates that do not exist', () => {
    expect(() => score({}, '2025-02-29')).toThrow(RangeError);
    expect(() => score({ crops: [{ ...maize, plantingDate: '1 April' }] })).toThrow(RangeError);
  });
});

describe('bands', () => {
  it('are the five score buckets of the specification', () => {
    const edges = [0, 20, 21, 40, 41, 60, 61, 80, 81, 100];
    expect(edges.map(bandOf)).toEqual([
      'poor',
      'poor',
      'needs attention',
      'needs attention',
      'fair',
      'fair',
      'good',
      'good',
      'very good',
      'very good',
    ]);
  });

  it('are provisional below a confidence of 70', () => {
    const result = score({ crops: [maize] });
    expect(result.confidencePct).toBe(37);
    expect(result.status).toBe('provisional');
  });
});

describe('seasons', () => {
  it('share the land between crops that overlap by 30 days', () => {
    const declared = { ...parcel, declarations: { fertilizer: 'none' } as const };
    const together = score({ parcel: declared, crops: [maize, beans] });
    expect(value(together, 'nitrogen', 'nitrogen-out')).toBeCloseTo((3 * 12.3 + 0.8 * 36.7) / 2, 9);
    const shares = score({
      parcel: declared,
      crops: [
        { ...maize, areaShare: 0.75 },
        { ...beans, areaShare: 0.25 },
      ],
    });
    expect(value(shares, 'nitrogen', 'nitrogen-out')).toBeCloseTo(0.75 * 3 * 12.3 + 0.25 * 0.8 * 36.7, 9);
    const apart = score({
      parcel: declared,
      crops: [maize, { ...beans, plantingDate: '2024-08-30', harvestDate: '2024-12-10' }],
    });
    expect(value(apart, 'nitrogen', 'nitrogen-out')).toBeCloseTo(3 * 12.3 + 0.8 * 36.7, 9);
  });

  it('count a harvest on the as-of date, not one after it', () => {
    expect(missing(score({ crops: [{ ...maize, harvestDate: AS_OF }] }), 'productivity')).toEqual([]);
    expect(missing(score({ crops: [{ ...maize, harvestDate: '2025-04-01' }] }), 'productivity')).toEqual([
      'no-harvest',
    ]);
  });

  it('treat yield 0 as a failed harvest and null as not recorded', () => {
    const failed = score({ crops: [{ ...maize, yieldTonsPerHectare: 0 }] });
    expect(component(failed, 'productivity')).toMatchObject({ score: 0, completeness: 1 });
    const one = score({ crops: [maize, { ...beans, yieldTonsPerHectare: null }] });
    expect(component(one, 'productivity').completeness).toBe(0.5);
    expect(notes(one, 'productivity')).toEqual(['yield-not-recorded']);
  });

  it('count a perennial after half a year in the window', () => {
    const tea = { id: 'tea', name: 'Chai', plantingDate: '2024-10-03', yieldTonsPerHectare: 8.5 };
    expect(component(score({ crops: [tea] }), 'productivity').score).toBe(60);
    expect(missing(score({ crops: [{ ...tea, plantingDate: '2024-10-04' }] }), 'productivity')).toEqual([
      'no-harvest',
    ]);
  });

  it('exclude an unrecognised crop from the totals but count its area', () => {
    const quinoa = { ...beans, id: 'quinoa', name: 'Quinoa', yieldTonsPerHectare: 2 };
    const result = score({
      parcel: { ...parcel, declarations: { fertilizer: 'none' } },
      crops: [maize, quinoa],
    });
    expect(value(result, 'nitrogen', 'nitrogen-out')).toBeCloseTo((3 * 12.3) / 2, 9);
    expect(value(result, 'diversity', 'effective-species')).toBeGreaterThan(1.5);
    expect(component(result, 'productivity').completeness).toBe(0.5);
    expect(notes(result, 'productivity')).toEqual(['crop-unrecognised']);
    const fit = score({ crops: [quinoa] });
    expect(value(fit, 'soil', 'soil-fit')).toBe(80);
  });
});

describe('water', () => {
  const parcel: ParcelInput = { sizeAcres: 1, soilType: 'clay', county: 'Kajiado' };
  const tomato: CropRecord = {
    id: 'tomato',
    name: 'Nyanya',
    plantingDate: '2024-06-01',
    harvestDate: '2024-10-13',
    yieldTonsPerHectare: null,
  };

  it('does not lower the score for deficit irrigation, and adds a note', () => {
    const result = score({
      parcel,
      crops: [tomato],
      water: [{ id: 'w', date: '2024-07-01', litres: 100_000 }],
    });
    expect(component(result, 'water')).toMatchObject({ score: 100, completeness: 0.7 });
    expect(notes(result, 'water')).toEqual(['deficit-irrigation', 'water-without-harvest']);
  });

  it('notes a dose that the soil cannot hold', () => {
    const result = score({
      parcel,
      crops: [tomato],
      water: [
        { id: 'deep', date: '2024-07-01', litres: 400_000 },
        { id: 'fine', date: '2024-08-01', litres: 200_000 },
        { id: 'no crop', date: '2025-01-01', litres: 400_000 },
      ],
    });
    const note = component(result, 'water').notes.find(({ code }) => code === 'dose-exceeds-soil-storage');
    expect(note?.recordIds).toEqual(['deep']);
    expect(note?.values.storesMm).toBeCloseTo((0.4 * 160 * 0.7) / 0.65, 9);
    expect(note?.values.depthMm).toBeCloseTo(400 / 4.0468564, 9);
  });

  it('prefers records to a declaration', () => {
    const declared = { ...parcel, declarations: { irrigation: 'rain-fed' } as const };
    const water = [{ id: 'w', date: '2024-07-01', litres: 6_000_000 }];
    const result = score({ parcel: declared, crops: [tomato], water });
    expect(component(result, 'water').score).toBeCloseTo(29.946, 3);
    expect(notes(result, 'water')).toContain('records-overrule-declaration');
  });

  it.each([
    ['in full', '2024-12-31', 150],
    ['half grown', '2024-08-14', 75],
  ])('adds the saturation of paddy rice to its evaporation, %s', (_, asOf, days) => {
    const rice = { ...tomato, name: 'Mpunga', harvestDate: '2024-10-28' };
    const rainFed: ParcelInput = { ...parcel, declarations: { irrigation: 'rain-fed' } };
    const result = score({ parcel: rainFed, crops: [rice] }, asOf);
    const millimetres = netIrrigationMm(1.11, '2024-06-01', days) + (450 * days) / 150;
    expect(value(result, 'water', 'water-required')).toBeCloseTo((millimetres / 0.65) * 4.0468564, 6);
  });

  it('assumes an efficiency for an unknown soil', () => {
    const rainFed: ParcelInput = { ...parcel, soilType: null, declarations: { irrigation: 'rain-fed' } };
    const result = score({ parcel: rainFed, crops: [tomato] });
    expect(value(result, 'water', 'application-efficiency')).toBe(0.65);
    expect(notes(result, 'water')).toContain('soil-type-unknown');
  });
});

/** docs/score/README.md#51-water computed day by day for Kajiado. */
function netIrrigationMm(kc: number, from: string, days: number): number {
  const { rainMm, et0Mm } = climate.counties.find(({ name }) => name === 'Kajiado')!;
  let sum = 0;
  for (let day = parseDay(from); day < parseDay(from) + days; day += 1) {
    const month = Number(formatDay(day).slice(5, 7)) - 1;
    const rain = rainMm[month]!;
    const effectiveRain = rain <= 250 ? (rain * (125 - 0.2 * rain)) / 125 : 125 + 0.1 * rain;
    sum += Math.max(0, kc * et0Mm[month]! - effectiveRain) / climate.monthDays[month]!;
  }
  return sum;
}

describe('nutrients', () => {
  it('count fertilizer from 30 days before planting to the harvest', () => {
    const dap = (id: string, date: string) => ({ id, date, type: 'DAP', kg: 100 });
    const result = score({
      crops: [maize],
      fertilizer: [
        dap('too early', '2024-03-01'),
        dap('first day', '2024-03-02'),
        dap('last day', '2024-09-27'),
        dap('next crop', '2024-09-28'),
      ],
    });
    const mineral = component(result, 'nitrogen').evidence.find(({ code }) => code === 'nitrogen-mineral');
    expect(mineral?.recordIds).toEqual(['first day', 'last day']);
  });

  it('count fertilizer before the window when the harvest is inside', () => {
    const early = { ...maize, plantingDate: '2023-01-10', harvestDate: '2023-06-10' };
    const result = score({
      crops: [early],
      fertilizer: [{ id: 'f', date: '2023-01-10', type: 'DAP', kg: 100 }],
    });
    expect(value(result, 'nitrogen', 'nitrogen-mineral')).toBeCloseTo(18 / 0.80937128, 9);
    // The soil's organic part uses only the window.
    expect(notes(result, 'soil')).toContain('organic-not-assessed');
  });

  it('report soil mining with an unbounded efficiency as null', () => {
    const result = score({ parcel: { ...parcel, declarations: { fertilizer: 'none' } }, crops: [maize] });
    expect(component(result, 'nitrogen')).toMatchObject({ score: 10, completeness: 1 });
    expect(value(result, 'nitrogen', 'nitrogen-use-efficiency')).toBeNull();
    expect(notes(result, 'nitrogen')).toEqual(['no-nitrogen-input']);
    expect(result.actions[0]?.key).toBe('return-nutrients');
  });

  it('halve the completeness for an unrecognised product', () => {
    const result = score({
      crops: [maize],
      fertilizer: [{ id: 'f', date: '2024-05-01', type: 'Easygro', kg: 10 }],
    });
    expect(component(result, 'nitrogen').completeness).toBe(0.5);
    expect(component(result, 'climate').completeness).toBe(0.5);
    expect(notes(result, 'nitrogen')).toContain('fertilizer-unrecognised');
  });

  it('score climate 0 if a failed harvest was fertilized, and do not score it otherwise', () => {
    const failed = { ...maize, yieldTonsPerHectare: 0 };
    const fertilized = score({
      crops: [failed],
      fertilizer: [{ id: 'f', date: '2024-05-01', type: 'CAN', kg: 100 }],
    });
    expect(component(fertilized, 'climate').score).toBe(0);
    expect(value(fertilized, 'climate', 'emissions-per-kg-nitrogen')).toBeNull();
    expect(fertilized.actions.map(({ key }) => key)).not.toContain('less-mineral-nitrogen');
    const bare = score({ parcel: { ...parcel, declarations: { fertilizer: 'none' } }, crops: [failed] });
    expect(missing(bare, 'climate')).toEqual(['no-nitrogen-flow']);
    expect(missing(bare, 'nitrogen')).toEqual(['no-nitrogen-flow']);
  });

  it.each([
    ['Kericho', false, 8.657],
    ['Kajiado', false, 2.381],
    ['Kajiado', true, 3.514],
    [null, true, 8.657],
  ])('emit nitrous oxide by climate: %s, irrigated %s', (county, irrigated, kgCO2ePerKgN) => {
    const result = score({
      parcel: { ...parcel, county },
      crops: [maize],
      water: irrigated ? [{ id: 'w', date: '2024-05-01', litres: 1000 }] : [],
      fertilizer: [{ id: 'f', date: '2024-05-01', type: 'Urea', kg: 100 }],
    });
    expect(value(result, 'climate', 'emissions-nitrous-oxide')).toBeCloseTo(46 * kgCO2ePerKgN, 0);
  });
});

describe('diversity', () => {
  const season = (id: string, name: string, plantingDate: string, harvestDate: string): CropRecord => ({
    id,
    name,
    plantingDate,
    harvestDate,
  });

  it('counts a rotation by the botanical families of each planting', () => {
    const result = score({
      crops: [
        season('1', 'Maize', '2023-04-10', '2023-09-01'),
        season('2', 'Beans', '2023-05-10', '2023-08-10'),
        season('3', 'Wheat', '2023-10-15', '2024-02-20'),
        season('4', 'Sorghum', '2024-04-01', '2024-08-01'),
      ],
    });
    // {grasses, legumes} to {grasses} is a change, grasses to grasses is not.
    expect(value(result, 'diversity', 'rotation-score')).toBe(50);
  });

  it('does not expect a rotation for perennials', () => {
    const result = score({
      crops: [
        { id: '1', name: 'Kahawa', plantingDate: '2015-01-01' },
        { id: '2', name: 'Ndizi', plantingDate: '2016-01-01' },
      ],
    });
    expect(value(result, 'diversity', 'perennial-only')).toBe(true);
    expect(component(result, 'diversity').score).toBeCloseTo(75, 9);
  });
});

describe('soil', () => {
  it('weights only the parts with evidence', () => {
    const recent = { ...maize, plantingDate: '2024-12-01', harvestDate: null };
    const result = score({ crops: [recent] });
    expect(component(result, 'soil')).toMatchObject({ score: 100, completeness: 0.2 });
    expect(notes(result, 'soil')).toEqual(['cover-not-assessed', 'organic-not-assessed']);
    const unknown = score({ parcel: { ...parcel, soilType: 'gravel' }, crops: [recent] });
    expect(missing(unknown, 'soil')).toEqual(['no-soil-evidence']);
  });

  it('counts a day once even if several crops cover it', () => {
    const result = score({
      crops: [{ ...maize, plantingDate: '2024-04-01', harvestDate: '2025-03-31' }, beans],
    });
    expect(value(result, 'soil', 'soil-cover')).toBe(1);
  });
});

describe('pesticide', () => {
  const spray = (product: string, amount: number) =>
    score({ crops: [maize], pesticides: [{ id: 'p', date: '2024-06-01', product, amount }] });

  it('is capped by a highly hazardous product', () => {
    const result = spray('Furadan', 0.1);
    expect(component(result, 'pesticide')).toMatchObject({ score: 30, completeness: 1 });
    expect(notes(result, 'pesticide')).toEqual(['highly-hazardous-product']);
    expect(result.actions.map(({ key }) => key)).toContain('safer-spraying');
  });

  it('assumes an impact for an unrecognised product', () => {
    const result = spray('Duduthrin', 1);
    expect(value(result, 'pesticide', 'field-eiq')).toBeCloseTo((30 * 0.4) / 0.80937128, 9);
    expect(component(result, 'pesticide').completeness).toBe(0.5);
  });
});

describe('actions', () => {
  it('raise low yields to the reference', () => {
    const result = score({
      parcel: { ...parcel, declarations: { irrigation: 'rain-fed', pesticide: 'none' } },
      crops: [
        { ...maize, yieldTonsPerHectare: 0.8 },
        { ...beans, plantingDate: '2024-10-10', harvestDate: '2025-01-12', yieldTonsPerHectare: 0.5 },
      ],
    });
    expect(result.actions[0]).toMatchObject({
      key: 'yield-gap',
      components: ['water', 'productivity'],
      values: { crop: 'maize', yieldNow: 0.8, yieldTarget: 1.7, cropsBelow: 2 },
    });
  });

  it('are at most two, largest gain first', () => {
    const result = score({
      parcel: { sizeAcres: 1, soilType: 'clay', county: 'Kajiado' },
      crops: [{ ...maize, yieldTonsPerHectare: 0.5 }],
      water: [{ id: 'w', date: '2024-05-01', litres: 20_000_000 }],
      fertilizer: [{ id: 'f', date: '2024-05-01', type: 'Urea', kg: 300 }],
      pesticides: [{ id: 'p', date: '2024-06-01', product: 'Furadan', amount: 10 }],
    });
    expect(result.actions).toHaveLength(2);
    expect(result.actions[0]!.gainPoints).toBeGreaterThanOrEqual(result.actions[1]!.gainPoints);
  });

  it('name the crops and dates they mean', () => {
    const result = score({
      parcel: { ...parcel, declarations: { irrigation: 'rain-fed', fertilizer: 'none', pesticide: 'none' } },
      crops: [maize],
    });
    expect(result.actions[0]).toMatchObject({
      key: 'return-nutrients',
      values: { crops: 'maize', from: '2024-03-02', to: '2024-09-27' },
    });
  });

  it('ask for a first step that is within reach', () => {
    const stepOf = (sizeAcres: number) => {
      const large = score({
        parcel: { ...parcel, sizeAcres, declarations: { fertilizer: 'none' } },
        crops: [{ ...maize, yieldTonsPerHectare: 8 }],
      });
      return large.actions.find(({ key }) => key === 'return-nutrients')!.values as { stepKg: number };
    };
    expect(stepOf(2)).toMatchObject({ stepKg: 5000 * 2 * 0.40468564 });
    expect(stepOf(50)).toMatchObject({ stepKg: 21_000 });
  });
});

describe('actions that the newest records follow', () => {
  const keys = (input: Partial<ScoreInput>) => score(input).actions.map(({ key }) => key);
  const fed = { ...parcel, declarations: { irrigation: 'rain-fed', pesticide: 'none' } } as const;
  const dap = { id: 'f', date: '2024-04-01', type: 'DAP', kg: 10 };

  it('end with manure after the harvest', () => {
    expect(keys({ parcel: fed, crops: [maize], fertilizer: [dap] })).toContain('return-nutrients');
    const manure = { id: 'm', date: '2025-02-01', type: 'Samadi', kg: 4100 };
    expect(keys({ parcel: fed, crops: [maize], fertilizer: [dap, manure] })).not.toContain(
      'return-nutrients',
    );
  });

  it('end with compost on the field, also if more is needed later', () => {
    const crops = [
      { ...maize, id: 'first', plantingDate: '2023-04-10', harvestDate: '2023-09-20' },
      maize,
      // On the field, so that no other advice takes its place.
      { ...beans, plantingDate: '2025-03-20', harvestDate: '2025-07-01' },
    ];
    const can = ['2023-05-10', '2024-05-01'].map((date) => ({ id: date, date, type: 'CAN', kg: 160 }));
    expect(keys({ parcel: fed, crops, fertilizer: can })).toContain('organic-matter');
    const compost = { id: 'm', date: '2025-02-01', type: 'Mboji', kg: 3700 };
    expect(keys({ parcel: fed, crops, fertilizer: [...can, compost] })).not.toContain('organic-matter');
  });

  it('end with less fertilizer for the next crop', () => {
    const next = { ...maize, id: 'next', plantingDate: '2025-03-01', harvestDate: '2025-08-01' };
    const much = { id: 'f', date: '2024-05-01', type: 'Urea', kg: 600 };
    const crops = [maize, next];
    expect(keys({ parcel: fed, crops, fertilizer: [much] })).toContain('less-mineral-nitrogen');
    const little = { id: 'g', date: '2025-03-01', type: 'DAP', kg: 50 };
    expect(keys({ parcel: fed, crops, fertilizer: [much, little] })).not.toContain('less-mineral-nitrogen');
    const again = { ...much, id: 'h', date: '2025-03-01' };
    expect(keys({ parcel: fed, crops, fertilizer: [much, again] })).toContain('less-mineral-nitrogen');
  });

  it('end with less water in the next season', () => {
    const dry = { sizeAcres: 2, soilType: 'loamy', county: 'Kajiado' };
    const next = { ...maize, id: 'next', plantingDate: '2024-11-01', harvestDate: '2025-03-20' };
    const flood = { id: 'w', date: '2024-06-01', litres: 20_000_000 };
    const crops = [maize, next];
    expect(keys({ parcel: dry, crops, water: [flood] })).toContain('irrigate-to-requirement');
    const sparing = { id: 'v', date: '2025-01-15', litres: 500_000 };
    expect(keys({ parcel: dry, crops, water: [flood, sparing] })).not.toContain('irrigate-to-requirement');
  });

  it('end with a crop, a legume or a better harvest', () => {
    const bare = keys({ parcel: fed, crops: [{ ...maize, plantingDate: '2024-07-01' }] });
    expect(bare).toEqual(expect.arrayContaining(['diversify', 'cover-soil']));
    const planted = { ...beans, id: 'now', plantingDate: '2025-03-20', harvestDate: '2025-07-01' };
    const after = keys({ parcel: fed, crops: [{ ...maize, plantingDate: '2024-07-01' }, planted] });
    expect(after).not.toContain('diversify');
    expect(after).not.toContain('cover-soil');

    const poor = {
      ...maize,
      yieldTonsPerHectare: 0.4,
      plantingDate: '2023-04-03',
      harvestDate: '2023-09-20',
    };
    expect(keys({ parcel: fed, crops: [poor] })).toContain('yield-gap');
    expect(keys({ parcel: fed, crops: [poor, { ...maize, id: 'better' }] })).not.toContain('yield-gap');
  });

  it('end with safer products', () => {
    const furadan = { id: 'p', date: '2024-06-01', product: 'Furadan', amount: 1 };
    expect(keys({ parcel: fed, crops: [maize], pesticides: [furadan] })).toContain('safer-spraying');
    const neem = { id: 'q', date: '2024-07-01', product: 'Neem', amount: 1 };
    expect(keys({ parcel: fed, crops: [maize], pesticides: [furadan, neem] })).not.toContain(
      'safer-spraying',
    );
  });
});

describe('a rain-fed parcel', () => {
  it('is explained by rain against need', () => {
    const result = score({ parcel: { ...parcel, declarations: { irrigation: 'rain-fed' } }, crops: [maize] });
    // The worked example of vector V1 adds up rounded months to 618.6.
    expect(value(result, 'water', 'rain-used')).toBeCloseTo(618.5, 1);
    expect(value(result, 'water', 'rain-needed')).toBeCloseTo(672.9, 1);
    const irrigated = score({ crops: [maize], water: [{ id: 'w', date: '2024-05-01', litres: 1000 }] });
    expect(value(irrigated, 'water', 'rain-used')).toBeUndefined();
  });
});
