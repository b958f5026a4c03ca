import type { ActionKey, EvidenceCode, NoteCode } from './codes.ts';
import type { ActionValues } from './types.ts';

/** Limits of a figure on a farm with plausible inputs: up to twice the reference yield, doses and sprays of practice. */
export interface Bound {
  min: number;
  max: number;
  unit: string;
  reason: string;
}

const bound = (min: number, max: number, unit: string, reason = ''): Bound => ({ min, max, unit, reason });

const points = bound(0, 100, 'points');
const share = bound(0, 1, 'share');

type TextEvidence =
  | 'county'
  | 'balance-from'
  | 'balance-to'
  | 'climate-class'
  | 'perennial-only'
  | 'highly-hazardous';

/** Amounts of water and emissions are per hectare of the parcel, over the window of two years. */
export const EVIDENCE_BOUNDS: Record<Exclude<EvidenceCode, TextEvidence>, Bound> = {
  'rain-used': bound(0, 3000, 'mm', 'effective rain of the wettest county in two years'),
  'rain-needed': bound(0, 5500, 'mm', 'paddy rice all year in the driest county'),
  'water-applied': bound(0, 12_000, 'm3/ha', 'three seasons with eight doses of 50 mm'),
  'water-required': bound(0, 85_000, 'm3/ha', 'paddy rice all year in the driest county, on sand'),
  'water-ratio': bound(0, 60, 'ratio', 'the above on a requirement of at least 20 mm'),
  'water-use-score': points,
  'application-efficiency': bound(0.6, 0.7, 'share', 'table of soils'),
  'water-productivity': bound(0, 105, 'kg/m3', 'twice the reference of cabbage on the lower limit of 50 mm'),
  'water-productivity-score': points,
  'nitrogen-use-efficiency': bound(0, Number.POSITIVE_INFINITY, '%', 'unbounded as the input nears 0'),
  'nitrogen-surplus': bound(-700, 1000, 'kg/ha/year', 'three crops a year'),
  'nitrogen-efficiency-score': points,
  'nitrogen-surplus-factor': bound(0, 1, 'factor'),
  'balance-years': bound(1, 2.2, 'years', 'the window and 30 days before planting'),
  'nitrogen-mineral': bound(0, 500, 'kg/ha', '350 kg of urea for each of three crops'),
  'nitrogen-organic': bound(0, 300, 'kg/ha', '5 t of poultry manure for each of three crops'),
  'nitrogen-fixed': bound(0, 200, 'kg/ha', 'three crops of soybean'),
  'nitrogen-in': bound(0, 1000, 'kg/ha', 'sum of the three'),
  'nitrogen-out': bound(0, 700, 'kg/ha', '120 t of napier a year for two years'),
  'phosphorus-balance': bound(-150, 250, 'kg/ha', 'napier without input; DAP and poultry manure three times'),
  'potassium-balance': bound(-1250, 500, 'kg/ha', 'napier without input; MOP and manure three times'),
  'emissions-total': bound(0, 8000, 'kg CO2e/ha', 'sum of the next two'),
  'emissions-fertilizer': bound(0, 2100, 'kg CO2e/ha', '350 kg of urea for each of three crops'),
  'emissions-nitrous-oxide': bound(0, 6000, 'kg CO2e/ha', '783 kg N/ha in a wet county'),
  'emissions-per-hectare-year': bound(0, 8000, 'kg CO2e/ha/year', 'all of it in one year'),
  'emissions-per-kg-nitrogen': bound(
    0,
    Number.POSITIVE_INFINITY,
    'kg CO2e/kg N',
    'unbounded as the harvest nears 0',
  ),
  'effective-species': bound(1, 3, 'species', 'three crops'),
  'legume-share': share,
  'species-score': points,
  'legume-score': points,
  'rotation-score': points,
  'soil-cover': share,
  'soil-cover-score': points,
  'organic-matter': bound(0, 15, 't/ha/year', '5 t for each of three crops'),
  'organic-matter-score': bound(20, 100, 'points', 'the curve starts at 20'),
  'soil-fit': bound(10, 100, 'points', 'table of soils'),
  'relative-yield': bound(0, 2, 'ratio', 'twice the reference'),
  'field-eiq': bound(0, 240, 'EIQ/ha/year', '3 kg of sulphur for each of three crops'),
};

type NumericKeys<Values> = { [Key in keyof Values]: Values[Key] extends number ? Key : never }[keyof Values];

export const GAIN_BOUND = bound(
  1,
  45,
  'points',
  'a failed harvest raised to the reference: 6 + 20 + 10 + 9 points',
);

