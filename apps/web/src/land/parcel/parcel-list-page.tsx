import type { Land } from '@ardhi/contract';
import { Map as MapIcon, Plus } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { paths } from '../../lib/paths.ts';
import { detailOf } from '../../lib/problem-words.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useLandPage, useLands } from '../queries.ts';
import { DeletedLands } from './deleted-parcels.tsx';
import { clampPage, LAND_PAGE_SIZE, pageAfterAdding, pageCount, pageOf } from './paging.ts';
import { editButtonId, LandCard, LandCardSkeleton } from './parcel-card.tsx';
import { LandForm } from './parcel-form.tsx';
import { useRemoveLand } from './use-remove-parcel.ts';

/** Which form is open: a new parcel's, or that of the parcel with this id. */
type OpenForm = { kind: 'add' } | { kind: 'edit'; id: string } | null;

/** One page of the own parcels. Nearly everyone's are all fetched at once; a very long list comes page by page. */
function useCards(wanted: string | null) {
  const lands = useLands();
  const total = lands.data?.total ?? 0;
  const page = clampPage(wanted, pageCount(total));
  const whole = lands.data === undefined || lands.data.rows.length >= total;
  const onePage = useLandPage(page, { enabled: !whole });
  const source = whole ? lands : onePage;
  return {
    page,
    total,
    acres: whole ? lands.data?.rows.reduce((acres, land) => acres + land.size, 0) : undefined,
    rows: whole ? lands.data && pageOf(lands.data.rows, page) : onePage.data?.rows,
    error: source.error,
    retry: () => void source.refetch(),
    retrying: source.isFetching,
  };
}

export default function LandListPage() {
  const t = useT();
  const format = useFormat();
  const [search, setSearch] = useSearchParams();
  const { page, total, acres, rows, error, retry, retrying } = useCards(search.get('page'));
  const [form, setForm] = useState<OpenForm>(search.has('add') ? { kind: 'add' } : null);
  const guard = useRef(async () => true);

  const show = (next: OpenForm, nextPage = page) => {
    if (form?.kind === 'edit' && !next) focusLater(editButtonId({ _id: form.id }));
    setForm(next);
    if (nextPage !== page || search.has('add')) setSearch(nextPage > 1 ? { page: String(nextPage) } : {});
  };
  const ask = async (next: OpenForm, nextPage = page) => {
    if (await guard.current()) show(next, nextPage);
  };

  return (
    <div className="wrap py-9">
      <PageHeader
        title={t('land.list.heading')}
        lead={
          total > 0
            ? t('land.list.count', { count: total }) + (acres === undefined ? '' : ` · ${format.area(acres)}`)
            : undefined
        }
        actions={
          <>
            {total > 0 && (
              <ButtonLink to={paths.map} icon={<MapIcon size={18} aria-hidden="true" />}>
                {t('land.list.map')}
              </ButtonLink>
            )}
            <Button
              variant="main"
              icon={<Plus size={18} aria-hidden="true" />}
              aria-expanded={form?.kind === 'add'}
              onClick={() => void ask(form?.kind === 'add' ? null : { kind: 'add' })}
            >
              {t('land.list.add')}
            </Button>
          </>
        }
      />
      {form?.kind === 'add' && (
        <Panel title={t('land.form.newHeading')} className="mb-6">
          <LandForm
            guard={guard}
            onSaved={() => show(null, pageAfterAdding(page, total + 1))}
            onClose={() => show(null)}
          />
        </Panel>
      )}
      {error && !rows ? (
        <ErrorState
          headline={t('land.error.fetchList')}
          detail={detailOf(error, t)}
          onRetry={retry}
          retrying={retrying}
        />
      ) : (
        <Cards rows={rows} form={form} ask={ask} close={() => show(null)} guard={guard} />
      )}
      {total > LAND_PAGE_SIZE && (
        <div className="mt-8">
          <Pager
            page={page}
            pages={pageCount(total)}
            onPage={(next) => void ask(null, next)}
            label={t('land.list.pages')}
          />
        </div>
      )}
      <DeletedLands />
    </div>
  );
}

/** Once the page is drawn again. */
function focusLater(id: string): void {
  setTimeout(() => document.getElementById(id)?.focus());
}

interface CardsProps {
  /** Undefined while they are on their way. */
  rows: readonly Land[] | undefined;
  form: OpenForm;
  ask: (form: OpenForm) => Promise<void>;
  close: () => void;
  guard: RefObject<() => Promise<boolean>>;
}

function Cards({ rows, form, ask, close, guard }: CardsProps) {
  const t = useT();
  const remove = useRemoveLand();
  if (rows?.length === 0) {
    return form?.kind === 'add' ? null : (
      <Panel>
        <Empty
          title={t('land.list.empty')}
          text={t('land.list.emptyText')}
          action={
            <Button variant="main" onClick={() => void ask({ kind: 'add' })}>
              {t('land.list.addFirst')}
            </Button>
          }
        />
      </Panel>
    );
  }
  return (
    <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3" aria-busy={!rows || undefined}>
      {!rows && [1, 2, 3].map((place) => <LandCardSkeleton key={place} />)}
      {rows?.map((land) =>
        form?.kind === 'edit' && form.id === land._id ? (
          <Panel
            key={land._id}
            title={t('land.form.editHeading', { name: land.name })}
            className="col-span-full"
          >
            <LandForm land={land} guard={guard} onSaved={close} onClose={close} />
          </Panel>
        ) : (
          <LandCard
            key={land._id}
            land={land}
            onEdit={() => void ask({ kind: 'edit', id: land._id })}
            onDelete={() => void remove(land)}
          />
        ),
      )}
    </div>
  );
}
