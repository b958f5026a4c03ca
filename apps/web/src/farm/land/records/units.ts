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
import { SIZE_UNITS } from '../../../lib/forms/size-units.ts';
import type { MessageKey } from '../../../lib/text/i18n.tsx';

type IdOf<Key> = Key extends `land.unit.${infer Id}` ? Id : never;

export interface LocalUnit {
  /** Has a label in the catalogue, under `land.unit.`. */
  id: IdOf<MessageKey>;
  factor: number;
}

/** The base unit comes first. */
export type Units = readonly [LocalUnit, ...LocalUnit[]];

/** These units need a parcel size. */
const ifSized = (acres: number, ...units: LocalUnit[]) => (acres > 0 ? units : []);

/** In acres. */
export const sizeUnits: Units = SIZE_UNITS;

/** In litres. */
export const waterUnits = (acres: number): Units => [
  { id: 'litres', factor: 1 },
  { id: 'jerrycan', factor: LITRES_PER_JERRYCAN },
  { id: 'drum', factor: LITRES_PER_DRUM },
  { id: 'm3', factor: LITRES_PER_CUBIC_METRE },
  ...ifSized(acres, { id: 'litresPerAcre', factor: acres }),
];

/** In kg. */
export const fertilizerUnits = (acres: number): Units => [
  { id: 'kg', factor: 1 },
  { id: 'bag50', factor: KILOGRAMS_PER_BAG },
  { id: 'bag25', factor: KILOGRAMS_PER_SMALL_BAG },
  { id: 'tonne', factor: KILOGRAMS_PER_TON },
  ...ifSized(
    acres,
    { id: 'bag50PerAcre', factor: KILOGRAMS_PER_BAG * acres },
    { id: 'kgPerAcre', factor: acres },
  ),
];

/** In tons per hectare. Units "in all" are totals from the crop's share of the parcel. */
export function yieldUnits(acres: number, areaShare = 1): Units {
  const hectares = acres * areaShare * HECTARES_PER_ACRE;
  return [
    { id: 'tonsPerHectare', factor: 1 },
    { id: 'bag90PerAcre', factor: KILOGRAMS_PER_LARGE_BAG / KILOGRAMS_PER_TON / HECTARES_PER_ACRE },
    { id: 'bag50PerAcre', factor: KILOGRAMS_PER_BAG / KILOGRAMS_PER_TON / HECTARES_PER_ACRE },
    { id: 'tonsPerAcre', factor: 1 / HECTARES_PER_ACRE },
    ...ifSized(
      hectares,
      { id: 'bag90InAll', factor: KILOGRAMS_PER_LARGE_BAG / KILOGRAMS_PER_TON / hectares },
      { id: 'kgInAll', factor: 1 / KILOGRAMS_PER_TON / hectares },
    ),
  ];
}

/** In litres or kg, depending on the product. */
export function pesticideUnits(acres: number, measure: 'L' | 'kg'): Units {
  const small = measure === 'L' ? 'ml' : 'g';
  return [
    { id: measure, factor: 1 },
    { id: small, factor: 0.001 },
    ...ifSized(acres, { id: `${small}PerAcre`, factor: 0.001 * acres }),
  ];
}

/** A stored value may stay off the step. */
export function roundUnlessStored(value = 0, step: number, stored: number | undefined): number {
  return value === stored ? value : roundTo(value, step);
}

/** Rounds converted amounts to the form's precision, without floating-point noise such as 0.30000000000000004. */
export function roundTo(value: number, step: number): number {
  const steps = Math.round(value / step);
  return Number((steps * step).toFixed(6));
}
