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
  /** `sent` stays until every list shows the server's own answer. */
  state: 'waiting' | 'rejected' | 'conflict' | 'sent';
  madeAt: number;
  attempts: number;
  refusal?: Refusal;
  clash?: Clash;
  sentAt?: number;
  /** The row's revision after it was sent, where it has one. */
  revision?: number;
}

export const isUnsent = (entry: Entry) => entry.state !== 'sent';
