import { parcelCalls } from './parcel/parcel-calls.ts';
import { recordCalls } from './records/record-calls.ts';

/** Calls of parcels and their records that can be queued offline. */
export const calls = { ...parcelCalls, ...recordCalls };
