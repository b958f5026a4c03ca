/** A piece of work that a person did on this device, and what has become of it. Stored as it is: no field is renamed. */
import type { Call, Issue } from '@ardhi/contract';

export type Fields = Record<string, unknown>;

/** Why the server refused it, as it said. */
export interface Refusal {
  status: number;
  code: string;
  message: string;
  issues: readonly Issue[];
}

/** A conflict: someone else changed the same fields. What stands there now, and which fields differ. */
export interface Clash {
  current: Fields;
  paths: string[];
}

export interface Work {
  call: Call;
  params: Record<string, string>;
  body?: Fields;
  /** The fields of the row as they were when it was edited. */
  base?: Fields;
  /** The name of what it belongs to: a parcel, a machine, a person. */
  about?: string;
}

export interface Entry extends Work {
  /** The order of work on this device. Never the clock, which may be wrong. */
  seq: number;
  /** The idempotency key: sent again with it, the work is done once. */
  key: string;
  /** `sending`: its form still waits for the answer. `sent` stays until every list shows the server's own answer. */
  state: 'sending' | 'waiting' | 'rejected' | 'conflict' | 'sent';
  madeAt: number;
  attempts: number;
  refusal?: Refusal;
  clash?: Clash;
  /** Why the server could not do it yet, and how often it failed over it. */
  trouble?: Refusal;
  faults?: number;
  /** Only to be shown: the clock of a phone decides nothing. */
  sentAt?: number;
  /** The logical clock when the server had said yes: answers that were asked for later hold it. */
  acknowledged?: number;
  /** The row as the server had it after that. */
  row?: Fields;
}

export const isUnsent = (entry: Entry) => entry.state !== 'sent';

/** The records of a parcel are no part of an edit of the parcel itself, and the largest part of it by far. */
export function fieldsOf(row: object): Fields {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => !isRecordList(value)));
}

const isRecordList = (value: unknown) =>
  Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null && '_id' in one);
