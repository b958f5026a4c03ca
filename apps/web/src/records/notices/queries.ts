import { useInfiniteQuery } from '@tanstack/react-query';
import { callPage } from '../../lib/http/api.ts';
import { useLanguage } from '../../lib/text/i18n.tsx';
import { NOTICES_PAGE_SIZE, noticeKeys } from './keys.ts';

export function useNotices() {
  const { language } = useLanguage();
  return useInfiniteQuery({
    queryKey: noticeKeys.list(language),
    meta: { failed: 'notices.error.fetch' },
    queryFn: ({ pageParam, signal }) =>
      callPage('GET /notices', { query: { limit: NOTICES_PAGE_SIZE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });
}
