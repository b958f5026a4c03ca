/** Lays unsent work over what the server said. The query cache itself never holds anything else than answers. */
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FIRST_TICK, logicalClock } from '../lib/device/logical-clock.ts';
import type { Page } from '../lib/http/api.ts';
import { ApiError } from '../lib/http/api-error.ts';
import type { ChangeEventKind } from '../lib/http/events.ts';
import { useOutbox } from './current.ts';
import type { Entry } from './entry.ts';
import { offlineCall } from './offline-calls.ts';

type Asked = Pick<UseQueryResult<unknown>, 'data' | 'dataUpdatedAt' | 'isError'>;

/** Whether an answer that was asked for at that tick does not hold it yet. */
export const isOver = ({ state, acknowledged = FIRST_TICK }: Entry, began: number) =>
  state !== 'sent' || acknowledged > began;

/** The work of a kind that the answer does not hold yet. While none has come, what was sent is on its way with it. */
export function useEntriesOver(
  { data, dataUpdatedAt, isError }: Asked,
  kind: ChangeEventKind,
): readonly Entry[] {
  const { entries } = useOutbox();
  const none = data === undefined;
  // Looked at anew with every answer, also with one that says the same as the last.
  const began = dataUpdatedAt > 0 ? logicalClock.of(data) : 0;
  return useMemo(
    () =>
      entries.filter((entry) => {
        if (offlineCall(entry.call)?.kind !== kind) return false;
        return none ? entry.state !== 'sent' || isError : isOver(entry, began);
      }),
    [entries, none, began, isError, kind],
  );
}

/** A list, or nothing of it where the answer has failed; while it is on its way, half a list would mislead. */
export function listUnder<Row>(query: UseQueryResult<Page<Row>>): Page<Row> | undefined {
  return query.data ?? (query.isError ? { rows: [], total: 0, next: undefined } : undefined);
}

/** The list with other rows in it; still none where the answer failed and nothing waits. */
export function listWith<Row>(
  query: UseQueryResult<Page<Row>>,
  page: Page<Row>,
  rows: Row[],
): Page<Row> | undefined {
  if (!query.data && rows.length === 0) return undefined;
  return { ...page, rows, total: page.total + rows.length - page.rows.length };
}

/** The query as if it had answered this: `null` is gone, `undefined` leaves it as it is. */
export function withData<Q extends UseQueryResult<unknown>>(
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
