/** Outbox entry: a write made on this device, and its state. Stored in IndexedDB: do not rename fields. */
import type { Api, Issue, Json, JsonObject, QueueableCall, ResponseOf } from '@ardhi/contract';

/** The server's error response. */
export interface Refusal {
  status: number;
  code: string;
  message: string;
  issues: readonly Issue[];
}

/** Conflict: another user changed the same fields. `current` is the stored row, `paths` the conflicting fields. */
export interface Clash {
  current: JsonObject;
  paths: string[];
}

export interface Work<C extends QueueableCall = QueueableCall> {
  call: C;
  params: Record<string, string>;
  body?: JsonObject;
  /** Fields of the row when the edit began. */
  base?: JsonObject;
  /** Name of the parcel, machine or person that it belongs to. */
  about?: string;
}

export interface Entry<C extends QueueableCall = QueueableCall> extends Work<C> {
  /** Order of entries on this device; not a timestamp, because the clock may be wrong. */
  seq: number;
  /** Idempotency key. */
  key: string;
  /** `sending`: its form is still open. `sent` entries stay until all lists have been refetched. */
  state: 'sending' | 'waiting' | 'rejected' | 'conflict' | 'sent';
  madeAt: number;
  attempts: number;
  refusal?: Refusal;
  clash?: Clash;
  /** Last server error before the next retry, and the number of errors. */
  trouble?: Refusal;
  faults?: number;
  /** Server time of the acknowledgement. It decides only what is sent again after a restore of the server. */
  sentAt?: number;
  /** Logical clock at acknowledgement: responses requested later include the write. */
  acknowledged?: number;
  /** Earliest time, by the device's clock, for an entry that is sent again after a restore of the server. */
  resendAt?: number;
  /** The row in the server's response. */
  row?: JsonObject;
}

/** Response to a queued call. */
export type Answer<C extends QueueableCall = QueueableCall> = ResponseOf<Api[C]> & JsonObject;

export const isUnsent = (entry: Entry) => entry.state !== 'sent';

/** Drops lists of records: they are not part of an edit of the row, and by far its largest part. */
export function fieldsOf(row: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => !isRecordList(value)));
}

const isRecordList = (value: Json) =>
  Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null && '_id' in one);
