/** The quiet background fill: what a farmer may look at in the field is on the device before anybody asks for it. */
import type { BatchPart } from '@ardhi/contract';
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { logicalClock } from '../lib/device/logical-clock.ts';
import { call } from '../lib/http/api.ts';
import { expectInBatch } from '../lib/http/query.ts';
import { currentLanguage } from '../lib/text/language.ts';
import type { PersistedAnswers } from './persisted-answers.ts';
import { dataOf, loadPersistedReads, type PersistedRead, type PersistedRows } from './persisted-reads.ts';

type Read = PersistedRead | PersistedRows;

/** As many things as one batch brings: a line that breaks loses no more, and their ETags still fit an address. */
const MAX_THINGS = 60;
/** So many of a page are asked for by themselves. */
const MAX_SINGLE = 3;

const partsOf = (read: Read): readonly PersistedRead[] => ('parts' in read ? read.parts : [read]);

/** What this start of the app has not heard yet, or a change event called old: what was restored is old from the start. */
function isWanted(client: QueryClient, { key }: PersistedRead): boolean {
  const query = client.getQueryCache().find({ queryKey: key });
  // Its own call was refused: the screen says so, and Retry is the way on.
  if (query?.isActive() && query.state.status === 'error') return false;
  return query?.state.data === undefined || query.state.isInvalidated;
}

/** A page as a whole, or the few things of it that changed. */
function wantedOf(client: QueryClient, read: Read): Read[] {
  const wanted = partsOf(read).filter((part) => isWanted(client, part));
  return wanted.length > MAX_SINGLE ? [read] : wanted;
}

interface Asked {
  read: Read;
  /** Of what the device has, unless somebody else has brought other things since. */
  etag: string | undefined;
}

async function withEtags(client: QueryClient, onDevice: PersistedAnswers, reads: readonly Read[]) {
  const known = await onDevice.etags();
  return reads.map((read): Asked => {
    const { etag, at } = known.get(read.get) ?? {};
    const isThat = ({ key }: PersistedRead) => client.getQueryState(key)?.dataUpdatedAt === at;
    return { read, etag: partsOf(read).every(isThat) ? etag : undefined };
  });
}

/** What comes in full counts for all its things. */
const weightOf = ({ read, etag }: Asked) => (etag ? 1 : partsOf(read).length);

function inBatches(asked: readonly Asked[]): Asked[][] {
  const batches: Asked[][] = [];
  let weight = Number.POSITIVE_INFINITY;
  for (const one of asked) {
    weight += weightOf(one);
    if (weight > MAX_THINGS) {
      batches.push([]);
      weight = weightOf(one);
    }
    batches.at(-1)?.push(one);
  }
  return batches;
}

async function fetchBatch(
  client: QueryClient,
  onDevice: PersistedAnswers,
  asked: readonly Asked[],
): Promise<void> {
  const get = asked.map(({ read, etag }) => (etag ? `${read.get}*${etag}` : read.get));
  const began = logicalClock.now();
  const answers = new Map(
    (await call('GET /batch', { query: { get: get.join(' ') }, onlyOurs: true })).map((one) => [
      one.get,
      one,
    ]),
  );
  const at = Date.now();
  for (const { read } of asked) take(client, read, answers.get(read.get), { began, at });
  const gone = asked.filter(({ read }) => [404, 410].includes(answers.get(read.get)?.status ?? 0));
  await onDevice.write(
    [],
    gone.flatMap(({ read }) => partsOf(read)).map(({ key }) => hashKey(key)),
  );
  const etags = asked.flatMap(({ read: { get }, etag: known }) => {
    const etag = answers.has(get) ? answers.get(get)?.etag : known;
    return etag ? [{ get, etag, at }] : [];
  });
  await onDevice.writeEtags(etags);
}

function take(
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
    // Left out of the answer: the device has it already, and now it is known to be right.
    for (const part of partsOf(read)) set(part, client.getQueryData(part.key));
  } else if (answer.status === 200 && 'parts' in read) {
    const rows = new Map((answer.answer as { _id: string }[]).map((row) => [row._id, row]));
    for (const part of read.parts) {
      const row = rows.get(String(part.key.at(-1)));
      // What a screen has asked for by itself meanwhile may hold more.
      if (row && isWanted(client, part)) set(part, row);
    }
  } else if (answer.status === 200 && 'shape' in read) set(read, dataOf(read, answer));
}

/** All in one call: who asks for one of these meanwhile waits for it. */
export function fetchReads(
  client: QueryClient,
  onDevice: Promise<PersistedAnswers | undefined>,
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

/** Two calls for most farmers; more for a large farm, so that a slow line brings it piece by piece. */
export async function fill(client: QueryClient, onDevice: PersistedAnswers): Promise<void> {
  const fetchAll = async (reads: readonly Read[]) => {
    const wanted = reads.flatMap((read) => wantedOf(client, read));
    const asked = await withEtags(client, onDevice, wanted);
    for (const batch of inBatches(asked)) await fetchBatch(client, onDevice, batch);
  };
  const domains = await loadPersistedReads();
  await fetchAll(domains.flatMap((domain) => domain.overview(currentLanguage())));
  for (const { derive } of domains) derive?.(client);
  await fetchAll(domains.flatMap(({ details }) => details?.(client) ?? []));
}
