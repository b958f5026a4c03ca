import { infiniteQueryOptions } from '@tanstack/react-query';
import { callPage } from '../../lib/http/api.ts';
import { parcelViewKeys } from './keys.ts';

const PAGE_SIZE = 20;

export const accessLogQuery = infiniteQueryOptions({
  queryKey: parcelViewKeys.ofAccount,
  meta: { failed: 'account.looks.failed' },
  queryFn: ({ pageParam, signal }) =>
    callPage('GET /auth/access-lines', { query: { limit: PAGE_SIZE, cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next,
});
