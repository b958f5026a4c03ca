/** The counts in the bar, apart from the lists: every page loads them, and nothing else of these domains. */
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/http/api.ts';
import { messageKeys } from '../messages/keys.ts';
import { noticeKeys } from './keys.ts';

export function useUnreadNotices() {
  return useQuery({
    queryKey: noticeKeys.unread,
    meta: { inTheBar: true, failed: 'notices.error.fetch' },
    queryFn: ({ signal }) => call('GET /notices/unread-count', { signal }),
  });
}

export function useUnreadMessages() {
  return useQuery({
    queryKey: messageKeys.unread,
    meta: { inTheBar: true, failed: 'messages.error.fetch' },
    queryFn: ({ signal }) => call('GET /messages/unread-count', { signal }),
  });
}
