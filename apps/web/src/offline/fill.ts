/** The quiet background fill: what a farmer may look at in the field is on the device before anybody asks for it. */
import type { BatchPart, Policy } from '@ardhi/contract';
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { call, type Page } from '../lib/api.ts';
import { currentLanguage } from '../lib/language.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { dataOf, details, overview, type Part } from './parts.ts';

/** As many as one batch takes; with their ETags they still fit an address. */
const MAX_PARTS = 60;

/** Asks only for what this start of the app has not heard yet, or what a hint called old. */
function isWanted(client: QueryClient, { key }: Part, since: number): boolean {
  const state = client.getQueryState(key);
  if (state?.data === undefined || state.isInvalidated) return true;
  return state.dataUpdatedAt < since;
}

async function fetchParts(client: QueryClient, kept: KeptAnswers, parts: readonly Part[]): Promise<void> {
  if (parts.length === 0) return;
  const known = await kept.etags();
  const has = ({ key }: Part) => client.getQueryState(key)?.data !== undefined;
  const get = parts.map((part) => {
    const etag = has(part) ? known.get(part.get) : undefined;
    return etag ? `${part.get}*${etag}` : part.get;
  });
  const answers = new Map(
    (await call('GET /batch', { query: { get: get.join(' ') } })).map((one) => [one.get, one]),
  );
  const updatedAt = Date.now();
  for (const part of parts) take(client, part, answers.get(part.get), updatedAt);
  const gone = parts.filter(({ get }) => [404, 410].includes(answers.get(get)?.status ?? 0));
  await kept.write(
    [],
    gone.map(({ key }) => hashKey(key)),
  );
  await kept.writeEtags([...answers.values()].flatMap(({ get, etag }) => (etag ? [{ get, etag }] : [])));
}

function take(client: QueryClient, part: Part, answer: BatchPart | undefined, updatedAt: number): void {
  // Left out of the answer: the device has it already, and now it is known to be right.
  if (!answer) client.setQueryData(part.key, (data: unknown) => data, { updatedAt });
  else if (answer.status === 200) client.setQueryData(part.key, dataOf(part, answer), { updatedAt });
  else if (answer.status === 404 || answer.status === 410) client.removeQueries({ queryKey: part.key });
}

/** A policy in the list is the whole policy. */
function spreadPolicies(client: QueryClient): void {
  const list = client.getQueryState<Page<Policy>>(['policy', 'list']);
  for (const policy of list?.data?.rows ?? [])
    client.setQueryData(['policy', 'one', policy._id], policy, { updatedAt: list?.dataUpdatedAt });
}

/** Two calls for most farmers. `since`: what was heard later than that is not asked for again. */
export async function fill(client: QueryClient, kept: KeptAnswers, since: number): Promise<void> {
  const wanted = (parts: Part[]) => parts.filter((part) => isWanted(client, part, since));
  await fetchParts(client, kept, wanted(overview(currentLanguage())));
  spreadPolicies(client);
  const rest = wanted(details(client));
  for (let from = 0; from < rest.length; from += MAX_PARTS) {
    await fetchParts(client, kept, rest.slice(from, from + MAX_PARTS));
  }
}
