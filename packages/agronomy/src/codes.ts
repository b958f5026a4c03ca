// Results contain codes and values, never sentences: clients translate these lists into two languages.

export const COMPONENT_KEYS = [
  'water',
  'nitrogen',
  'climate',
  'diversity',
  'soil',
  'productivity',
  'pesticide',
] as const;
export type ComponentKey = (typeof COMPONENT_KEYS)[number];

export const STATUSES = ['initial', 'provisional', 'assessed'] as const;
export type Status = (typeof STATUSES)[number];

/** `initial`, then one band for each score bucket of the specification: 0-20, 21-40, 41-60, 61-80, 81-100. */
export const BANDS = ['initial', 'poor', 'needs attention', 'fair', 'good', 'very good'] as const;
export type Band = (typeof BANDS)[number];

/** Reasons why a component could not be scored. */
export const MISSING_CODES = [
  'no-size',
  'no-crop',
  'no-county',
  'no-water-records',
  'no-harvest',
  'no-fertilizer-records',
  'no-nitrogen-flow',
  'no-soil-evidence',
  'no-pesticide-records',
  'no-records',
] as const;
export type MissingCode = (typeof MISSING_CODES)[number];

/** Notes on scored components. */
export const NOTE_CODES = [
  'deficit-irrigation',
  'dose-exceeds-soil-storage',
  'water-without-harvest',
  'soil-type-unknown',
  'county-unknown',
  'no-nitrogen-input',
  'observed-under-a-year',
  'cover-not-assessed',
  'organic-not-assessed',
  'fit-not-assessed',
  'yield-not-recorded',
  'highly-hazardous-product',
  'crop-unrecognised',
  'fertilizer-unrecognised',
  'pesticide-unrecognised',
  'records-overrule-declaration',
] as const;
export type NoteCode = (typeof NOTE_CODES)[number];

export const EVIDENCE_CODES = [
  'rain-used',
  'rain-needed',
  'water-applied',
  'water-required',
  'water-ratio',
  'water-use-score',
  'county',
  'application-efficiency',
  'water-productivity',
  'water-productivity-score',
  'nitrogen-use-efficiency',
  'nitrogen-surplus',
  'nitrogen-efficiency-score',
  'nitrogen-surplus-factor',
  'balance-from',
  'balance-to',
  'balance-years',
  'nitrogen-mineral',
  'nitrogen-organic',
  'nitrogen-fixed',
  'nitrogen-in',
  'nitrogen-out',
  'phosphorus-balance',
  'potassium-balance',
  'emissions-total',
  'emissions-fertilizer',
  'emissions-nitrous-oxide',
  'emissions-per-hectare-year',
  'emissions-per-kg-nitrogen',
  'climate-class',
  'effective-species',
  'perennial-only',
  'legume-share',
  'species-score',
  'legume-score',
  'rotation-score',
  'soil-cover',
  'soil-cover-score',
  'organic-matter',
  'organic-matter-score',
  'soil-fit',
  'relative-yield',
  'field-eiq',
  'highly-hazardous',
] as const;
export type EvidenceCode = (typeof EVIDENCE_CODES)[number];

export const EVIDENCE_UNITS = [
  'mm',
  'm3',
  'kg/m3',
  'percent',
  'share',
  'ratio',
  'points',
  'years',
  'species',
  'kg/ha',
  'kg/ha/year',
  't/ha/year',
  'kgCO2e',
  'kgCO2e/ha/year',
  'kgCO2e/kgN',
  'EIQ/ha/year',
] as const;
export type EvidenceUnit = (typeof EVIDENCE_UNITS)[number];

/** Origin of evidence; "derived" is computed from other evidence of the component. */
export const EVIDENCE_SOURCES = ['records', 'declaration', 'parcel', 'reference', 'derived'] as const;
export type EvidenceSource = (typeof EVIDENCE_SOURCES)[number];

export const ACTION_KEYS = [
  'irrigate-to-requirement',
  'less-mineral-nitrogen',
  'return-nutrients',
  'organic-matter',
  'cover-soil',
  'diversify',
  'yield-gap',
  'safer-spraying',
] as const;
export type ActionKey = (typeof ACTION_KEYS)[number];

/**
 * Form in which a yield is weighed: made tea or clean coffee would be wrong by a multiple.
 * docs/score/tables.md#71-crops
 */
export const HARVEST_FORMS = [
  'dry grain',
  'fresh pods',
  'grain',
  'green leaf',
  'fresh cherry',
  'cane',
  'paddy',
  'tubers',
  'roots',
  'bunches',
  'fresh fruit',
  'fresh leaves',
  'heads',
  'bulbs',
  'fruit',
  'nuts in shell',
  'seed',
  'nut in shell',
  'fresh fodder',
] as const;
export type HarvestForm = (typeof HARVEST_FORMS)[number];

export const REGIONS = ['north', 'south', 'east', 'west'] as const;
export type Region = (typeof REGIONS)[number];
