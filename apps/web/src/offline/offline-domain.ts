/** What a domain says of its own data on a farmer's phone. Each has one, in its `offline.ts`; the app registers them all. */
import type { BatchPart } from '@ardhi/contract';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Page } from '../lib/api.ts';
import type { Language } from '../lib/language.ts';
import type { CacheRules } from '../lib/query.ts';

/** One read that the phone persists: under which key a screen looks for it, and how `GET /batch` is asked for it. */
export interface PersistedRead {
  key: QueryKey;
  get: string;
  shape: 'answer' | 'page' | 'pages';
}

export const answerRead = (key: QueryKey, get: string): PersistedRead => ({ key, get, shape: 'answer' });
export const pageRead = (key: QueryKey, get: string): PersistedRead => ({ key, get, shape: 'page' });
/** Of an endless list the first page. */
export const pagesRead = (key: QueryKey, get: string): PersistedRead => ({ key, get, shape: 'pages' });

/** Answers whose keys begin with its kind are persisted when they come. */
export interface OfflineDomain extends CacheRules {
  /** Those of its calls that may wait. */
  calls?: object;
  /** The lists and the summaries that are fetched before anybody looks at them. */
  overview?: (language: Language) => PersistedRead[];
  /** Each thing of those lists by itself, within bounds for a phone: what is beyond them is persisted when it is opened. */
  details?: (client: QueryClient) => PersistedRead[];
  /** Answers that others already hold. */
  derive?: (client: QueryClient) => void;
}

let domains: readonly OfflineDomain[] = [];

/** Done once by the app, before answers are restored. */
export function registerOfflineDomains(all: readonly OfflineDomain[]): void {
  domains = all;
}

export const offlineDomains = (): readonly OfflineDomain[] => domains;

export const isPersistedKind = (kind: unknown): boolean => domains.some((domain) => domain.kind === kind);

/** The read as the screen's own query would hold it. */
export function dataOf({ shape }: PersistedRead, { answer, total, next }: BatchPart): unknown {
  if (shape === 'answer') return answer;
  const rows = answer as unknown[];
  const one: Page<unknown> = { rows, total: total ?? rows.length, next: next ?? undefined };
  return shape === 'page' ? one : { pages: [one], pageParams: [undefined] };
}

/** The rows of a list that is persisted. */
export function rowsIn<Row>(client: QueryClient, key: QueryKey): Row[] {
  return client.getQueryData<Page<Row>>(key)?.rows ?? [];
}
