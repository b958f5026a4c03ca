import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Page } from './api.ts';

/** The rows of a list as it was last answered. Apart from the cache itself: the service worker has none. */
export function cachedRows<Row>(client: QueryClient, key: QueryKey): Row[] {
  return client.getQueryData<Page<Row>>(key)?.rows ?? [];
}
