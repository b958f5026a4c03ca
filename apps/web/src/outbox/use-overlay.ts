/** Lays unsent work over what the server said. The query cache itself never holds anything else than answers. */
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { useOutbox } from './current.ts';
import type { Entry } from './entry.ts';

type Figures = typeof import('./figures.ts')['figures'];
let loaded: Figures | undefined;

/** The engine, once some work needs it and it is loaded. */
export function useFigures(needed: boolean): Figures | undefined {
  const [figures, setFigures] = useState(loaded);
  useEffect(() => {
    if (!needed || figures) return;
    let mounted = true;
    void import('./figures.ts').then(
      (module) => {
        loaded = module.figures;
        if (mounted) setFigures(loaded);
      },
      // Without it the last known score stands.
      () => {},
    );
    return () => {
      mounted = false;
    };
  }, [needed, figures]);
  return figures;
}

/** The work that an answer of this age does not hold yet. */
export function useEntriesSince(updatedAt: number, concern: RegExp): readonly Entry[] {
  const { entries } = useOutbox();
  return useMemo(
    () =>
      entries.filter(
        ({ call, state, sentAt = 0 }) => concern.test(call) && (state !== 'sent' || sentAt > updatedAt),
      ),
    [entries, updatedAt, concern],
  );
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
