import type { OverlapStatus, Region } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { useSearchChange } from '../../lib/page/use-search-change.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { FilterTag } from '../../ui/controls/filter-tag.tsx';
import { FoldedFilters } from '../../ui/controls/folded-filters.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { SelectField } from '../../ui/forms/field.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { OverlapCard } from './overlap-card.tsx';
import { useAllOverlaps } from './queries.ts';

const REGIONS = ['north', 'south', 'east', 'west'] as const satisfies Region[];
const STATUSES = ['open', 'settled'] as const satisfies OverlapStatus[];

/** Overlapping boundaries that officials have to settle. */
export default function OverlapsPage() {
  const t = useT();
  const [search, change] = useSearchChange();
  const requested = search.get('status') ?? 'open';
  const status = STATUSES.find((known) => known === requested);
  const region = REGIONS.find((known) => known === search.get('region'));
  const county = search.get('county') || undefined;
  const overlaps = useAllOverlaps({ status, region, county });
  const rows = overlaps.data?.pages.flatMap((page) => page.rows);
  return (
    <div className="wrap pt-4 pb-9">
      <PageHeader
        title={t('map.overlaps.heading')}
        lead={t('map.overlaps.lead')}
        back={{ to: paths.dashboard }}
      />
      <div className="mb-5 grid gap-4 sm:max-w-lg sm:grid-cols-2">
        <FoldedFilters set={[status, region].filter(Boolean).length}>
          <SelectField
            label={t('map.overlaps.status')}
            placeholder={t('map.overlaps.all')}
            value={status ?? ''}
            onChange={(event) => change({ status: event.target.value || 'all' })}
            options={STATUSES.map((value) => ({ value, label: t(`map.overlap.${value}`) }))}
          />
          <SelectField
            label={t('map.overlaps.region')}
            placeholder={t('map.overlaps.allRegions')}
            value={region ?? ''}
            onChange={(event) => change({ region: event.target.value })}
            options={REGIONS.map((value) => ({ value, label: t(`map.region.${value}`) }))}
          />
        </FoldedFilters>
        {county && (
          <div className="col-span-full">
            <FilterTag name={county} onRemove={() => change({ county: undefined })} />
          </div>
        )}
      </div>
      {overlaps.isPending && (
        <Panel aria-busy="true">
          <SkeletonText lines={5} />
        </Panel>
      )}
      {overlaps.isError && !rows && <LoadError query={overlaps} headline={t('map.error.overlaps')} />}
      {rows?.length === 0 && (
        <Panel>
          <Empty title={t('map.overlaps.none')} text={t('map.overlaps.noneText')} />
        </Panel>
      )}
      {rows && rows.length > 0 && (
        <ul className="space-y-4">
          {rows.map((overlap) => (
            <li key={overlap._id}>
              <OverlapCard overlap={overlap} />
            </li>
          ))}
        </ul>
      )}
      {overlaps.hasNextPage && (
        <Button
          className="mt-5"
          busy={overlaps.isFetchingNextPage}
          busyLabel={t('ui.loading')}
          onClick={() => void overlaps.fetchNextPage()}
        >
          {t('map.overlaps.more')}
        </Button>
      )}
    </div>
  );
}
