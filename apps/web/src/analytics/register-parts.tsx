import type { RegisterOrder } from '@ardhi/contract';
import { MAX_NAME_LENGTH } from '@ardhi/contract/limits';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { callFile } from '../lib/api.ts';
import { useFormat, useT } from '../lib/i18n.tsx';
import { detailOf } from '../lib/problem-text.ts';
import { AsOf } from '../ui/as-of.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { FoldedFilters } from '../ui/folded-filters.tsx';
import { useDownload } from '../ui/use-download.ts';
import { COUNTY_NAMES } from './county-names.ts';
import { REGION_NAMES } from './labels.ts';
import { REGION_FILTERS } from './view.ts';

const DEBOUNCE_MS = 300;

interface PlaceFilters {
  q?: string | null;
  region?: string | null;
  county?: string | null;
  sort?: RegisterOrder | null;
}

/** How the rows lie, not which there are. */
const isNarrowing = ([name, value]: [string, unknown]) => name !== 'q' && name !== 'sort' && Boolean(value);

/** Search text, region, county and order: what both registers have. Typing is debounced. */
export function RegisterFilters({
  filters,
  onChange,
  searchLabel,
  orders,
  children,
}: {
  filters: PlaceFilters;
  onChange: (change: { q?: string; region?: string; county?: string; sort?: string }) => void;
  searchLabel: string;
  orders: readonly RegisterOrder[];
  children?: ReactNode;
}) {
  const t = useT();
  const [text, setText] = useState(filters.q ?? '');
  useEffect(() => {
    const q = text.trim();
    if (q === (filters.q ?? '')) return;
    const timer = setTimeout(() => onChange({ q }), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, filters.q, onChange]);
  return (
    <search className="mb-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      <TextField
        type="search"
        label={searchLabel}
        maxLength={MAX_NAME_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <FoldedFilters set={Object.entries(filters).filter(isNarrowing).length}>
        <SelectField
          label={t('analytics.regionLabel')}
          options={REGION_FILTERS.map((value) => ({ value, label: t(REGION_NAMES[value]) }))}
          value={filters.region ?? 'all'}
          onChange={(event) =>
            onChange({ region: event.target.value === 'all' ? undefined : event.target.value })
          }
        />
        <SelectField
          label={t('analytics.county')}
          placeholder={t('analytics.register.anyCounty')}
          options={COUNTY_NAMES.map((value) => ({ value, label: value }))}
          value={filters.county ?? ''}
          onChange={(event) => onChange({ county: event.target.value || undefined })}
        />
        {children}
        <SelectField
          label={t('analytics.register.sort')}
          options={orders.map((value) => ({ value, label: t(`analytics.register.sort.${value}`) }))}
          value={filters.sort ?? 'newest'}
          onChange={(event) =>
            onChange({ sort: event.target.value === 'newest' ? undefined : event.target.value })
          }
        />
      </FoldedFilters>
    </search>
  );
}

/** What is filtered, as a table of a spreadsheet. */
export function RegisterExport({
  fetchFile,
  name,
}: {
  fetchFile: () => ReturnType<typeof callFile>;
  name: string;
}) {
  const t = useT();
  const { busy, download } = useDownload<'csv'>('analytics.error.exportRegister');
  return (
    <Button
      icon={<Download size={18} aria-hidden="true" />}
      busy={busy !== null}
      busyLabel={t('analytics.exporting')}
      onClick={() => void download('csv', fetchFile, name)}
    >
      {t('analytics.register.export')}
    </Button>
  );
}

type Paged<Row> = { rows: Row[]; total: number; next: string | undefined; asOf?: string };

/** The rows so far, the total, and a button for the next page (keyset pagination: each page names the next cursor). */
export function Register<Row>({
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
