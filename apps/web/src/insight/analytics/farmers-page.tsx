import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { callFile } from '../../lib/http/api.ts';
import { useFilters } from '../../lib/page/use-filters.ts';
import { hasDuty } from '../../lib/session/duties.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { DensityButton } from '../../ui/charts/density.tsx';
import { DataTable, numeric } from '../../ui/charts/table.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { FilterTag } from '../../ui/controls/filter-tag.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { PagedList } from '../../ui/layout/paged-list.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import type { FarmerFilters } from './filters.ts';
import { registerOf } from './labels.ts';
import { useFarmers } from './queries.ts';
import { RegisterExport, RegisterFilters } from './register-parts.tsx';

const FILTERS = ['q', 'region', 'county', 'machines', 'sort'] as const;
const ORDERS = ['newest', 'oldest', 'name'] as const;

export default function FarmersPage() {
  const t = useT();
  const format = useFormat();
  const [filters, change] = useFilters<FarmerFilters>(FILTERS);
  const farmers = useFarmers(filters);
  const canAnnounce = hasDuty(useUser(), 'decide');
  const audience = ['q', 'region', 'county', 'machines'].flatMap((name) => {
    const value = filters[name as 'q'];
    return value ? [[name, value]] : [];
  });
  return (
    <div className="wrap pt-4 pb-9 lg:pt-2">
      <PageHeader
        low
        back={{ to: paths.analytics, label: t('analytics.back') }}
        title={t('analytics.register.farmers')}
        lead={t('analytics.register.farmersLead')}
        actions={
          <>
            <DensityButton />
            {canAnnounce && (
              <ButtonLink
                size="small"
                to={`${paths.announcements}?${new URLSearchParams([['new', '1'], ...audience])}`}
              >
                {t('analytics.register.announce')}
              </ButtonLink>
            )}
            <RegisterExport
              fetchFile={() => callFile('GET /government/farmers.csv', { query: { ...filters } })}
              name="farmers.csv"
            />
          </>
        }
      />
      <RegisterFilters
        filters={filters}
        onChange={change}
        searchLabel={t('analytics.register.searchFarmers')}
        orders={ORDERS}
      >
        {filters.machines && (
          <div className="col-span-full">
            <FilterTag
              name={t('analytics.register.machines')}
              onRemove={() => change({ machines: undefined })}
            />
          </div>
        )}
      </RegisterFilters>
      <Panel className="list-panel" aria-label={t('analytics.register.farmers')}>
        <PagedList query={farmers} failed={t('analytics.error.farmers')}>
          {(rows) => (
            <DataTable
              list
              caption={t('analytics.register.farmers')}
              loading={!rows}
              loadingRows={6}
              rows={rows}
              rowKey={(row) => row._id}
              empty={
                <Empty title={t('analytics.register.noFarmers')} text={t('analytics.register.noneText')} />
              }
              columns={[
                {
                  key: 'name',
                  share: 24,
                  label: t('analytics.register.name'),
                  title: true,
                  cell: (row) => (
                    <Link className="link" to={paths.registerFarmer(row._id)}>
                      {row.name}
                    </Link>
                  ),
                },
                {
                  key: 'contact',
                  share: 41,
                  label: t('analytics.register.contact'),
                  cell: (row) => (
                    <>
                      {/* First, because a low row cuts the end. */}
                      {row.phoneNumber && <span>{row.phoneNumber}</span>}
                      <span className="second text-sm break-all text-muted">{row.email}</span>
                    </>
                  ),
                },
                {
                  key: 'place',
                  share: 14,
                  label: t('analytics.county'),
                  cell: (row) => row.counties.join(', ') || row.location || t('land.notSpecified'),
                },
                {
                  ...numeric('lands', t('analytics.totalLands')),
                  cell: (row) => (
                    <Link className="link" to={registerOf('lands', { farmerId: row._id })}>
                      {format.number(row.lands, 0)}
                    </Link>
                  ),
                },
                {
                  ...numeric('area', t('analytics.areaAcres')),
                  cell: (row) => <span title={format.hectares(row.area)}>{format.number(row.area, 1)}</span>,
                },
              ]}
            />
          )}
        </PagedList>
      </Panel>
    </div>
  );
}
