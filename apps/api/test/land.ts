/** Test parcels and records. */
import type { CropInput, ParcelDetail, ParcelInput } from '@ardhi/contract';
import { addDays, today } from '@ardhi/contract/dates';
import type { Person } from './app.ts';

export const plot: ParcelInput = {
  name: 'Shamba la juu',
  size: 2,
  location: { address: 'Njoro, Nakuru County' },
  soilType: 'loamy',
};

export const maize: CropInput = {
  name: 'Mahindi',
  plantingDate: daysAgo(240),
  harvestDate: daysAgo(90),
  yield: 2.1,
};

/** Date this many days ago; a negative number is in the future. */
export function daysAgo(days: number): string {
  return addDays(today(), -days);
}

export async function newParcel(farmer: Person, fields: Partial<ParcelInput> = {}): Promise<ParcelDetail> {
  return sent(farmer, 'POST /land', { ...plot, ...fields });
}

/** Sends a write that must succeed and returns the response, usually the parcel. */
export async function sent<Body = ParcelDetail>(person: Person, call: string, body?: unknown): Promise<Body> {
  const response = await person.send<Body>(call, { body });
  if (response.status >= 300) throw new Error(`${call}: ${response.status} ${JSON.stringify(response.body)}`);
  return response.body;
}
