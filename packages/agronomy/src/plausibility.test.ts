import { HECTARES_PER_ACRE } from '@ardhi/contract/units';
import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import { parseDay } from './dates.ts';
import { type Action, evaluate, type ScoreResult, seasonStats } from './index.ts';
import {
  ACTION_BOUNDS,
  type Bound,
  EVIDENCE_BOUNDS,
  GAIN_BOUND,
  NOTE_BOUNDS,
  RECORDS_BOUND,
  SEASON_BOUNDS,
} from './plausible-bounds.ts';
import { type Farm, plausibleFarm } from './plausible-farms.arbitrary.ts';

/** The same farms in every `npm test`, new ones in `npm run test:full`. */
const RUNS = inject('isFull') ? { numRuns: 10_000 } : { numRuns: 1000, seed: 1 };
const TIMEOUT_MS = 120_000;
const TOLERANCE = 1e-9;
const LITRES_PER_MM_HA = 10_000;
const MAX_NEXT_GAIN = 20;

type Figure = [name: string, value: number, bound: Bound | undefined];

function outside(figures: Figure[]): string[] {
  return figures
    .filter(([, value, bound]) => {
      const tolerance = TOLERANCE * Math.max(1, Math.abs(value));
      return !bound || !(value >= bound.min - tolerance && value <= bound.max + tolerance);
    })
    .map(([name, value, bound]) => `${name} ${value}, expected ${bound?.min} to ${bound?.max}`);
}

function figuresOfScore(
  { components, score, confidencePct, nextEvidence }: ScoreResult,
  hectares: number,
): Figure[] {
  const percent = { min: 0, max: 100, unit: '%', reason: '' };
  const figures: Figure[] = [
    ['score', score, percent],
    ['confidence', confidencePct, percent],
    ['next record', nextEvidence?.confidenceGain ?? 0, { ...percent, max: MAX_NEXT_GAIN }],
  ];
  for (const { key, effective, evidence, notes } of components) {
    figures.push([key, effective, percent]);
    for (const { code, value, unit } of evidence) {
      if (typeof value !== 'number') continue;
      const perHectare = unit === 'm3' || unit === 'kgCO2e' ? value / hectares : value;
      figures.push([code, perHectare, (EVIDENCE_BOUNDS as Record<string, Bound>)[code]]);
    }
    for (const { code, values } of notes) {
      for (const [name, value] of Object.entries(values)) {
        if (typeof value !== 'number') continue;
        const bound = name === 'records' ? RECORDS_BOUND : NOTE_BOUNDS[code]?.[name];
        figures.push([`${code} ${name}`, value, bound]);
      }
    }
  }
  return figures;
}

function figuresOfAdvice(actions: Action[], hectares: number): Figure[] {
  return actions.flatMap(({ key, gainPoints, values }): Figure[] => {
    const bounds = ACTION_BOUNDS[key] as Record<string, Bound>;
    const numbers = Object.entries(values).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    );
    return [
      [`${key} gain`, gainPoints, GAIN_BOUND],
      ...numbers.map(([name, value]): Figure => {
        const isAmount = /^(litres|kg)/.test(bounds[name]?.unit ?? '');
        return [`${key} ${name}`, isAmount ? value / hectares : value, bounds[name]];
      }),
    ];
  });
}

/** Advice names a change in the right direction. */
function wrongDirections(actions: Action[]): string[] {
  const isRight = (action: Action): boolean => {
    switch (action.key) {
      case 'irrigate-to-requirement':
        return action.values.litresTarget < action.values.litresNow;
      case 'less-mineral-nitrogen':
        return action.values.nitrogenKgTarget < action.values.nitrogenKgNow;
      case 'return-nutrients':
        return action.values.manureKg > action.values.nitrogenKg && action.values.nitrogenKg > 0;
      case 'organic-matter':
        return action.values.tonsPerHaYearTarget > action.values.tonsPerHaYearNow;
      case 'cover-soil':
        return action.values.coverPctTarget > action.values.coverPctNow;
      case 'diversify':
        return (
          action.values.legumePctNow < action.values.legumePctTarget || action.values.effectiveSpeciesNow < 2
        );
      case 'yield-gap':
        return action.values.yieldTarget > action.values.yieldNow;
      case 'safer-spraying':
        return action.values.hazardousRecords > 0 || action.values.fieldEiqTarget < action.values.fieldEiqNow;
    }
  };
  return actions
    .filter((action) => !isRight(action))
    .map(({ key, values }) => `${key} ${JSON.stringify(values)}`);
}

function figuresOfSeasons({ input, asOf }: Farm, parcelHectares: number): Figure[] {
  return seasonStats(input, asOf).flatMap((season): Figure[] => {
    const { areaShare } = input.crops.find(({ id }) => id === season.recordId)!;
    const hectares = parcelHectares * areaShare!;
    const days = parseDay(season.to) - parseDay(season.from) + 1;
    return [
      ['water', (season.waterLitres ?? 0) / LITRES_PER_MM_HA / hectares, SEASON_BOUNDS.waterMm],
      [
        'water need',
        (season.waterNeededLitres ?? 0) / LITRES_PER_MM_HA / hectares / days,
        SEASON_BOUNDS.waterNeededMmPerDay,
      ],
      ['rain', season.rainMm ?? 0, SEASON_BOUNDS.rainMm],
      ['rain need', season.rainNeededMm ?? 0, SEASON_BOUNDS.rainNeededMm],
      ['nitrogen', (season.nitrogenKg ?? 0) / hectares, SEASON_BOUNDS.nitrogenKgHa],
      ['nitrogen need', (season.nitrogenNeededKg ?? 0) / hectares, SEASON_BOUNDS.nitrogenNeededKgHa],
      ['yield', season.yieldTPerHa ?? 0, SEASON_BOUNDS.yieldTPerHa],
      ['usual yield', season.usualYieldTPerHa ?? Number.NaN, SEASON_BOUNDS.usualYieldTPerHa],
    ];
  });
}

it('every figure of score, advice and seasons of a plausible farm is plausible', {
  timeout: TIMEOUT_MS,
}, () => {
  fc.assert(
    fc.property(plausibleFarm, (farm) => {
      const hectares = farm.input.parcel.sizeAcres * HECTARES_PER_ACRE;
      const result = evaluate(farm.input, farm.asOf);
      expect(outside(figuresOfScore(result, hectares))).toEqual([]);
      expect(outside(figuresOfAdvice(result.actions, hectares))).toEqual([]);
      expect(wrongDirections(result.actions)).toEqual([]);
      expect(outside(figuresOfSeasons(farm, hectares))).toEqual([]);
    }),
    RUNS,
  );
});

it('names a figure outside its bounds', () => {
  const bound = { min: 0, max: 1, unit: 'share', reason: '' };
  expect(outside([['cover', 1.5, bound]])).toEqual(['cover 1.5, expected 0 to 1']);
  expect(outside([['cover', Number.NaN, bound]])).toHaveLength(1);
  expect(outside([['new figure', 1, undefined]])).toHaveLength(1);
});
