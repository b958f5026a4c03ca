/** The counts in the bar, apart from the lists: every page loads them, and nothing else of these domains. */
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/api.ts';
import { IN_THE_BAR } from '../lib/query.ts';
import { messageKeys } from '../messages/keys.ts';
import { noticeKeys } from './keys.ts';

export function useUnreadNotices() {
  return useQuery({
    queryKey: noticeKeys.unread,
    meta: IN_THE_BAR,
    queryFn: ({ signal }) => call('GET /notices/unread-count', { signal }),
  });
}

export function useUnreadMessages() {
  return useQuery({
    queryKey: messageKeys.unread,
    meta: IN_THE_BAR,
    queryFn: ({ signal }) => call('GET /messages/unread-count', { signal }),
  });
}
