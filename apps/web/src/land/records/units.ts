/** The units farmers measure in, and how many of the specification's unit each is. */

const HECTARES_PER_ACRE = 0.404_685_64;

export interface LocalUnit<Id extends string> {
  id: Id;
  factor: number;
}

type Units<Id extends string> = readonly [LocalUnit<Id>, ...LocalUnit<Id>[]];

/** Per-acre amounts make sense only where the parcel has a size. */
function where<Id extends string>(acres: number, ...units: LocalUnit<Id>[]): LocalUnit<Id>[] {
  return acres > 0 ? units : [];
}

export type WaterUnit = 'litres' | 'jerrycan' | 'drum' | 'm3' | 'litresPerAcre';

/** In litres. */
export function waterUnits(acres: number): Units<WaterUnit> {
  return [
    { id: 'litres', factor: 1 },
    { id: 'jerrycan', factor: 20 },
    { id: 'drum', factor: 200 },
    { id: 'm3', factor: 1000 },
    ...where<WaterUnit>(acres, { id: 'litresPerAcre', factor: acres }),
  ];
}

export type FertilizerUnit = 'kg' | 'bag50' | 'bag25' | 'tonne' | 'kgPerAcre' | 'bag50PerAcre';

/** In kg. */
export function fertilizerUnits(acres: number): Units<FertilizerUnit> {
  return [
    { id: 'kg', factor: 1 },
    { id: 'bag50', factor: 50 },
    { id: 'bag25', factor: 25 },
    { id: 'tonne', factor: 1000 },
    ...where<FertilizerUnit>(
      acres,
      { id: 'bag50PerAcre', factor: 50 * acres },
      { id: 'kgPerAcre', factor: acres },
    ),
  ];
}

export type YieldUnit =
  | 'tonsPerHectare'
  | 'bag90PerAcre'
  | 'bag50PerAcre'
  | 'tonsPerAcre'
  | 'bag90InAll'
  | 'kgInAll';

/** In tons per hectare. Amounts "in all" were harvested from the crop's share of the parcel. */
export function yieldUnits(acres: number, areaShare = 1): Units<YieldUnit> {
  const hectares = acres * areaShare * HECTARES_PER_ACRE;
  return [
    { id: 'tonsPerHectare', factor: 1 },
    { id: 'bag90PerAcre', factor: 0.09 / HECTARES_PER_ACRE },
    { id: 'bag50PerAcre', factor: 0.05 / HECTARES_PER_ACRE },
    { id: 'tonsPerAcre', factor: 1 / HECTARES_PER_ACRE },
    ...where<YieldUnit>(
      hectares,
      { id: 'bag90InAll', factor: 0.09 / hectares },
      { id: 'kgInAll', factor: 0.001 / hectares },
    ),
  ];
}

export type PesticideUnit = 'L' | 'ml' | 'mlPerAcre' | 'kg' | 'g' | 'gPerAcre';

/** In litres or kg, whichever the product is measured in. */
export function pesticideUnits(acres: number, measure: 'L' | 'kg'): Units<PesticideUnit> {
  const small = measure === 'L' ? 'ml' : 'g';
  return [
    { id: measure, factor: 1 },
    { id: small, factor: 0.001 },
    ...where<PesticideUnit>(acres, { id: `${small}PerAcre`, factor: 0.001 * acres }),
  ];
}

export type AnyUnit = WaterUnit | FertilizerUnit | YieldUnit | PesticideUnit;

/** What is stored: converted amounts come to the form's own precision, 0.30000000000000004 never does. */
export function roundTo(value: number, step: number): number {
  const steps = Math.round(value / step);
  return Number((steps * step).toFixed(6));
}
