/** The units farmers measure in, and how many of the specification's unit each is. */
import {
  HECTARES_PER_ACRE,
  KILOGRAMS_PER_BAG,
  KILOGRAMS_PER_LARGE_BAG,
  KILOGRAMS_PER_SMALL_BAG,
  KILOGRAMS_PER_TON,
  LITRES_PER_CUBIC_METRE,
  LITRES_PER_DRUM,
  LITRES_PER_JERRYCAN,
} from '@ardhi/contract/units';

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
    { id: 'jerrycan', factor: LITRES_PER_JERRYCAN },
    { id: 'drum', factor: LITRES_PER_DRUM },
    { id: 'm3', factor: LITRES_PER_CUBIC_METRE },
    ...where<WaterUnit>(acres, { id: 'litresPerAcre', factor: acres }),
  ];
}

export type FertilizerUnit = 'kg' | 'bag50' | 'bag25' | 'tonne' | 'kgPerAcre' | 'bag50PerAcre';

/** In kg. */
export function fertilizerUnits(acres: number): Units<FertilizerUnit> {
  return [
    { id: 'kg', factor: 1 },
    { id: 'bag50', factor: KILOGRAMS_PER_BAG },
    { id: 'bag25', factor: KILOGRAMS_PER_SMALL_BAG },
    { id: 'tonne', factor: KILOGRAMS_PER_TON },
    ...where<FertilizerUnit>(
      acres,
      { id: 'bag50PerAcre', factor: KILOGRAMS_PER_BAG * acres },
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
    { id: 'bag90PerAcre', factor: KILOGRAMS_PER_LARGE_BAG / KILOGRAMS_PER_TON / HECTARES_PER_ACRE },
    { id: 'bag50PerAcre', factor: KILOGRAMS_PER_BAG / KILOGRAMS_PER_TON / HECTARES_PER_ACRE },
    { id: 'tonsPerAcre', factor: 1 / HECTARES_PER_ACRE },
    ...where<YieldUnit>(
      hectares,
      { id: 'bag90InAll', factor: KILOGRAMS_PER_LARGE_BAG / KILOGRAMS_PER_TON / hectares },
      { id: 'kgInAll', factor: 1 / KILOGRAMS_PER_TON / hectares },
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

/** What is stored already may stay as it is, also off the step. */
export function roundUnlessStored(value = 0, step: number, stored: number | undefined): number {
  return value === stored ? value : roundTo(value, step);
}

/** What is stored: converted amounts come to the form's own precision, 0.30000000000000004 never does. */
export function roundTo(value: number, step: number): number {
  const steps = Math.round(value / step);
  return Number((steps * step).toFixed(6));
}
