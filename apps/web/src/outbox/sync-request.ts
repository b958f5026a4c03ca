/**
 * Sync request: several queued entries in one request. Each keeps its own idempotency key, so that an entry can be sent
 * again alone or in another request.
 */
import type { JsonObject } from '@ardhi/contract';
import { MAX_SYNC_BYTES, MAX_SYNC_PARTS } from '@ardhi/contract/limits';
import { now } from '../lib/device/clock.ts';
import { StorageFullError } from '../lib/device/storage-errors.ts';
import { ApiError, NetworkError } from '../lib/http/api-error.ts';
import { isForeign } from '../lib/http/error-kinds.ts';
import { type Attempts, MIN_UNANSWERED, RESTORED, UNKNOWN_CALL } from './attempts.ts';
import type { Entry } from './entry.ts';
import { createsRow, extractRow, needsOf, targetOf } from './relations.ts';
import { expiredSent, isRevised, NO_TROUBLE, rebaseLater } from './rules.ts';
import type { Step } from './store.ts';

export interface Part {
  entry: Entry;
  /** Indexes of the parts that it depends on. */
  after: number[];
}

export type PartResult =
  | { kind: 'accepted'; answer: JsonObject }
  | { kind: 'refused'; error: ApiError }
  /** Not started by the server: out of time, or a part that it depends on was refused. */
  | { kind: 'not-tried' };

/** One result per part; throws ApiError or NetworkError like `Send`. */
export type SendMany = (parts: readonly Part[], epoch: string | undefined) => Promise<PartResult[]>;

export type RequestOutcome =
  /** Entries that the server has settled, by the outcome of each. `status` is that of a held entry. */
  | { kind: 'settled'; sent: Entry[]; held: { entry: Entry; status: number | undefined }[] }
  /** Nothing was sent: select the entries again. `busy` is being sent by another tab. */
  | { kind: 'again'; busy?: Entry }
  | { kind: 'later' }
  | { kind: 'signed-out' };

const encoder = new TextEncoder();
const bytesOf = ({ call, params, key, body }: Entry) =>
  encoder.encode(JSON.stringify({ call, params, key, body, after: [] })).length + MAX_SYNC_PARTS;

/**
 * The next entries that can be sent together, in order. An edit that will be rebased on the response to an earlier
 * entry waits for the next request.
 */
export function partsToSend(
  entries: readonly Entry[],
  skipped: ReadonlySet<number>,
  maxParts = MAX_SYNC_PARTS,
): Part[] {
  const parts: Part[] = [];
  let bytes = encoder.encode('{"writes":[]}').length;
  /** Part that writes or creates the row; null if its entry stays behind. */
  const written = new Map<string, number | null>();
  const created = new Map<string, number | null>();
  for (const entry of entries) {
    if (entry.state === 'sent') continue;
    const target = targetOf(entry);
    const earlier = [written.get(target), ...needsOf(entry).map((id) => created.get(id))];
    const isRebased = isRevised(entry) && entry.attempts === 0 && written.has(target);
    const canSend = entry.state === 'waiting' && !skipped.has(entry.seq);
    let index: number | null = null;
    if (canSend && !isRebased && !earlier.includes(null)) {
      bytes += bytesOf(entry);
      if (parts.length === maxParts || bytes > MAX_SYNC_BYTES) break;
      const after = [...new Set(earlier.filter((part) => typeof part === 'number'))];
      index = parts.push({ entry, after }) - 1;
    }
    written.set(target, index);
    if (createsRow(entry)) created.set(target, index);
  }
  return parts;
}

interface Accepted {
  entry: Entry;
  answer: JsonObject;
}

interface RequestOptions {
  sendMany: (parts: readonly Part[]) => Promise<PartResult[]>;
  own: (key: string, work: () => Promise<void>) => Promise<boolean>;
  change: (step: Step) => Promise<void>;
  attempts: Attempts;
  isReachable: () => Promise<boolean>;
}

export type SyncRequestModule = { createSyncRequests: typeof createSyncRequests };
export type SyncRequests = ReturnType<typeof createSyncRequests>;

