/** What stands in the land form, and what is sent of it. */
import type { Declarations, Parcel, SoilType } from '@ardhi/contract';
import { numberIn } from '../records/field-checks.ts';
import { DEFAULT_SOIL } from './soil.ts';

export interface ParcelValues {
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

export function landValues(parcel: Parcel | undefined): ParcelValues {
  return {
    name: parcel?.name ?? '',
    size: parcel ? String(parcel.size) : '',
    location: { address: parcel?.location.address ?? '' },
    soilType: parcel?.soilType ?? DEFAULT_SOIL,
    county: parcel?.countyConfirmed ? (parcel.county ?? '') : '',
    rainFed: parcel?.declarations.irrigation === 'rain-fed',
    noFertilizer: parcel?.declarations.fertilizer === 'none',
    noPesticide: parcel?.declarations.pesticide === 'none',
  };
}

export function landBody(values: ParcelValues, parcel?: Parcel) {
  return {
    name: values.name,
    size: numberIn(values.size) ?? 0,
    location: { address: values.location.address },
    soilType: values.soilType,
    county: values.county === '' ? null : values.county,
    declarations: declarationsOf(values, parcel?.declarations),
  };
}

/** A box that is not ticked says nothing new: "recorded" stays what it was. */
function declarationsOf(values: ParcelValues, before: Declarations | undefined): Declarations {
  const use = (none: boolean, was: Declarations['fertilizer'] | undefined) =>
    none ? 'none' : was === 'recorded' ? 'recorded' : 'unknown';
  return {
    irrigation: values.rainFed ? 'rain-fed' : before?.irrigation === 'recorded' ? 'recorded' : 'unknown',
    fertilizer: use(values.noFertilizer, before?.fertilizer),
    pesticide: use(values.noPesticide, before?.pesticide),
  };
}
