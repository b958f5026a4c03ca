import { DECISION_WORKING_DAYS } from '@ardhi/contract/limits';
import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { useFilters } from '../../lib/page/use-filters.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { FarmerLink } from '../../office/subsidies/farmer-link.tsx';
import { DataTable, numeric } from '../../ui/charts/table.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SelectField } from '../../ui/forms/field.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { PagedList } from '../../ui/layout/paged-list.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { COUNTY_NAMES } from './county-outlines.ts';
import { usePendingApplications } from './queries.ts';

/** Overdue applications, longest overdue first. */
export default function PendingPage() {
  const t = useT();
  const format = useFormat();
  const [filters, change] = useFilters<{ county?: string }>(['county']);
  const pendingApplications = usePendingApplications(filters.county);
  return (
    <div className="wrap pt-4 pb-9">
      <PageHeader
        back={{ to: paths.analytics, label: t('analytics.back') }}
        title={t('analytics.waiting.title')}
        lead={t('analytics.waiting.lead', { days: DECISION_WORKING_DAYS })}
        actions={<ButtonLink to={paths.queue}>{t('analytics.waiting.decide')}</ButtonLink>}
      />
      <Panel aria-label={t('analytics.waiting.title')}>
        <search className="mb-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          <SelectField
            label={t('analytics.county')}
            placeholder={t('analytics.register.anyCounty')}
            options={COUNTY_NAMES.map((value) => ({ value, label: value }))}
            value={filters.county ?? ''}
            onChange={(event) => change({ county: event.target.value || undefined })}
          />
        </search>
        <PagedList query={pendingApplications} failed={t('analytics.error.waiting')}>
          {(rows) => (
            <DataTable
              caption={t('analytics.waiting.title')}
              loading={!rows}
              rows={rows}
              rowKey={(row) => row._id}
              empty={<Empty title={t('analytics.waiting.none')} />}
              columns={[
                {
                  key: 'name',
                  label: t('analytics.register.name'),
                  title: true,
                  cell: (row) => (
                    <Link className="link" to={paths.subsidyCase(row._id)}>
                      {row.name}
                    </Link>
                  ),
                },
                {
                  key: 'farmer',
                  label: t('analytics.register.farmer'),
                  cell: (row) => (
                    <FarmerLink
                      farmer={{ _id: row.farmerId, name: row.farmer }}
                      deleted={t('analytics.deletedFarmer')}
                    />
                  ),
                },
                {
                  key: 'county',
                  label: t('analytics.county'),
                  cell: (row) => row.counties.join(', ') || '–',
                },
                {
                  ...numeric('amount', t('analytics.waiting.amount')),
                  cell: (row) => format.money(row.amount),
                },
                {
                  key: 'since',
                  label: t('analytics.waiting.since'),
                  cell: (row) =>
                    `${format.date(row.createdAt, 'medium')} · ${t('analytics.waiting.age', { days: format.number(row.age, 0) })}`,
                },
              ]}
            />
          )}
        </PagedList>
      </Panel>
    </div>
  );
}
