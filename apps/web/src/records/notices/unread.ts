/** Unread counts in a separate module: every page loads them, but not the lists. */
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/http/api.ts';
import { messageKeys } from '../messages/keys.ts';
import { noticeKeys } from './keys.ts';

export function useUnreadNotices() {
  return useQuery({
    queryKey: noticeKeys.unread,
    meta: { inTheBar: true, failed: 'notices.error.fetch' },
    queryFn: async ({ signal }) => {
      const unread = await call('GET /notices/unread-count', { signal });
      // On the icon of the installed app; 0 clears it.
      void navigator.setAppBadge?.(unread.count).catch(() => {});
      return unread;
    },
  });
}

export function useUnreadMessages() {
  return useQuery({
    queryKey: messageKeys.unread,
    meta: { inTheBar: true, failed: 'messages.error.fetch' },
    queryFn: ({ signal }) => call('GET /messages/unread-count', { signal }),
  });
}
