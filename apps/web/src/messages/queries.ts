import type { MessageInput } from '@ardhi/contract';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call, callPage } from '../lib/api.ts';
import type { ChannelFilter } from './channels.ts';
import { MESSAGES, messageKeys, THREADS } from './keys.ts';
import { useOverThread, useOverThreads } from './use-overlay.ts';

const PEOPLE = 20;

export function useThreads(channelType: ChannelFilter) {
  return useOverThreads(
    channelType,
    useInfiniteQuery({
      queryKey: messageKeys.list(channelType),
      meta: { failed: 'messages.error.fetch' },
      queryFn: ({ pageParam, signal }) =>
        callPage('GET /messages', {
          query: { channelType, limit: THREADS, cursor: pageParam },
          signal,
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next,
    }),
  );
}

/** The newest messages, and earlier ones page by page. Fetching marks them as read, so a hidden tab does not fetch. */
export function useThread(threadId: string) {
  const visible = useVisible();
  return useOverThread(
    threadId,
    useInfiniteQuery({
      queryKey: messageKeys.thread(threadId),
      meta: { failed: 'messages.error.thread' },
      queryFn: ({ pageParam, signal }) =>
        callPage('GET /messages/thread/{threadId}', {
          params: { threadId },
          query: { limit: MESSAGES, cursor: pageParam },
          signal,
        }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next,
      enabled: visible,
      staleTime: 0,
    }),
  );
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** A thread left open in a tab behind others is not being read. */
function useVisible(): boolean {
  return useSyncExternalStore(
    subscribeToVisibility,
    () => document.visibilityState !== 'hidden',
    () => true,
  );
}

export interface PeopleSearch {
  q: string;
  channelType: MessageInput['channelType'];
  enabled: boolean;
}

export function usePeople({ q, channelType, enabled }: PeopleSearch) {
  return useQuery({
    queryKey: messageKeys.people(channelType, q),
    queryFn: ({ signal }) =>
      call('GET /messages/users', { query: { q, channelType, limit: PEOPLE }, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** The person whom a link names: `/messages?to=…`. */
export function usePerson(userId: string | undefined) {
  return useQuery({
    queryKey: messageKeys.person(userId),
    queryFn: async ({ signal }) => {
      const [person] = await call('GET /messages/users', { query: { userId: userId ?? '' }, signal });
      return person ?? null;
    },
    enabled: userId !== undefined,
  });
}
