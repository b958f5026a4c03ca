import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call, callPage } from '../lib/api.ts';
import { useLanguage } from '../lib/i18n.tsx';
import { IN_THE_BAR } from '../lib/query.ts';
import { useWrite } from '../outbox/use-write.ts';

import { NOTICES, noticeKeys } from './keys.ts';

export function useUnreadNotices() {
  return useQuery({
    queryKey: noticeKeys.unread,
    meta: IN_THE_BAR,
    queryFn: ({ signal }) => call('GET /notices/unread-count', { signal }),
  });
}

export function useNotices() {
  const { language } = useLanguage();
  return useInfiniteQuery({
    queryKey: noticeKeys.list(language),
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /notices', { query: { limit: NOTICES, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });
}

export const useReadNotice = () => useWrite('POST /notices/{id}/read', { invalidates: ['notice', 'policy'] });
export const useReadAllNotices = () =>
  useWrite('POST /notices/read-all', { invalidates: ['notice', 'policy'] });
