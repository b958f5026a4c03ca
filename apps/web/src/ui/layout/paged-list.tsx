import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { detailOf } from '../../lib/http/problem-text.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Button } from '../controls/button.tsx';
import { AsOf } from '../feedback/as-of.tsx';
import { ErrorState } from '../feedback/error-state.tsx';

type Paged<Row> = { rows: Row[]; total: number; next: string | undefined; asOf?: string };

/** Loaded rows, total, and a button for the next page (keyset pagination). */
export function PagedList<Row>({
  query,
  failed,
  children,
}: {
  query: UseInfiniteQueryResult<{ pages: Paged<Row>[] }>;
  failed: string;
  children: (rows: Row[] | undefined) => ReactNode;
}) {
  const t = useT();
  const format = useFormat();
  const rows = query.data?.pages.flatMap((page) => page.rows);
  if (query.isError && !rows)
    return (
      <ErrorState
        headline={failed}
        detail={detailOf(query.error, t)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  const total = Math.max(query.data?.pages[0]?.total ?? 0, rows?.length ?? 0);
  return (
    <div
      aria-busy={query.isPlaceholderData || undefined}
      className={query.isPlaceholderData ? 'opacity-60' : undefined}
    >
      {children(rows)}
      {rows && rows.length > 0 && (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
          <p className="num text-sm text-muted" role="status">
            {query.hasNextPage && total <= rows.length
              ? t('analytics.register.shownOfMany', { shown: format.number(rows.length, 0) })
              : t('analytics.register.shown', {
                  shown: format.number(rows.length, 0),
                  total: format.number(total, 0),
                })}
          </p>
          <p className="mr-auto text-muted">
            <AsOf moment={query.data?.pages.at(-1)?.asOf} />
          </p>
          {query.hasNextPage && (
            <Button
              busy={query.isFetchingNextPage}
              busyLabel={t('ui.loading')}
              onClick={() => void query.fetchNextPage()}
            >
              {t('analytics.register.more')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
