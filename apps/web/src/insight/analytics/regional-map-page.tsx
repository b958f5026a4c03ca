import { paths } from '@ardhi/contract/paths';
import { lazy, Suspense } from 'react';
import { useFilters } from '../../lib/page/use-filters.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { AnalyticsFailed } from './analytics-failed.tsx';
import { useAnalytics } from './queries.ts';

const CountyMap = lazy(() => import('./county-map.tsx'));
const ParcelsMap = lazy(() => import('./parcels-map.tsx'));

const SUBJECTS = ['counties', 'parcels'] as const;
type Subject = (typeof SUBJECTS)[number];

/** National map by county or by parcel. */
export default function RegionalMapPage() {
  const t = useT();
  const [{ show = 'counties' }, change] = useFilters<{ show?: Subject }>(['show']);
  return (
    <div className="wrap pt-4 pb-9">
      <PageHeader
        back={{ to: paths.analytics, label: t('analytics.back') }}
        title={t('analytics.map.title')}
        actions={
          <Segmented
            label={t('analytics.parcelMap.subject')}
            options={SUBJECTS.map((value) => ({ value, label: t(`analytics.parcelMap.${value}`) }))}
            value={show}
            onChange={(value) => change({ show: value })}
          />
        }
      />
      <Suspense fallback={<Skeleton className="h-[70dvh] w-full" />}>
        {show === 'parcels' ? <ParcelsMap /> : <Counties />}
      </Suspense>
    </div>
  );
}

function Counties() {
  const t = useT();
  const query = useAnalytics({ period: 'monthly', region: 'all' });
  if (query.isError && !query.data) return <AnalyticsFailed query={query} />;
  return <CountyMap data={query.data} title={t('analytics.parcelMap.counties')} />;
}
