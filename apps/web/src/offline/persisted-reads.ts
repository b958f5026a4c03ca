/** What is fetched to a farmer's phone before anybody looks at it. Each domain says it of its own, in its `offline.ts`. */
import type { BatchPart } from '@ardhi/contract';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Page } from '../lib/http/api.ts';
import type { Language } from '../lib/text/language.ts';

/** Under which key a screen looks for it, and how `GET /batch` is asked for it. */
export interface PersistedRead {
  key: QueryKey;
  get: string;
  shape: 'answer' | 'page' | 'pages';
}

/** A page of many things of a kind in one read, each under the key of its own, which ends with its id. */
export interface PersistedRows {
  get: string;
  parts: readonly PersistedRead[];
}

export const answerRead = (key: QueryKey, get: string): PersistedRead => ({ key, get, shape: 'answer' });
export const pageRead = (key: QueryKey, get: string): PersistedRead => ({ key, get, shape: 'page' });
/** Of an endless list the first page. */
export const pagesRead = (key: QueryKey, get: string): PersistedRead => ({ key, get, shape: 'pages' });

export interface PersistedReads {
  /** The lists and the summaries. */
  overview: (language: Language) => PersistedRead[];
  /** Each thing of those lists by itself, within bounds for a phone: what is beyond them is persisted when it is opened. */
  details?: (client: QueryClient) => (PersistedRead | PersistedRows)[];
  /** Answers that others already hold. */
  derive?: (client: QueryClient) => void;
}

/** What the `offline.ts` of a domain has that can be written without a network. */
export interface OfflinePart extends PersistedReads {
  /** How each of its calls that may wait shows among the unsent work. */
  screens: object;
}

let load: () => Promise<readonly PersistedReads[]> = async () => [];

/** Done once by the app. They are no part of the first load. */
export function registerPersistedReads(loadAll: typeof load): void {
  load = loadAll;
}

export const loadPersistedReads = () => load();

/** The read as the screen's own query would hold it. */
export function dataOf({ shape }: PersistedRead, { answer, total, next }: BatchPart): unknown {
  if (shape === 'answer') return answer;
  const rows = answer as unknown[];
  const one: Page<unknown> = { rows, total: total ?? rows.length, next: next ?? undefined };
  return shape === 'page' ? one : { pages: [one], pageParams: [undefined] };
}
