import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Page } from './api.ts';

/** Cached rows of a list. Not in query.ts because the service worker has no query client. */
export function cachedRows<Row>(client: QueryClient, key: QueryKey): Row[] {
  return client.getQueryData<Page<Row>>(key)?.rows ?? [];
}
