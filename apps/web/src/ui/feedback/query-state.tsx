/** States of a query: loading, failed, and with further pages to load. */
import type { ReactNode } from 'react';
import { detailOf } from '../../lib/http/problem-text.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button, type ButtonVariantProps } from '../controls/button.tsx';
import { ErrorState } from './error-state.tsx';

interface LoadErrorProps {
  query: { data: unknown; error: unknown; isFetching: boolean; refetch: () => unknown };
  headline: string;
}

/** Error state of a query that has no data to show; renders nothing otherwise. */
export function LoadError({ query, headline }: LoadErrorProps) {
  const t = useT();
  if (!query.error || query.data !== undefined) return null;
  return (
    <ErrorState
      headline={headline}
      detail={detailOf(query.error, t)}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}

interface QueryStateProps<Data> extends LoadErrorProps {
  query: LoadErrorProps['query'] & { data: Data | undefined };
  loading: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The data of a query; until it is loaded, a placeholder or the error. */
export function QueryState<Data>({ query, headline, loading, children }: QueryStateProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return query.error ? <LoadError query={query} headline={headline} /> : loading;
}

interface LoadMoreProps extends ButtonVariantProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  className?: string;
  children: ReactNode;
}

/** Button for the next page (keyset pagination), if there is one. */
export function LoadMore({ query, ...button }: LoadMoreProps) {
  const t = useT();
  if (!query.hasNextPage) return null;
  return (
    <Button
      {...button}
      busy={query.isFetchingNextPage}
      busyLabel={t('ui.loading')}
      onClick={() => void query.fetchNextPage()}
    />
  );
}
