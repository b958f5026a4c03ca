/** A piece of work that a person did on this device, and what has become of it. */
import type { Call, Issue } from '@ardhi/contract';

export type Fields = Record<string, unknown>;

/** Why the server refused it, in its words. */
export interface Refusal {
  status: number;
  code: string;
  message: string;
  issues: readonly Issue[];
}

/** Someone else changed the same fields: what stands there now, and which fields differ. */
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
  /** What it belongs to, in words: the name of the parcel or the machine. */
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

/** `POST` with its own id, or hours of use: a row is made. A parcel that is restored comes to be as well. */
export function makes(work: Work): boolean {
  return work.call.startsWith('POST ') || work.call === 'PUT /equipment/{id}/usage';
}

export function removes(work: Work): boolean {
  return work.call.startsWith('DELETE ');
}

/** The id of the very thing that the work makes, changes or removes. */
export function targetOf({ call, params, body }: Work): string {
  if (call.endsWith('/boundary')) return `boundary:${params.id}`;
  if (typeof body?._id === 'string') return body._id;
  return params.recordId ?? params.id ?? '';
}

/** Everything that must be there first. */
function needsOf({ params, body }: Work): string[] {
  const parcels = Array.isArray(body?.parcelIds) ? (body.parcelIds as string[]) : [];
  const thread = typeof body?.threadId === 'string' ? [body.threadId] : [];
  return [...Object.values(params), ...parcels, ...thread];
}

/** The rows of a kind that the work may have changed, where its own path names them; none means any. */
export function rowsOf(kind: string, work: Work): string[] {
  return work.call.includes(` /${kind}`) ? [...needsOf(work), targetOf(work)].filter(Boolean) : [];
}

/** Whether the later work makes no sense before the earlier one is done. */
export function dependsOn(later: Work, earlier: Work): boolean {
  const target = targetOf(earlier);
  return targetOf(later) === target || (makes(earlier) && needsOf(later).includes(target));
}

/** Whether the work is about this thing or something in it. */
export function concerns(work: Work, id: string): boolean {
  return targetOf(work) === id || needsOf(work).includes(id);
}

export const isUnsent = (entry: Entry) => entry.state !== 'sent';

/** The entry and all later ones that hang on it, directly or through one another. */
export function withDependents(entry: Entry, entries: readonly Entry[]): Entry[] {
  const found = [entry];
  for (const later of entries) {
    if (later.seq <= entry.seq || later.state === 'sent') continue;
    if (found.some((earlier) => dependsOn(later, earlier))) found.push(later);
  }
  return found;
}

/** The first that can go: waiting, and hanging on nothing that is stuck. */
export function nextToSend(entries: readonly Entry[]): Entry | undefined {
  const before: Entry[] = [];
  for (const entry of entries) {
    if (entry.state === 'sent') continue;
    if (entry.state === 'waiting' && !before.some((earlier) => dependsOn(entry, earlier))) return entry;
    before.push(entry);
  }
  return undefined;
}

/** What the answer says the row's revision is now. */
export function revisionIn(answer: unknown, work: Work): number | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const target = targetOf(work).replace(/^boundary:/, '');
  const row = answer as Fields;
  if (row._id === target || row.landId === target) return numberOf(row.revision);
  for (const value of Object.values(row)) {
    if (!Array.isArray(value)) continue;
    const found = value.find((one: Fields | null) => one?._id === target);
    if (found) return numberOf(found.revision);
  }
  return undefined;
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);
