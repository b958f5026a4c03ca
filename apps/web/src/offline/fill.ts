/** The quiet background fill: what a farmer may look at in the field is on the device before anybody asks for it. */
import type { BatchPart } from '@ardhi/contract';
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { call } from '../lib/api.ts';
import { currentLanguage } from '../lib/language.ts';
import { logicalClock } from '../lib/logical-clock.ts';
import type { PersistedAnswers } from './persisted-answers.ts';
import { dataOf, loadPersistedReads, type PersistedRead } from './persisted-reads.ts';

/** As many as one batch takes; with their ETags they still fit an address. */
const MAX_READS = 60;

/** What this start of the app has not heard yet, or a change event called old: what was restored is old from the start. */
function isWanted(client: QueryClient, { key }: PersistedRead): boolean {
  const query = client.getQueryCache().find({ queryKey: key });
  // Its own call was refused: the screen says so, and Retry is the way on.
  if (query?.isActive() && query.state.status === 'error') return false;
  return query?.state.data === undefined || query.state.isInvalidated;
}

async function fetchReads(
  client: QueryClient,
  onDevice: PersistedAnswers,
  reads: readonly PersistedRead[],
): Promise<void> {
  if (reads.length === 0) return;
  const known = await onDevice.etags();
  const has = ({ key }: PersistedRead) => client.getQueryState(key)?.data !== undefined;
  const get = reads.map((read) => {
    const etag = has(read) ? known.get(read.get) : undefined;
    return etag ? `${read.get}*${etag}` : read.get;
  });
  const began = logicalClock.now();
  const answers = new Map(
    (await call('GET /batch', { query: { get: get.join(' ') }, onlyOurs: true })).map((one) => [
      one.get,
      one,
    ]),
  );
  for (const read of reads) take(client, read, answers.get(read.get), began);
  const gone = reads.filter(({ get }) => [404, 410].includes(answers.get(get)?.status ?? 0));
  await onDevice.write(
    [],
    gone.map(({ key }) => hashKey(key)),
  );
  await onDevice.writeEtags([...answers.values()].flatMap(({ get, etag }) => (etag ? [{ get, etag }] : [])));
}

function take(client: QueryClient, read: PersistedRead, answer: BatchPart | undefined, began: number): void {
  // Left out of the answer: the device has it already, and now it is known to be right.
  if (!answer) client.setQueryData(read.key, (data: unknown) => logicalClock.stamp(data, began));
  else if (answer.status === 200)
    client.setQueryData(read.key, logicalClock.stamp(dataOf(read, answer), began));
  else if (answer.status === 404 || answer.status === 410) client.removeQueries({ queryKey: read.key });
}

/** Two calls for most farmers. */
export async function fill(client: QueryClient, onDevice: PersistedAnswers): Promise<void> {
  const wanted = (reads: PersistedRead[]) => reads.filter((read) => isWanted(client, read));
  const domains = await loadPersistedReads();
  const overview = domains.flatMap((domain) => domain.overview(currentLanguage()));
  await fetchReads(client, onDevice, wanted(overview));
  for (const { derive } of domains) derive?.(client);
  const rest = wanted(domains.flatMap(({ details }) => details?.(client) ?? []));
  for (let from = 0; from < rest.length; from += MAX_READS) {
    await fetchReads(client, onDevice, rest.slice(from, from + MAX_READS));
  }
}
