import { usePages } from '../../lib/http/use-pages.ts';
import { useLanguage } from '../../lib/text/i18n.tsx';
import { NOTICES_PAGE_SIZE, noticeKeys } from './keys.ts';

export function useNotices() {
  const { language } = useLanguage();
  return usePages('GET /notices', {
    queryKey: noticeKeys.list(language),
    failed: 'notices.error.fetch',
    query: { limit: NOTICES_PAGE_SIZE },
  });
}