export function createSyncRequests({ sendMany, own, change, attempts, isReachable }: RequestOptions) {
  /**
   * Halved without a response of our server: a slow connection cannot carry the request in time, or something in
   * between refuses one entry, which is sent alone in the end. Doubled after each response.
   */
  let maxParts = MAX_SYNC_PARTS;
  let isSupported = true;

  /** Holds the locks of all entries during the work. Returns the first entry that another tab is sending. */
  async function ownAll(
    [first, ...rest]: readonly Part[],
    work: () => Promise<void>,
  ): Promise<Entry | undefined> {
    if (!first) return void (await work());
    let busy: Entry | undefined;
    const isOwned = await own(first.entry.key, async () => {
      busy = await ownAll(rest, work);
    });
    return isOwned ? busy : first.entry;
  }

  async function make(planned: readonly Part[], skipped: ReadonlySet<number>): Promise<RequestOutcome> {
    let outcome: RequestOutcome = { kind: 'again' };
    const busy = await ownAll(planned, async () => {
      let parts: Part[] = [];
      try {
        await change((entries) => {
          // As stored now: the user or another tab may have changed the entries.
          const current = partsToSend(entries, skipped, maxParts);
          if (keysOf(current) !== keysOf(planned)) return undefined;
          parts = current;
          return { put: parts.map(({ entry }) => ({ ...entry, attempts: entry.attempts + 1 })) };
        });
      } catch (error) {
        // A full device cannot note the attempts: each entry is sent alone.
        if (!(error instanceof StorageFullError)) throw error;
        maxParts = 1;
        return;
      }
      if (parts.length > 0) outcome = await exchange(parts);
    });
    return busy ? { kind: 'again', busy } : outcome;
  }

  async function exchange(parts: readonly Part[]): Promise<RequestOutcome> {
    let results: PartResult[];
    try {
      results = await sendMany(parts);
    } catch (error) {
      return await handleFailure(error, parts);
    }
    maxParts = Math.min(MAX_SYNC_PARTS, maxParts * 2);
    return await settle(parts, results);
  }

  async function handleFailure(error: unknown, parts: readonly Part[]): Promise<RequestOutcome> {
    if (error instanceof ApiError && error.status === 401) return { kind: 'signed-out' };
    if (error instanceof ApiError && error.isOurs && error.code === RESTORED) return { kind: 'later' };
    if (error instanceof ApiError && error.isOurs) {
      // The single call gets the server's opinion on each entry. A server of an earlier release knows no sync request.
      maxParts = 1;
      isSupported &&= error.code !== UNKNOWN_CALL;
      return { kind: 'again' };
    }
    if (!(error instanceof ApiError || error instanceof NetworkError)) throw error;
    maxParts = Math.max(1, Math.floor(parts.length / 2));
    // As for a single entry: a lost response says something about the entries only if it is not the first.
    const isAboutEntries =
      error instanceof ApiError ||
      isForeign(error) ||
      parts.some(({ entry }) => entry.attempts + 1 >= MIN_UNANSWERED);
    return { kind: isAboutEntries && (await isReachable()) ? 'again' : 'later' };
  }

  async function settle(parts: readonly Part[], results: readonly PartResult[]): Promise<RequestOutcome> {
    const outcome: Extract<RequestOutcome, { kind: 'settled' }> = { kind: 'settled', sent: [], held: [] };
    const accepted: Accepted[] = [];
    const untried: Entry[] = [];
    const refused: { entry: Entry; error: ApiError }[] = [];
    parts.forEach(({ entry }, index) => {
      const result = results[index] ?? { kind: 'not-tried' };
      const tried = { ...entry, attempts: entry.attempts + 1 };
      if (result.kind === 'accepted') accepted.push({ entry: tried, answer: result.answer });
      else if (result.kind === 'refused') refused.push({ entry: tried, error: result.error });
      else untried.push(entry);
    });
    await markSent(accepted, untried);
    outcome.sent.push(...accepted.map(({ entry }) => entry));
    for (const { entry, error } of refused) {
      const result = await attempts.handleFailure(entry, error);
      if (result.kind === 'signed-out') return result;
      if (result.kind === 'sent') outcome.sent.push(entry);
      if (result.kind === 'held') outcome.held.push({ entry, status: result.status });
    }
    return untried.length === parts.length ? { kind: 'later' } : outcome;
  }

  /** One transaction for all entries. `untried` entries are stored as they were before the request. */
  async function markSent(accepted: readonly Accepted[], untried: readonly Entry[]): Promise<void> {
    const sentAt = now().getTime();
    const step: Step = (entries, acknowledged) => {
      const isStored = ({ key }: Entry) => entries.some((one) => one.key === key);
      const put = new Map(untried.filter(isStored).map((entry) => [entry.seq, entry]));
      for (const { entry, answer } of accepted) {
        const row = extractRow(answer, entry);
        put.set(entry.seq, { ...entry, ...NO_TROUBLE, state: 'sent', sentAt, acknowledged, row });
        if (!row) continue;
        const current = entries.map((one) => put.get(one.seq) ?? one);
        for (const later of rebaseLater(entry, row, current)) put.set(later.seq, later);
      }
      const changes = { put: [...put.values()] };
      return accepted.length === 0 ? changes : { ...changes, drop: expiredSent(entries), sentAt };
    };
    try {
      await change(step);
    } catch (error) {
      if (!(error instanceof StorageFullError)) throw error;
      for (const { entry, answer } of accepted) await attempts.markSent(entry, answer);
    }
  }

  return {
    /** Entries for the next request; fewer than two are sent by their own calls. */
    plan: (entries: readonly Entry[], skipped: ReadonlySet<number>): Part[] =>
      isSupported && maxParts > 1 ? partsToSend(entries, skipped, maxParts) : [],
    make,
    /** An entry was sent alone: the connection works. */
    onSingleSent(): void {
      if (isSupported) maxParts = Math.min(MAX_SYNC_PARTS, maxParts * 2);
    },
  };
}

const keysOf = (parts: readonly Part[]) => parts.map(({ entry }) => entry.key).join(' ');
