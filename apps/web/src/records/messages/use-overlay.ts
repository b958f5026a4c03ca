/** Applies queued messages on top of the thread list and of a thread. */
import type { Message, ThreadSummary } from '@ardhi/contract';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Page } from '../../lib/http/api.ts';
import { useUser } from '../../lib/session/session.tsx';
import { isEntryOf } from '../../outbox/offline-calls.ts';
import { useOverlayEntries, withData } from '../../outbox/use-overlay.ts';
import { overlayThread, overlayThreads } from './overlay.ts';

type Pages<Row> = InfiniteData<Page<Row>, string | undefined>;

function useQueuedMessages(query: Parameters<typeof useOverlayEntries>[0]) {
  const entries = useOverlayEntries(query, 'message');
  return useMemo(() => entries.filter((entry) => isEntryOf(entry, 'POST /messages')), [entries]);
}

/** Applies the overlay to the first page, which is the newest. */
function withFirstPage<Row>(
  data: Pages<Row> | undefined,
  applyOverlay: (rows: Row[]) => Row[],
): Pages<Row> | undefined {
  const [first = { rows: [], total: 0, next: undefined }, ...rest] = data?.pages ?? [];
  const rows = applyOverlay(first.rows);
  if (!data && rows.length === 0) return undefined;
  return { pages: [{ ...first, rows }, ...rest], pageParams: data?.pageParams ?? [undefined] };
}

export function useThreadOverlay(
  threadId: string,
  query: UseInfiniteQueryResult<Pages<Message>>,
): UseInfiniteQueryResult<Pages<Message>> {
  const me = useUser();
  const entries = useQueuedMessages(query);
  const data = useMemo(
    () =>
      entries.length === 0
        ? query.data
        : withFirstPage(query.data, (rows) => overlayThread(rows, entries, me, threadId)),
    [query.data, entries, me, threadId],
  );
  return withData(query, data);
}

export function useThreadsOverlay(
  channelType: string,
  query: UseInfiniteQueryResult<Pages<ThreadSummary>>,
): UseInfiniteQueryResult<Pages<ThreadSummary>> {
  const me = useUser();
  const entries = useQueuedMessages(query);
  const data = useMemo(() => {
    if (entries.length === 0 || (!query.data && !query.isError)) return query.data;
    return withFirstPage(query.data, (rows) =>
      overlayThreads(rows, entries, me).filter(
        (row) => channelType === 'all' || row.channelType === channelType,
      ),
    );
  }, [query.data, query.isError, entries, me, channelType]);
  return withData(query, data);
}
