import type { Correspondent, MessageInput, Recipient } from '@ardhi/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call, NetworkError } from '../../lib/http/api.ts';
import { usePages } from '../../lib/http/use-pages.ts';
import { useUser } from '../../lib/session/session.tsx';
import { withData } from '../../outbox/use-overlay.ts';
import { cachedCorrespondents } from './cached-correspondents.ts';
import { type ChannelFilter, canUseChannel, DEFAULT_CHANNEL } from './channels.ts';
import { MESSAGES_PAGE_SIZE, messageKeys, THREADS_PAGE_SIZE } from './keys.ts';
import { useThreadOverlay, useThreadsOverlay } from './use-overlay.ts';

const PEOPLE = 20;

export function useThreads(channelType: ChannelFilter) {
  return useThreadsOverlay(
    channelType,
    usePages('GET /messages', {
      queryKey: messageKeys.list(channelType),
      failed: 'messages.error.fetch',
      query: { channelType, limit: THREADS_PAGE_SIZE },
    }),
  );
}

/** Newest page first. Fetching sets the read flags, so a hidden tab does not fetch. */
export function useThread(threadId: string) {
  const visible = useVisible();
  return useThreadOverlay(
    threadId,
    usePages('GET /messages/thread/{threadId}', {
      queryKey: messageKeys.thread(threadId),
      failed: 'messages.error.thread',
      params: { threadId },
      query: { limit: MESSAGES_PAGE_SIZE },
      enabled: visible,
      staleTime: 0,
    }),
  );
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** A thread in a background tab is not being read. */
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

/** Correspondents of cached conversations, in the shape of search results. */
function useCachedPeople(): (fit: (person: Correspondent) => boolean) => Recipient[] {
  const client = useQueryClient();
  const me = useUser();
  return (fit) =>
    cachedCorrespondents(client, me.role === 'government')
      .filter((person) => person._id !== me._id && fit(person))
      .map(({ _id, name, role }) => ({ _id, name, role, email: '' }));
}

/** Offline, it finds only the correspondents of cached conversations. */
export function usePeople({ q, channelType, enabled }: PeopleSearch) {
  const { role } = useUser();
  const findCached = useCachedPeople();
  const query = useQuery({
    queryKey: messageKeys.people(channelType, q),
    queryFn: ({ signal }) =>
      call('GET /messages/users', { query: { q, channelType, limit: PEOPLE }, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
  const isOffline = query.error instanceof NetworkError && !query.data;
  const isFound = (person: Correspondent) =>
    person.name.toLowerCase().includes(q.toLowerCase()) &&
    canUseChannel(channelType ?? DEFAULT_CHANNEL, role, person.role);
  return { ...withData(query, isOffline ? findCached(isFound) : undefined), isOffline };
}

/** Recipient named in a link `/messages?to=…`. */
export function usePerson(userId: string | undefined) {
  const findCached = useCachedPeople();
  const query = useQuery({
    queryKey: messageKeys.person(userId),
    queryFn: async ({ signal }) => {
      const [person] = await call('GET /messages/users', { query: { userId: userId ?? '' }, signal });
      return person ?? null;
    },
    enabled: userId !== undefined,
  });
  return query.data ?? (query.isError ? findCached(({ _id }) => _id === userId)[0] : undefined);
}
