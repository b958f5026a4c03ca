import { paths } from '@ardhi/contract/paths';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { ALL_DUTIES } from '../../accounts/account/post-labels.ts';
import { useFilters } from '../../lib/page/use-filters.ts';
import { hasDuty } from '../../lib/session/duties.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { DensityButton } from '../../ui/charts/density.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { LoadError, LoadMore } from '../../ui/feedback/query-state.tsx';
import { CountyField } from '../../ui/forms/county-field.tsx';
import { SelectField } from '../../ui/forms/field.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { CaseLimitPanel } from './case-limit-panel.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { type StaffFilters, useStaff } from './queries.ts';
import { StaffTable } from './staff-table.tsx';

const FILTERS = ['q', 'state', 'county', 'duty'] as const;

/** Officials with their posts and open cases. The filters are stored in the URL. */
export default function StaffPage() {
  const t = useT();
  const [filters, change] = useFilters<StaffFilters>(FILTERS);
  const staff = useStaff(filters);
  const user = useUser();
  const canManage = hasDuty(user, 'manage');
  const [isImporting, setIsImporting] = useState(false);
  return (
    <div className="wrap pt-4 pb-9 lg:pt-2">
      <PageHeader
        low
        back={{ to: paths.dashboard }}
        title={t('staff.title')}
        lead={t('staff.lead')}
        actions={
          <>
            <DensityButton />
            <ButtonLink size="small" to={paths.templates}>
              {t('staff.templates')}
            </ButtonLink>
            {canManage && (
              <>
                <Button
                  size="small"
                  icon={<Upload size={16} aria-hidden="true" />}
                  onClick={() => setIsImporting(true)}
                >
                  {t('staff.import.open')}
                </Button>
                <ButtonLink size="small" variant="main" to={`${paths.account}#posts`}>
                  {t('staff.assignPost')}
                </ButtonLink>
              </>
            )}
          </>
        }
      />
      <search className="mb-3 grid max-w-5xl gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <SearchField
          label={t('staff.search')}
          placeholder={t('staff.searchHint')}
          q={filters.q ?? undefined}
          onSearch={(q) => change({ q })}
        />
        <SelectField
          label={t('staff.filter')}
          placeholder={t('staff.all')}
          options={(['ending', 'ended'] as const).map((value) => ({
            value,
            label: t(`staff.filter.${value}`),
          }))}
          value={filters.state ?? ''}
          onChange={(event) => change({ state: event.target.value || undefined })}
        />
        {!user.post?.county && (
          <CountyField
            wanted
            label={t('staff.county')}
            placeholder={t('staff.anyCounty')}
            value={filters.county ?? ''}
            onChange={(event) => change({ county: event.target.value || undefined })}
          />
        )}
        <SelectField
          label={t('staff.duty')}
          placeholder={t('staff.anyDuty')}
          options={ALL_DUTIES.map((value) => ({ value, label: t(`account.posts.duty.${value}`) }))}
          value={filters.duty ?? ''}
          onChange={(event) => change({ duty: event.target.value || undefined })}
        />
      </search>
      <Panel className="list-panel" aria-label={t('staff.title')}>
        {staff.isError && !staff.data ? (
          <LoadError query={staff} headline={t('staff.failed')} />
        ) : (
          <StaffTable rows={staff.data?.pages.flatMap(({ rows }) => rows)} />
        )}
        <LoadMore query={staff} className="mt-4">
          {t('staff.more')}
        </LoadMore>
      </Panel>
      <CaseLimitPanel canManage={canManage} />
      {isImporting && <ImportDialog onClose={() => setIsImporting(false)} />}
    </div>
  );
}
