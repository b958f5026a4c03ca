/** Local units, with factors to the base unit of the specification. */
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

/** These units need a parcel size. */
function ifSized<Id extends string>(acres: number, ...units: LocalUnit<Id>[]): LocalUnit<Id>[] {
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
    ...ifSized<WaterUnit>(acres, { id: 'litresPerAcre', factor: acres }),
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
    ...ifSized<FertilizerUnit>(
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

/** In tons per hectare. Units "in all" are totals from the crop's share of the parcel. */
export function yieldUnits(acres: number, areaShare = 1): Units<YieldUnit> {
  const hectares = acres * areaShare * HECTARES_PER_ACRE;
  return [
    { id: 'tonsPerHectare', factor: 1 },
    { id: 'bag90PerAcre', factor: KILOGRAMS_PER_LARGE_BAG / KILOGRAMS_PER_TON / HECTARES_PER_ACRE },
    { id: 'bag50PerAcre', factor: KILOGRAMS_PER_BAG / KILOGRAMS_PER_TON / HECTARES_PER_ACRE },
    { id: 'tonsPerAcre', factor: 1 / HECTARES_PER_ACRE },
    ...ifSized<YieldUnit>(
      hectares,
      { id: 'bag90InAll', factor: KILOGRAMS_PER_LARGE_BAG / KILOGRAMS_PER_TON / hectares },
      { id: 'kgInAll', factor: 1 / KILOGRAMS_PER_TON / hectares },
    ),
  ];
}

export type PesticideUnit = 'L' | 'ml' | 'mlPerAcre' | 'kg' | 'g' | 'gPerAcre';

/** In litres or kg, depending on the product. */
export function pesticideUnits(acres: number, measure: 'L' | 'kg'): Units<PesticideUnit> {
  const small = measure === 'L' ? 'ml' : 'g';
  return [
    { id: measure, factor: 1 },
    { id: small, factor: 0.001 },
    ...ifSized<PesticideUnit>(acres, { id: `${small}PerAcre`, factor: 0.001 * acres }),
  ];
}

export type AnyUnit = WaterUnit | FertilizerUnit | YieldUnit | PesticideUnit;

/** A stored value may stay off the step. */
export function roundUnlessStored(value = 0, step: number, stored: number | undefined): number {
  return value === stored ? value : roundTo(value, step);
}

/** Rounds converted amounts to the form's precision, without floating-point noise such as 0.30000000000000004. */
export function roundTo(value: number, step: number): number {
  const steps = Math.round(value / step);
  return Number((steps * step).toFixed(6));
}
