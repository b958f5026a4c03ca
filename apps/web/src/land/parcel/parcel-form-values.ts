/** What stands in the land form, and what is sent of it. */
import type { Declarations, Land, SoilType } from '@ardhi/contract';
import { numberIn } from '../records/field-checks.ts';
import { DEFAULT_SOIL } from './soil.ts';

export const MOST_ACRES = 1_000_000;

export interface LandValues {
  name: string;
  size: string;
  location: { address: string };
  soilType: SoilType;
  /** Empty: as the address says. */
  county: string;
  rainFed: boolean;
  noFertilizer: boolean;
  noPesticide: boolean;
}

export function landValues(land: Land | undefined): LandValues {
  return {
    name: land?.name ?? '',
    size: land ? String(land.size) : '',
    location: { address: land?.location.address ?? '' },
    soilType: land?.soilType ?? DEFAULT_SOIL,
    county: land?.countyConfirmed ? (land.county ?? '') : '',
    rainFed: land?.declarations.irrigation === 'rain-fed',
    noFertilizer: land?.declarations.fertilizer === 'none',
    noPesticide: land?.declarations.pesticide === 'none',
  };
}

export function landBody(values: LandValues, land?: Land) {
  return {
    name: values.name,
    size: numberIn(values.size) ?? 0,
    location: { address: values.location.address },
    soilType: values.soilType,
    county: values.county === '' ? null : values.county,
    declarations: declarationsOf(values, land?.declarations),
  };
}

/** A box that is not ticked says nothing new: "recorded" stays what it was. */
function declarationsOf(values: LandValues, before: Declarations | undefined): Declarations {
  const use = (none: boolean, was: Declarations['fertilizer'] | undefined) =>
    none ? 'none' : was === 'recorded' ? 'recorded' : 'unknown';
  return {
    irrigation: values.rainFed ? 'rain-fed' : before?.irrigation === 'recorded' ? 'recorded' : 'unknown',
    fertilizer: use(values.noFertilizer, before?.fertilizer),
    pesticide: use(values.noPesticide, before?.pesticide),
  };
}
