/** Applies unsent entries on top of query results. The query cache itself only holds server responses. */
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FIRST_TICK, logicalClock } from '../lib/device/logical-clock.ts';
import type { Page } from '../lib/http/api.ts';
import { ApiError } from '../lib/http/api-error.ts';
import type { ChangeEventKind } from '../lib/http/events.ts';
import { useOutbox } from './current.ts';
import type { Entry } from './entry.ts';
import { offlineCall } from './offline-calls.ts';
import { type ListOptions, overlayList } from './overlay.ts';

type QuerySnapshot = Pick<UseQueryResult<object>, 'data' | 'dataUpdatedAt' | 'isError'>;

/** Whether a response requested at tick `began` does not include the entry yet. */
export const isMissingFrom = ({ state, acknowledged = FIRST_TICK }: Entry, began: number) =>
  state !== 'sent' || acknowledged > began;

/** Entries of a kind that the response does not include. While it is loading, sent entries are expected in it. */
export function useOverlayEntries(
  { data, dataUpdatedAt, isError }: QuerySnapshot,
  kind: ChangeEventKind,
): readonly Entry[] {
  const { entries } = useOutbox();
  const isMissing = data === undefined;
  // Recomputed with every response, even if its data is unchanged.
  const began = dataUpdatedAt > 0 ? logicalClock.of(data) : 0;
  return useMemo(
    () =>
      entries.filter((entry) => {
        if (offlineCall(entry.call)?.kind !== kind) return false;
        return isMissing ? entry.state !== 'sent' || isError : isMissingFrom(entry, began);
      }),
    [entries, isMissing, began, isError, kind],
  );
}

/**
 * The list with changed rows. If the query failed, the changed rows of an empty list, if there are any. Undefined while
 * loading: a partial list would mislead.
 */
export function overlayPage<Row>(
  query: UseQueryResult<Page<Row>>,
  change: (rows: Row[]) => Row[],
): Page<Row> | undefined {
  const page = query.data ?? (query.isError ? { rows: [], total: 0, next: undefined } : undefined);
  if (!page) return undefined;
  const rows = change(page.rows);
  if (!query.data && rows.length === 0) return undefined;
  return { ...page, rows, total: page.total + rows.length - page.rows.length };
}

export function useListOverlay<Row extends { _id: string }>(
  query: UseQueryResult<Page<Row>>,
  kind: ChangeEventKind,
  { tools, newestFirst }: ListOptions = {},
): UseQueryResult<Page<Row>> {
  const entries = useOverlayEntries(query, kind);
  const data = useMemo(() => {
    if (entries.length === 0) return query.data;
    return overlayPage(query, (rows) => overlayList(rows, entries, { tools, newestFirst }));
  }, [query, entries, tools, newestFirst]);
  return withData(query, data);
}

/** The query with replaced data: `null` means deleted, `undefined` leaves it unchanged. */
export function withData<Q extends UseQueryResult<object>>(
  query: Q,
  data: NonNullable<Q['data']> | null | undefined,
): Q {
  if (data === query.data || data === undefined) return query;
  if (data === null) return { ...query, ...FAILED, data: undefined, error: gone() } as Q;
  return { ...query, ...SUCCEEDED, data, error: null } as Q;
}

const SUCCEEDED = {
  status: 'success',
  isSuccess: true,
  isPending: false,
  isLoading: false,
  isError: false,
  isLoadingError: false,
} as const;
const FAILED = {
  status: 'error',
  isSuccess: false,
  isPending: false,
  isLoading: false,
  isError: true,
} as const;

const gone = () => new ApiError(new Response(null, { status: 404 }), undefined);
