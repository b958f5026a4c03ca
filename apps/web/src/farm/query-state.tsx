import type { ReactNode } from 'react';
import { detailOf } from '../lib/http/problem-text.ts';
import { type MessageKey, useT } from '../lib/text/i18n.tsx';
import { ErrorState } from '../ui/feedback/error-state.tsx';

interface QueryErrorProps {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  failed: MessageKey;
}

/** Error of a query that has no data, with a button to retry. */
export function QueryError({ query, failed }: QueryErrorProps) {
  const t = useT();
  return (
    <ErrorState
      headline={t(failed)}
      detail={detailOf(query.error, t)}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}

interface QueryStateProps<Data> extends QueryErrorProps {
  query: QueryErrorProps['query'] & { data: Data | undefined };
  loading: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The data of a query; until it is loaded, a placeholder or the error. */
export function QueryState<Data>({ query, failed, loading, children }: QueryStateProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return query.error ? <QueryError query={query} failed={failed} /> : loading;
}
