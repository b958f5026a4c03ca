import type { QueueCounts, QueueView } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { useMutation } from '@tanstack/react-query';
import { Download, Keyboard } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { callFile } from '../../lib/http/api.ts';
import { problemLine } from '../../lib/http/problem-text.ts';
import { useFilters } from '../../lib/page/use-filters.ts';
import { hasDuty } from '../../lib/session/duties.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { DensityButton } from '../../ui/charts/density.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/controls/cx.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError, LoadMore } from '../../ui/feedback/query-state.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { useDownload } from '../../ui/feedback/use-download.ts';
import { Checkbox } from '../../ui/forms/field.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { useAssignCase } from '../cases/case-actions.tsx';
import { BulkBar } from '../subsidies/bulk.tsx';
import { type CaseAction, useCaseDialogs } from '../subsidies/case-dialogs.tsx';
import { useDossier } from '../subsidies/queries.ts';
import { CasePane } from './case-pane.tsx';
import { CaseTable } from './case-table.tsx';
import {
  type CaseRow,
  decidedFilters,
  fetchCases,
  type ListFilters,
  MAX_SELECTED,
  MAX_SOUGHT,
  useCaseRows,
  useQueueCounts,
} from './queries.ts';
import { QueueFilters } from './queue-filters.tsx';
import { SavedViews } from './saved-views.tsx';
import { KeysDialog, useCaseKeys } from './shortcuts.tsx';
import { WorkLink } from './work-strip.tsx';

const NAMES = [
  'view',
  'status',
  'q',
  'county',
  'assignedTo',
  'minAge',
  'programmeId',
  'minAmount',
  'maxAmount',
  'meets',
  'region',
  'sort',
] as const satisfies readonly (keyof ListFilters)[];

const VIEWS = [
  'office',
  'mine',
  'approval',
  'second',
  'nobody',
  'late',
  'corrected',
  'returned',
  'reopened',
] as const satisfies readonly (QueueView & keyof QueueCounts)[];

/** Rows before the end at which the next page is fetched. */
const AHEAD = 5;

