import type { Case, QueueView } from '@ardhi/contract';
import { DECISION_WORKING_DAYS } from '@ardhi/contract/limits';
import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { useFilters } from '../../lib/page/use-filters.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { DensityButton } from '../../ui/charts/density.tsx';
import { type Column, DataTable, numeric } from '../../ui/charts/table.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { FoldedFilters } from '../../ui/controls/folded-filters.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError, LoadMore } from '../../ui/feedback/query-state.tsx';
import { MoneyField, SelectField } from '../../ui/forms/field.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { FarmerLink } from '../subsidies/farmer-link.tsx';
import { CaseActions } from './case-actions.tsx';
import { type CaseFilters, useCases, useQueueCounts } from './queries.ts';
import { SavedViews } from './saved-views.tsx';
import { WorkLink } from './work-strip.tsx';

const NAMES = ['view', 'programmeId', 'minAmount', 'maxAmount', 'meets', 'sort'] as const;
const FOLDED = ['programmeId', 'minAmount', 'maxAmount', 'meets'] as const;
const VIEWS = ['mine', 'office', 'nobody', 'late'] as const satisfies readonly QueueView[];
const ORDERS = ['oldest', 'newest', 'amount'] as const;

/** Pending applications of the office, oldest first by default. */
export default function QueuePage() {
  const t = useT();
  const { post } = useUser();
  const [filters, change] = useFilters<CaseFilters>(NAMES);
  const view = filters.view ?? 'office';
  const appliedFilters = { ...filters, view };
  const cases = useCases(appliedFilters);
  const rows = cases.data?.pages.flatMap((page) => page.rows);
  return (
    <div className="wrap pt-4 pb-9 lg:pt-2">
      <PageHeader
        low
        back={{ to: paths.dashboard, label: t('queue.back') }}
        eyebrow={post?.county ? t('queue.of', { county: post.county }) : t('queue.ofCountry')}
        title={t('queue.title')}
        actions={<QueueStrip current={view} />}
      />
      <search className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="mr-auto text-xl">{t(`queue.heading.${view}`)}</h2>
        <DensityButton />
        <SelectField
          className="max-sm:w-full"
          label={t('queue.sort')}
          labelHidden
          options={ORDERS.map((value) => ({ value, label: t(`queue.order.${value}`) }))}
          value={filters.sort ?? 'oldest'}
          onChange={(event) => change({ sort: event.target.value })}
        />
        <FoldedFilters always set={FOLDED.filter((name) => filters[name]).length}>
          <SelectField
            label={t('queue.meets')}
            placeholder={t('queue.meetsAny')}
            options={[
              { value: 'yes', label: t('queue.meetsYes') },
              { value: 'no', label: t('queue.meetsNo') },
              { value: 'unchecked', label: t('queue.meetsUnchecked') },
            ]}
            value={filters.meets ?? ''}
            onChange={(event) => change({ meets: event.target.value })}
          />
          <MoneyField
            label={t('queue.minAmount')}
            value={filters.minAmount ?? ''}
            onChange={(event) => change({ minAmount: event.target.value })}
          />
          <MoneyField
            label={t('queue.maxAmount')}
            value={filters.maxAmount ?? ''}
            onChange={(event) => change({ maxAmount: event.target.value })}
          />
        </FoldedFilters>
      </search>
      <Panel className="list-panel" aria-label={t(`queue.heading.${view}`)}>
        {cases.isError && !rows ? (
          <LoadError query={cases} headline={t('queue.failed')} />
        ) : (
          <CaseTable rows={rows} onProgramme={(programmeId) => change({ programmeId })} />
        )}
        <LoadMore query={cases} className="mt-4">
          {t('queue.more')}
        </LoadMore>
      </Panel>
      <Panel className="mt-6" title={t('queue.views.title')} note={t('queue.views.note')}>
        <SavedViews filters={appliedFilters} />
      </Panel>
    </div>
  );
}

/** The four views of the queue with their counts, as links. */
function QueueStrip({ current }: { current: QueueView }) {
  const t = useT();
  const { data } = useQueueCounts();
  return (
    <nav aria-label={t('queue.lists')} className="queue-strip queue-views num max-sm:w-full">
      {VIEWS.map((view) => (
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

function CaseTable({
  rows,
  onProgramme,
}: {
  rows: Case[] | undefined;
  onProgramme: (programmeId: string) => void;
}) {
  const t = useT();
  const format = useFormat();
  const isNational = !useUser().post?.county;
  const columns: Column<Case>[] = [
    {
      key: 'name',
      share: 20,
      label: t('queue.name'),
      title: true,
      cell: (row) => (
        <>
          <Link className="link" to={paths.subsidyCase(row._id)}>
            {row.name}
          </Link>
          {row.reference && (
            <span className="second num text-sm font-normal text-muted">
              {t('subsidies.reference', { reference: row.reference })}
            </span>
          )}
          {row.programmeId && (
            <button
              type="button"
              className="second link min-h-11 text-left text-sm font-normal wrap-anywhere sm:pointer-fine:min-h-0"
              title={t('queue.onlyProgramme')}
              onClick={() => onProgramme(row.programmeId!)}
            >
              {row.programmeName}
            </button>
          )}
        </>
      ),
    },
    {
      key: 'farmer',
      share: 13,
      label: isNational ? t('queue.farmerAndOffice') : t('queue.farmer'),
      cell: (row) => (
        <>
          <FarmerLink farmer={row.applicant} deleted={t('queue.deletedFarmer')} />
          {isNational && (
            <span className="second text-sm text-muted">{row.county ?? t('queue.country')}</span>
          )}
        </>
      ),
    },
    { ...numeric('amount', t('queue.amount')), share: 12, cell: (row) => format.money(row.amount) },
    {
      key: 'age',
      share: 11,
      label: t('queue.age'),
      cell: (row) => t('queue.day', { day: Math.max(1, row.age), of: DECISION_WORKING_DAYS }),
    },
    {
      key: 'state',
      label: t('queue.state'),
      share: 13,
      cell: (row) => (
        <span className="inline-flex flex-wrap items-center gap-1 lg:flex-nowrap">
          {row.late && <Badge tone="no">{t('queue.late')}</Badge>}
          {row.returned && <Badge tone="info">{t('queue.returned')}</Badge>}
          {row.hasRules && <Rules meets={row.meets} />}
        </span>
      ),
    },
    { key: 'holder', label: t('queue.holder'), cell: (row) => row.assignedTo?.name ?? t('queue.nobody') },
  ];
  return (
    <DataTable
      list
      caption={t('queue.title')}
      columns={columns}
      rows={rows}
      loading={!rows}
      rowKey={(row) => row._id}
      rowActions={(row) => <CaseActions row={row} />}
      empty={<Empty title={t('queue.none')} />}
    />
  );
}

/** Result at submission; the case page shows the current one. */
function Rules({ meets }: { meets: boolean | null }) {
  const t = useT();
  if (meets === null) return <Badge tone="off">{t('queue.rules.unchecked')}</Badge>;
  return <Badge tone={meets ? 'ok' : 'wait'}>{t(meets ? 'queue.rules.met' : 'queue.rules.notMet')}</Badge>;
}
