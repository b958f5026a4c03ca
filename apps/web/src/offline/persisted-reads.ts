/** Reads that are prefetched to a farmer's device. Each domain defines its own in its `offline.ts`. */
import type { BatchPart } from '@ardhi/contract';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Page } from '../lib/http/api.ts';
import type { Language } from '../lib/text/language.ts';

/** Query key of the screen, and the corresponding part of `GET /batch`. */
export interface PersistedRead {
  key: QueryKey;
  get: string;
  shape: 'answer' | 'page' | 'pages';
}

/** One read that returns many rows, each cached under its own key, which ends with the row's ID. */
export interface PersistedRows {
  get: string;
  parts: readonly PersistedRead[];
}

export const responseRead = (key: QueryKey, get: string): PersistedRead => ({ key, get, shape: 'answer' });
export const pageRead = (key: QueryKey, get: string): PersistedRead => ({ key, get, shape: 'page' });
/** First page of an infinite query. */
export const pagesRead = (key: QueryKey, get: string): PersistedRead => ({ key, get, shape: 'pages' });

export interface PersistedReads {
  /** Lists and summaries. */
  overview: (language: Language) => PersistedRead[];
  /** Single rows of those lists, limited in number; further rows are persisted when opened. */
  details?: (client: QueryClient) => (PersistedRead | PersistedRows)[];
  /** Derives cache entries from other responses. */
  derive?: (client: QueryClient) => void;
}

/** Contents of `offline.ts` of a domain with offline writes. */
export interface OfflinePart extends PersistedReads {
  /** Sync screen definitions of its queueable calls. */
  screens: object;
}

let load: () => Promise<readonly PersistedReads[]> = async () => [];

/** Called once by the app. Loaded lazily to keep the first load small. */
export function registerPersistedReads(loadAll: typeof load): void {
  load = loadAll;
}

export const loadPersistedReads = () => load();

/** Converts a batch part to the data of the screen's query. */
export function dataOf({ shape }: PersistedRead, { answer, total, next }: BatchPart): unknown {
  if (shape === 'answer') return answer;
  const rows = answer as unknown[];
  const one: Page<unknown> = { rows, total: total ?? rows.length, next: next ?? undefined };
  return shape === 'page' ? one : { pages: [one], pageParams: [undefined] };
}
