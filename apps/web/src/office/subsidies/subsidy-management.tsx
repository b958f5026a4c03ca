import type { ManagedSubsidy } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { Download, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { callFile } from '../../lib/http/api.ts';
import { useWide } from '../../lib/page/use-wide.ts';
import { hasDuty } from '../../lib/session/duties.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/controls/cx.ts';
import { AsOf } from '../../ui/feedback/as-of.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError, LoadMore } from '../../ui/feedback/query-state.tsx';
import { useDownload } from '../../ui/feedback/use-download.ts';
import { PageHeader } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { type CaseAction, useCaseDialogs } from './case-dialogs.tsx';
import { DossierDialog } from './dossier-dialog.tsx';
import { type Filters, useFilters } from './filters.ts';
import { ManagementFilters } from './management-filters.tsx';
import { ManagementTable } from './management-table.tsx';
import { ProgrammeFormDialog } from './programme-form.tsx';
import { useManagedSubsidies } from './queries.ts';

type Place = 'dashboard' | 'page';

type OpenDialog =
  | { kind: 'create' }
  | { kind: 'edit'; programme: ManagedSubsidy }
  | { kind: 'details'; id: string }
  | null;

/** Table of programmes and applications on the dashboard, and the page of programmes. */
export function SubsidyManagement({ place = 'dashboard' }: { place?: Place }) {
  const t = useT();
  const canDecide = hasDuty(useUser(), 'decide');
  const [filters, setFilters] = useFilters(place === 'page');
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const isPage = place === 'page';
  const wide = useWide();
  const listed: Filters = isPage ? { ...filters, kind: 'programme' } : filters;
  const list = useManagedSubsidies(listed, isPage ? 25 : wide ? 5 : 3);
  const [decided, setDecided] = useState<readonly ManagedSubsidy[]>([]);
  const fetched = list.data?.pages.flatMap((page) => page.rows);
  const rows = fetched && (isPage ? fetched : withDecided(fetched, decided));
  const close = () => setDialog(null);
  const [caseDialog, openCaseDialog] = useCaseDialogs((row) => setDecided([...decided, row]));
  const act = (row: ManagedSubsidy, action: CaseAction) => {
    close();
    void openCaseDialog(row, action);
  };
  const create = canDecide ? () => setDialog({ kind: 'create' }) : undefined;

  const filterFields = (
    <ManagementFilters
      filters={filters}
      onChange={(change) => {
        setDecided([]);
        setFilters(change);
      }}
      short={!isPage}
    />
  );
  return (
    <Frame
      place={place}
      actions={
        <>
          {!isPage && filterFields}
          <Actions place={place} filters={listed} onCreate={create} />
        </>
      }
    >
      {isPage && filterFields}
      {!rows && list.error ? (
        <LoadError query={list} headline={t('subsidies.error.fetch')} />
      ) : (
        <>
          <ManagementTable
            rows={rows}
            canDecide={canDecide}
            dimmed={list.isPlaceholderData}
            short={!isPage}
            onDecide={act}
            onDetails={(row) => setDialog({ kind: 'details', id: row._id })}
            empty={<NothingFound filtered={Object.keys(filters).length > 0} onCreate={create} />}
          />
          <Foot place={place} list={list} />
        </>
      )}
      {dialog?.kind === 'create' && <ProgrammeFormDialog onClose={close} />}
      {dialog?.kind === 'edit' && (
        <ProgrammeFormDialog
          programme={dialog.programme}
          onClose={() => setDialog({ kind: 'details', id: dialog.programme._id })}
        />
      )}
      {caseDialog}
      {dialog?.kind === 'details' && (
        <DossierDialog
          id={dialog.id}
          canDecide={canDecide}
          onClose={close}
          onDecide={act}
          onReturn={(row) => act(row, 'return')}
          onEdit={(programme) => setDialog({ kind: 'edit', programme })}
        />
      )}
    </Frame>
  );
}

/** A row decided on this page stays at its place when it no longer matches the filter, or newer rows displace it. */
export function withDecided(
  rows: readonly ManagedSubsidy[],
  decided: readonly ManagedSubsidy[],
): ManagedSubsidy[] {
  const byId = new Map([...decided, ...rows].map((row) => [row._id, row]));
  // The order of the server: newest first.
  const key = ({ createdAt, _id }: ManagedSubsidy) => createdAt + _id;
  return [...byId.values()].sort((a, b) => (key(a) < key(b) ? 1 : -1));
}

/** Dashboard panel, or page with its own heading. */
function Frame({ place, actions, children }: { place: Place; actions: ReactNode; children: ReactNode }) {
  const t = useT();
  if (place === 'dashboard')
    return (
      <Panel title={t('subsidies.manage.title')} actions={actions}>
        {children}
      </Panel>
    );
  return (
    <>
      <PageHeader title={t('subsidies.manage.title')} lead={t('subsidies.manage.lead')} actions={actions} />
      <Panel aria-label={t('subsidies.manage.table')}>{children}</Panel>
    </>
  );
}

/** Without `onCreate` the official may only view. */
function Actions({
  place,
  filters,
  onCreate,
}: {
  place: Place;
  filters: Filters;
  onCreate: (() => void) | undefined;
}) {
  const t = useT();
  const isPage = place === 'page';
  const { busy, download } = useDownload<'csv'>('subsidies.error.export');
  const fetchFile = () => callFile('GET /government/subsidies.csv', { query: { ...filters } });
  return (
    <>
      {isPage && (
        <>
          <ButtonLink to={paths.appeals}>{t('subsidies.appeals.title')}</ButtonLink>
          <Button
            icon={<Download size={18} aria-hidden="true" />}
            busy={busy === 'csv'}
            busyLabel={t('subsidies.manage.exporting')}
            onClick={() => void download('csv', fetchFile, 'subsidies.csv')}
          >
            {t('subsidies.manage.export')}
          </Button>
        </>
      )}
      {onCreate && (
        <Button
          variant={isPage ? 'main' : 'plain'}
          size={isPage ? 'normal' : 'small'}
          icon={<Plus size={18} aria-hidden="true" />}
          onClick={onCreate}
        >
          {t('subsidies.manage.create')}
        </Button>
      )}
    </>
  );
}

function NothingFound({ filtered, onCreate }: { filtered: boolean; onCreate: (() => void) | undefined }) {
  const t = useT();
  return (
    <Empty
      title={t('subsidies.none')}
      text={t(filtered ? 'subsidies.noneFound' : 'subsidies.noneManaged')}
      action={!filtered && onCreate && <Button onClick={onCreate}>{t('subsidies.manage.create')}</Button>}
    />
  );
}

function Foot({ place, list }: { place: Place; list: ReturnType<typeof useManagedSubsidies> }) {
  const t = useT();
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 empty:hidden">
      <LoadMore query={list} size={place === 'dashboard' ? 'small' : 'normal'}>
        {t('subsidies.manage.more')}
      </LoadMore>
      {place === 'dashboard' && (
        <Link className="link inline-flex min-h-11 items-center" to={paths.subsidyManage}>
          {t('subsidies.manage.all')}
        </Link>
      )}
      <p className={cx('text-muted empty:hidden', place === 'dashboard' && 'text-sm max-sm:hidden')}>
        <AsOf moment={list.data?.pages.at(-1)?.asOf} />
      </p>
    </div>
  );
}