/** Litres and kilograms are per hectare of the parcel. */
export const ACTION_BOUNDS: { [Key in ActionKey]: Record<NumericKeys<ActionValues[Key]>, Bound> } = {
  'irrigate-to-requirement': {
    litresNow: bound(0, 12_000_000, 'litres/ha', 'as water-applied'),
    litresTarget: bound(0, 12_000_000, 'litres/ha', 'below litresNow'),
    reductionPct: bound(0, 100, '%'),
    seasonLitres: bound(0, 12_000_000, 'litres/ha', 'as water-applied'),
    seasonNeededLitres: bound(0, 85_000_000, 'litres/ha', 'as water-required'),
  },
  'less-mineral-nitrogen': {
    nitrogenKgNow: bound(0, 500, 'kg/ha', 'as nitrogen-mineral'),
    nitrogenKgTarget: bound(0, 500, 'kg/ha', 'below nitrogenKgNow'),
    reductionPct: bound(0, 100, '%'),
    productKgNow: bound(0, 1050, 'kg/ha', '350 kg for each of three crops'),
    productKgTarget: bound(0, 1050, 'kg/ha', 'below productKgNow'),
  },
  'return-nutrients': {
    manureKg: bound(
      0,
      155_000,
      'kg/ha',
      'nitrogen of two years of napier at 0.6 % N: the whole gap, not a dose',
    ),
    stepKg: bound(0, 5000, 'kg/ha', 'the dose that is advised'),
    nitrogenKg: bound(0, 930, 'kg/ha', 'nitrogen-out / 0.7'),
  },
  'organic-matter': {
    compostKg: bound(0, 10_000, 'kg/ha', '5 t/ha/year for two years'),
    stepKg: bound(0, 5000, 'kg/ha', 'the dose that is advised'),
    tonsPerHaYearNow: bound(0, 5, 't/ha/year', 'below the target'),
    tonsPerHaYearTarget: bound(5, 5, 't/ha/year', 'target'),
  },
  'cover-soil': {
    coverPctNow: bound(0, 80, '%', 'below the target'),
    coverPctTarget: bound(80, 80, '%', 'target'),
  },
  diversify: {
    effectiveSpeciesNow: bound(1, 3, 'species', 'three crops'),
    legumePctNow: bound(0, 100, '%'),
    legumePctTarget: bound(25, 25, '%', 'target'),
  },
  'yield-gap': {
    yieldNow: bound(0, 60, 't/ha', 'below the reference'),
    yieldTarget: bound(0.5, 60, 't/ha', 'references from green grams to sugarcane'),
    yieldStep: bound(0.25, 60, 't/ha', 'half of the reference, or all of it'),
    cropsBelow: bound(1, 3, 'crops', 'three crops'),
  },
  'safer-spraying': {
    fieldEiqNow: bound(0, 240, 'EIQ/ha/year', 'as field-eiq'),
    fieldEiqTarget: bound(0, 25, 'EIQ/ha/year', 'target'),
    hazardousRecords: bound(0, 6, 'records', 'two sprays on each of three crops'),
  },
};

/** Per hectare of the crop; the water need also per day of the season. */
export const SEASON_BOUNDS = {
  waterMm: bound(
    0,
    801,
    'mm',
    'eight doses of 50 mm, and half of those of two plantings that begin before its usual end',
  ),
  waterNeededMmPerDay: bound(0, 17, 'mm/day', 'paddy rice in the hottest month, on sand'),
  rainMm: bound(0, 3000, 'mm', 'as rain-used'),
  rainNeededMm: bound(0, 5500, 'mm', 'as rain-needed'),
  nitrogenKgHa: bound(0, 600, 'kg/ha', 'its own doses, and those of the last month of the crop before'),
  nitrogenNeededKgHa: bound(0, 650, 'kg/ha', '120 t of napier a year for two years'),
  yieldTPerHa: bound(0, 120, 't/ha', 'twice the reference of sugarcane'),
  usualYieldTPerHa: bound(0.5, 60, 't/ha', 'table of crops'),
};

/** Figures of notes; all others count records. */
export const NOTE_BOUNDS: Partial<Record<NoteCode, Record<string, Bound>>> = {
  'deficit-irrigation': { ratio: bound(0, 0.6, 'ratio', 'shown below 0.6') },
  'dose-exceeds-soil-storage': {
    depthMm: bound(0, 50, 'mm', 'doses of up to 50 mm'),
    storesMm: bound(0, 50, 'mm', 'below the dose'),
  },
  'observed-under-a-year': { days: bound(0, 364, 'days') },
  'cover-not-assessed': { days: bound(0, 179, 'days') },
};

export const RECORDS_BOUND = bound(1, 24, 'records', 'eight doses for each of three crops');
