/** Background fill: prefetches the data that a farmer may need in the field onto the device. */
import type { BatchPart } from '@ardhi/contract';
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { logicalClock } from '../lib/device/logical-clock.ts';
import { withinTime } from '../lib/device/within-time.ts';
import { call } from '../lib/http/api.ts';
import { API_BASE } from '../lib/http/api-base.ts';
import { tagBody } from '../lib/http/etags.ts';
import { expectInBatch } from '../lib/http/query.ts';
import { currentLanguage } from '../lib/text/language.ts';
import { dataOf, loadPersistedReads, type PersistedRead, type PersistedRows } from './persisted-reads.ts';
import type { PersistedResponses } from './persisted-responses.ts';

type Read = PersistedRead | PersistedRows;

/** Rows per batch: limits the loss when the connection breaks, and the ETags must fit into the URL. */
const MAX_ROWS = 60;
/** Up to this many stale rows of a page are requested individually. */
const MAX_SINGLE = 3;

const partsOf = (read: Read): readonly PersistedRead[] => ('parts' in read ? read.parts : [read]);

/** Not loaded since the app started, or invalidated by a change event. Restored data counts as invalidated. */
function isNeeded(client: QueryClient, { key }: PersistedRead): boolean {
  const query = client.getQueryCache().find({ queryKey: key });
  // Its own call was rejected: the screen shows the error with Retry.
  if (query?.isActive() && query.state.status === 'error') return false;
  return query?.state.data === undefined || query.state.isInvalidated;
}

/** The whole page, or only its few stale rows. */
function neededReads(client: QueryClient, read: Read): Read[] {
  const needed = partsOf(read).filter((part) => isNeeded(client, part));
  return needed.length > MAX_SINGLE ? [read] : needed;
}

interface ReadRequest {
  read: Read;
  /** ETag of the data on the device; undefined if the cache has been updated otherwise since. */
  etag: string | undefined;
}

async function withEtags(client: QueryClient, onDevice: PersistedResponses, reads: readonly Read[]) {
  const known = (await withinTime(onDevice.etags())) ?? new Map();
  return reads.map((read): ReadRequest => {
    const { etag, at } = known.get(read.get) ?? {};
    const isUnchanged = ({ key }: PersistedRead) => client.getQueryState(key)?.dataUpdatedAt === at;
    return { read, etag: partsOf(read).every(isUnchanged) ? etag : undefined };
  });
}

/** A read without an ETag returns all its rows. */
const weightOf = ({ read, etag }: ReadRequest) => (etag ? 1 : partsOf(read).length);

function inBatches(requests: readonly ReadRequest[]): ReadRequest[][] {
  const batches: ReadRequest[][] = [];
  let weight = Number.POSITIVE_INFINITY;
  for (const one of requests) {
    weight += weightOf(one);
    if (weight > MAX_ROWS) {
      batches.push([]);
      weight = weightOf(one);
    }
    batches.at(-1)?.push(one);
  }
  return batches;
}

async function fetchBatch(
  client: QueryClient,
  onDevice: PersistedResponses,
  requests: readonly ReadRequest[],
): Promise<void> {
  const get = requests.map(({ read, etag }) => (etag ? `${read.get}*${etag}` : read.get));
  const began = logicalClock.now();
  const parts = await call('GET /batch', { query: { get: get.join(' ') }, onlyOurs: true });
  const answers = new Map(parts.map((part) => [part.get, part]));
  const at = Date.now();
  for (const { read } of requests) storeResponse(client, read, answers.get(read.get), { began, at });
  const gone = requests.filter(({ read }) => [404, 410].includes(answers.get(read.get)?.status ?? 0));
  const goneHashes = gone.flatMap(({ read }) => partsOf(read)).map(({ key }) => hashKey(key));
  await withinTime(onDevice.write([], goneHashes));
  const etags = requests.flatMap(({ read: { get }, etag: known }) => {
    const etag = answers.has(get) ? answers.get(get)?.etag : known;
    return etag ? [{ get, etag, at }] : [];
  });
  await withinTime(onDevice.writeEtags(etags));
}

function storeResponse(
  client: QueryClient,
  read: Read,
  answer: BatchPart | undefined,
  { began, at }: { began: number; at: number },
): void {
  const set = ({ key }: PersistedRead, data: unknown) =>
    client.setQueryData(key, logicalClock.stamp(data, began), { updatedAt: at });
  if (answer?.status === 404 || answer?.status === 410) {
    for (const { key } of partsOf(read)) client.removeQueries({ queryKey: key });
  } else if (!answer) {
    // Not in the response: the ETag matched, so the data on the device is current.
    for (const part of partsOf(read)) set(part, client.getQueryData(part.key));
  } else if (answer.status === 200 && 'parts' in read) {
    const rows = new Map((answer.answer as { _id: string }[]).map((row) => [row._id, row]));
    for (const part of read.parts) {
      const row = rows.get(String(part.key.at(-1)));
      // Data that a screen has loaded meanwhile may be more complete.
      if (row && isNeeded(client, part)) set(part, row);
    }
  } else if (answer.status === 200 && 'shape' in read) {
    tagBody(answer.answer, `${API_BASE}/${read.get}`, answer.etag && `W/"${answer.etag}"`);
    set(read, dataOf(read, answer));
  }
}

/** Fetches all reads in one call; queries for any of them wait for it. */
export function fetchReads(
  client: QueryClient,
  onDevice: Promise<PersistedResponses | undefined>,
  reads: readonly Read[],
): Promise<void> {
  const fetchAll = async () => {
    const opened = await onDevice;
    if (opened) await fetchBatch(client, opened, await withEtags(client, opened, reads));
  };
  const fetched = fetchAll();
  expectInBatch(
    reads.flatMap(partsOf).map(({ key }) => key),
    fetched,
  );
  return fetched;
}

/** Two calls for most farmers; several batches for a large farm, so that a slow connection loads it piece by piece. */
export async function fill(client: QueryClient, onDevice: PersistedResponses): Promise<void> {
  const fetchAll = async (reads: readonly Read[]) => {
    const needed = reads.flatMap((read) => neededReads(client, read));
    const requests = await withEtags(client, onDevice, needed);
    for (const batch of inBatches(requests)) await fetchBatch(client, onDevice, batch);
  };
  const domains = await loadPersistedReads();
  await fetchAll(domains.flatMap((domain) => domain.overview(currentLanguage())));
  for (const { derive } of domains) derive?.(client);
  await fetchAll(domains.flatMap(({ details }) => details?.(client) ?? []));
}
