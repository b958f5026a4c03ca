/** Parcels and records as farmers make them. */
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

/** A date as many days before today (after it, with a negative number). */
export function daysAgo(days: number): string {
  return addDays(today(), -days);
}

export async function newParcel(farmer: Person, fields: Partial<ParcelInput> = {}): Promise<ParcelDetail> {
  return sent(farmer, 'POST /land', { ...plot, ...fields });
}

/** Makes a write that must succeed, and returns the land it answers. */
export async function sent(farmer: Person, call: string, body?: unknown): Promise<ParcelDetail> {
  const answer = await farmer.send<ParcelDetail>(call, { body });
  if (answer.status >= 300) throw new Error(`${call}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}
