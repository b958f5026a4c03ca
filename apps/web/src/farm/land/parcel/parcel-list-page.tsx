import type { Parcel } from '@ardhi/contract';
import { LAND_PAGE_SIZE } from '@ardhi/contract/limits';
import { paths } from '@ardhi/contract/paths';
import { Map as MapIcon, Plus } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { lazyPage } from '../../../lib/page/lazy-page.tsx';
import { useFormat, useT } from '../../../lib/text/i18n.tsx';
import { Button, ButtonLink } from '../../../ui/controls/button.tsx';
import { Pager } from '../../../ui/controls/pager.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { LoadError } from '../../../ui/feedback/query-state.tsx';
import { PageHeader } from '../../../ui/layout/page.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import type { LeaveGuard } from '../../row-form.tsx';
import { useParcelPage, useParcels } from '../queries.ts';
import { DeletedParcels } from './deleted-parcels.tsx';
import { useFirstParcelPreset } from './first-parcel.ts';
import type { FirstParcelStepsProps } from './first-parcel-steps.tsx';
import { clampPage, pageAfterAdding, pageCount, pageOf } from './paging.ts';
import { editButtonId, ParcelCard, ParcelCardSkeleton } from './parcel-card.tsx';
import { ParcelForm } from './parcel-form.tsx';
import { useRemoveParcel } from './use-remove-parcel.ts';

const firstParcelSteps = lazyPage<FirstParcelStepsProps>(
  async () => ({ default: (await import('./first-parcel-steps.tsx')).FirstParcelSteps }),
  ['score', 'steps'],
);

type OpenForm = { kind: 'add' } | { kind: 'edit'; id: string } | null;

/** One page of the farmer's parcels. The list is usually fetched at once; a very long one page by page. */
function useCards(requestedPage: string | null) {
  const parcels = useParcels();
  const total = parcels.data?.total ?? 0;
  const page = clampPage(requestedPage, pageCount(total));
  const isComplete = parcels.data === undefined || parcels.data.rows.length >= total;
  const onePage = useParcelPage(page, { enabled: !isComplete });
  const source = isComplete ? parcels : onePage;
  return {
    page,
    total,
    acres: isComplete ? parcels.data?.rows.reduce((acres, parcel) => acres + parcel.size, 0) : undefined,
    rows: isComplete ? parcels.data && pageOf(parcels.data.rows, page) : onePage.data?.rows,
    query: source,
  };
}

export default function ParcelListPage() {
  const t = useT();
  const format = useFormat();
  const [search, setSearch] = useSearchParams();
  const { page, total, acres, rows, query } = useCards(search.get('page'));
  const [form, setForm] = useState<OpenForm>(search.has('add') ? { kind: 'add' } : null);
  const preset = useFirstParcelPreset(search.get('add') === 'first');
  const [firstId, setFirstId] = useState<string | null>(null);
  const first = rows?.find(({ _id }) => _id === firstId);
  const guard = useRef(async () => true);
  // The header takes its space at once: its buttons must not move under a finger when the parcels arrive.
  const isLoading = !rows && !query.error;

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
            : isLoading && '\u00a0'
        }
        actions={
          <>
            {(total > 0 || isLoading) && (
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
          <ParcelForm
            guard={guard}
            preset={preset}
            onSaved={(id) => {
              if (rows?.length === 0) setFirstId(id);
              show(null, pageAfterAdding(page, total + 1));
            }}
            onClose={() => show(null)}
          />
        </Panel>
      )}
      {first && (
        <Suspense>
          <firstParcelSteps.Component parcel={first} onDone={() => setFirstId(null)} />
        </Suspense>
      )}
      {query.error && !rows ? (
        <LoadError query={query} headline={t('land.error.fetchList')} />
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
      <DeletedParcels />
    </div>
  );
}

/** After the next render. */
function focusLater(id: string): void {
  setTimeout(() => document.getElementById(id)?.focus());
}

interface CardsProps {
  /** Undefined while loading. */
  rows: readonly Parcel[] | undefined;
  form: OpenForm;
  ask: (form: OpenForm) => Promise<void>;
  close: () => void;
  guard: LeaveGuard;
}

function Cards({ rows, form, ask, close, guard }: CardsProps) {
  const t = useT();
  const remove = useRemoveParcel();
  if (rows?.length === 0) {
    return form?.kind === 'add' ? null : (
      <Panel>
        <Empty
          drawing="empty-field"
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
      {!rows && [1, 2, 3].map((place) => <ParcelCardSkeleton key={place} />)}
      {rows?.map((parcel) =>
        form?.kind === 'edit' && form.id === parcel._id ? (
          <Panel
            key={parcel._id}
            title={t('land.form.editHeading', { name: parcel.name })}
            className="col-span-full"
          >
            <ParcelForm parcel={parcel} guard={guard} onSaved={close} onClose={close} />
          </Panel>
        ) : (
          <ParcelCard
            key={parcel._id}
            parcel={parcel}
            onEdit={() => void ask({ kind: 'edit', id: parcel._id })}
            onDelete={() => void remove(parcel)}
          />
        ),
      )}
    </div>
  );
}
