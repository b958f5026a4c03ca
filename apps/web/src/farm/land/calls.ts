import { parcelCalls } from './parcel/parcel-calls.ts';
import { recordCalls } from './records/record-calls.ts';

/** The calls of parcels and their records that may wait for a network. */
export const calls = { ...parcelCalls, ...recordCalls };