/** The one list of applications: it assigns and decides. Beside it, or on phones in its place, the open case. */
export default function QueuePage() {
  const t = useT();
  const format = useFormat();
  const user = useUser();
  const [filters, changeFilters] = useFilters<ListFilters>(NAMES);
  const [search, setSearch] = useSearchParams();
  const openId = search.get('case') ?? undefined;
  const { query, rows, total, fetchMore } = useCaseRows(filters);
  const dossier = useDossier(openId);
  const selection = useSelection(filters, rows);
  const [isHelping, setIsHelping] = useState(false);
  const searchField = useRef<HTMLElement>(null);
  const { assignTo } = useAssignCase();

  const index = rows?.findIndex(({ _id }) => _id === openId) ?? -1;
  const isListed = index >= 0;
  // The place of a case that has left the list, decided here or by a colleague: the next one takes it.
  const last = useRef<{ id?: string; index: number }>({ index: 0 });
  useEffect(() => {
    if (isListed) last.current = { id: openId, index };
  }, [isListed, index, openId]);
  // A link or a reload can open a case of a page that is not loaded.
  const { fetchNextPage } = query;
  const isSought =
    !isListed &&
    dossier.data !== undefined &&
    (filters.status !== undefined || dossier.data.status === 'pending') &&
    rows !== undefined &&
    rows.length < MAX_SOUGHT &&
    query.hasNextPage &&
    !query.isFetching &&
    !query.isError;
  useEffect(() => {
    if (isSought && last.current.id !== openId) void fetchNextPage();
  }, [isSought, openId, fetchNextPage]);
  const linkTo = (id: string | undefined) => {
    const next = new URLSearchParams(search);
    if (id) next.set('case', id);
    else next.delete('case');
    return `?${next}`;
  };
  const openCase = (id: string | undefined) =>
    setSearch(linkTo(id), { replace: openId !== undefined, preventScrollReset: true });
  const stepTo = (by: 1 | -1) => {
    const to = isListed ? index + by : openId ? last.current.index + (by < 0 ? -1 : 0) : 0;
    const row = rows?.[to];
    if (row) openCase(row._id);
    if (rows && to >= rows.length - AHEAD && query.hasNextPage && !query.isFetchingNextPage)
      void query.fetchNextPage();
  };
  const openNext = async (decidedId: string) => {
    const withoutDecided = (list = rows) => list?.filter(({ _id }) => _id !== decidedId) ?? [];
    const at = last.current.index;
    let left = withoutDecided();
    if (at >= left.length && query.hasNextPage) left = withoutDecided(await fetchMore());
    openCase((left[at] ?? left[at - 1])?._id);
  };
  const [dialog, act, mayAct] = useCaseDialogs(({ _id }) => {
    if (_id === openId) void openNext(_id);
  });
  const canDecide = hasDuty(user, 'decide');
  // The keys act on the version that is read: the row of the list is polled and can be newer.
  const shown = dossier.data;
  const current = shown?.kind === 'application' && shown.status === 'pending' && canDecide ? shown : null;
  const actOnCurrent = (action: CaseAction) => {
    if (current) void act(current, action);
  };
  const takeCurrent = async () => {
    if (current && (await mayAct(current))) await assignTo(current, user._id, t('queue.taken'));
  };
  useCaseKeys({
    j: () => stepTo(1),
    k: () => stepTo(-1),
    a: () => actOnCurrent('approved'),
    r: () => actOnCurrent('rejected'),
    c: () => actOnCurrent('return'),
    m: () => void takeCurrent(),
    '/': () => searchField.current?.querySelector<HTMLElement>('[type=search]')?.focus(),
    '?': () => setIsHelping(true),
  });
  useEffect(() => {
    if (openId && isListed) document.querySelector('tr[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [openId, isListed]);

  const isLong = query.hasNextPage && (total ?? 0) <= (rows?.length ?? 0);
  const length = isLong ? t('queue.manyListed') : format.number(total ?? 0, 0);
  const hasDesk = openId !== undefined;
  return (
    <div className={cx('queue-page', hasDesk && 'with-case')}>
      <div className="queue-list">
        <PageHeader
          low
          back={{ to: paths.dashboard, label: t('queue.back') }}
          title={t('queue.title')}
          actions={
            <>
              {!hasDesk && <ExportButton filters={filters} />}
              <SavedViews filters={filters} />
              <DensityButton />
              <IconButton
                size="small"
                variant="plain"
                label={t('queue.keys.title')}
                icon={<Keyboard size={18} aria-hidden="true" />}
                onClick={() => setIsHelping(true)}
              />
            </>
          }
        />
        <QueueStrip current={filters.status ? undefined : (filters.view ?? 'office')} />
        <QueueFilters filters={filters} onChange={changeFilters} rows={rows} search={searchField}>
          {canDecide && !filters.status && rows && rows.length > 1 && (
            <Checkbox
              className="select-all"
              labelHidden={hasDesk}
              label={t(selection.gathering ? 'subsidies.bulk.gathering' : 'subsidies.bulk.selectAll')}
              checked={selection.gathering || rows.every((row) => selection.isSelected(row))}
              disabled={selection.gathering}
              onChange={(event) => (event.target.checked ? selection.selectAll() : selection.clear())}
            />
          )}
        </QueueFilters>
        <BulkBar rows={selection.rows} onClear={selection.clear} />
        <Panel className="list-panel" aria-label={t('queue.title')}>
          {query.isError && !rows ? (
            <LoadError query={query} headline={t('queue.failed')} />
          ) : (
            <CaseTable
              rows={rows}
              openId={openId}
              linkTo={linkTo}
              isSelected={selection.isSelected}
              onSelect={selection.select}
              onAct={(row, action) => void act(row, action)}
              empty={<NoCases filters={filters} onClear={() => changeFilters(NO_FILTERS)} />}
            />
          )}
          <div className="mt-3 flex flex-wrap items-center gap-4">
            <LoadMore query={query}>{t('queue.more')}</LoadMore>
            {rows && (
              <p className="num text-sm text-muted">
                {t('queue.listed', { count: length, total: total ?? 0 })}
              </p>
            )}
          </div>
        </Panel>
      </div>
      {openId !== undefined && (
        <CasePane
          key={openId}
          dossier={dossier}
          place={{ at: isListed ? index + 1 : undefined, of: length }}
          list={linkTo(undefined)}
          onStep={stepTo}
          onAct={(row, action) => void act(row, action)}
        />
      )}
      {dialog}
      {isHelping && <KeysDialog onClose={() => setIsHelping(false)} />}
    </div>
  );
}

const NO_FILTERS = Object.fromEntries(NAMES.map((name) => [name, undefined]));

function NoCases({ filters, onClear }: { filters: ListFilters; onClear: () => void }) {
  const t = useT();
  const { view: _, sort: __, ...narrowed } = filters;
  if (Object.keys(narrowed).length === 0) return <Empty title={t('queue.none')} />;
  return (
    <Empty
      title={t('queue.none')}
      text={t('queue.noneText')}
      action={<Button onClick={onClear}>{t('queue.clearFilters')}</Button>}
    />
  );
}

/** Selected rows, also of pages that are not loaded. Other filters clear the selection. */
function useSelection(filters: ListFilters, shown: readonly CaseRow[] | undefined) {
  const t = useT();
  const [selected, setSelected] = useState<ReadonlyMap<string, CaseRow>>(new Map());
  // Set in the click itself: `gather.isPending` arrives later, and the checkbox would flicker.
  const [gathering, setGathering] = useState(false);
  const key = JSON.stringify(filters);
  const [lastKey, setLastKey] = useState(key);
  if (key !== lastKey) {
    setLastKey(key);
    setSelected(new Map());
    setGathering(false);
  }
  const isCurrent = (gathered: ListFilters) => JSON.stringify(gathered) === key;
  const gather = useMutation({
    mutationFn: (gathered: ListFilters) => fetchCases(gathered),
    onSettled: (_rows, _error, gathered) => isCurrent(gathered) && setGathering(false),
    onSuccess: (all, gathered) => {
      // Rows of filters that were changed meanwhile must not be selected.
      if (!isCurrent(gathered)) return;
      setSelected(new Map(all.map((row) => [row._id, row])));
      if (all.length === MAX_SELECTED) toast.done(t('queue.selectedMost', { count: MAX_SELECTED }));
    },
    onError: (error) => toast.failed(problemLine(error, t('queue.failed'), t)),
  });
  const current = new Map(shown?.map((row) => [row._id, row]));
  return {
    rows: [...selected.values()]
      .map((row) => current.get(row._id) ?? row)
      .filter(({ status }) => status === 'pending'),
    gathering,
    isSelected: ({ _id }: CaseRow) => selected.has(_id),
    select: (row: CaseRow, isSelected: boolean) => {
      const next = new Map(selected);
      if (isSelected) next.set(row._id, row);
      else next.delete(row._id);
      setSelected(next);
    },
    selectAll: () => {
      setGathering(true);
      gather.mutate(filters);
    },
    clear: () => setSelected(new Map()),
  };
}

/** The lists of the queue with their counts, as links. */
function QueueStrip({ current }: { current: QueueView | undefined }) {
  const t = useT();
  const { data } = useQueueCounts();
  // Most offices have nothing that two officials approve; the other lists fill the line.
  const hasSecond = current === 'second' || (data !== undefined && data.second !== 0);
  return (
    <nav aria-label={t('queue.lists')} className="queue-views num">
      {VIEWS.filter((view) => view !== 'second' || hasSecond).map((view) => (
        <WorkLink
          key={view}
          work={view}
          counts={data}
          label={t(`queue.view.${view}`)}
          current={view === current}
        />
      ))}
    </nav>
  );
}

function ExportButton({ filters }: { filters: ListFilters }) {
  const t = useT();
  const { busy, download } = useDownload<'csv'>('subsidies.error.export');
  const { status, region: _, ...pending } = filters;
  const fetchFile = () =>
    status
      ? callFile('GET /government/subsidies.csv', { query: { ...decidedFilters(filters) } })
      : callFile('GET /government/queue.csv', { query: pending });
  return (
    <Button
      className="max-sm:hidden"
      size="small"
      icon={<Download size={16} aria-hidden="true" />}
      busy={busy === 'csv'}
      busyLabel={t('subsidies.manage.exporting')}
      onClick={() => void download('csv', fetchFile, 'applications.csv')}
    >
      {t('subsidies.manage.export')}
    </Button>
  );
}
