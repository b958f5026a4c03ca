import { paths } from '@ardhi/contract/paths';
import { lazy, Suspense } from 'react';
import { useUser } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { AsOf } from '../../ui/feedback/as-of.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { AnalyticsFailed } from './analytics-failed.tsx';
import { ExportMenu } from './export-menu.tsx';
import { NationalStats } from './national-stats.tsx';
import { PolicyEffects } from './policy-effects.tsx';
import { useAnalytics } from './queries.ts';
import { RegionTable } from './region-table.tsx';
import { ScoreBuckets, ScoreDistribution } from './score-distribution.tsx';
import { PERIODS, useView } from './view.ts';
import { WorkList } from './work-list.tsx';

const CountyMap = lazy(() => import('./county-map.tsx'));

export default function AnalyticsPage() {
  const t = useT();
  const [{ period }, change] = useView();
  const view = { period, region: 'all' as const };
  const query = useAnalytics(view);
  const { data } = query;
  // Known before the data, so that a county's page is never headed as the country's.
  const county = useUser().post?.county;
  return (
    <div className="wrap py-9">
      <PageHeader
        eyebrow={t('analytics.title')}
        title={county ? t(`analytics.countyHeading.${period}`, { county }) : t(`analytics.heading.${period}`)}
        lead={data && <AsOf moment={data.asOf} />}
        actions={
          <>
            <Segmented
              label={t('analytics.period')}
              options={PERIODS.map((value) => ({ value, label: t(`analytics.${value}`) }))}
              value={period}
              onChange={(value) => change({ period: value })}
            />
            <ExportMenu view={view} />
          </>
        }
      />
      {query.isError && !data ? (
        <AnalyticsFailed query={query} />
      ) : (
        <div className="space-y-6">
          <NationalStats data={data} changes />
          <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
            <div className="space-y-6">
              <ScoreDistribution data={data} height={220} />
              {!data?.county && <PolicyEffects data={data} />}
            </div>
            <div className="space-y-6">
              <ScoreBuckets data={data} />
              <WorkList data={data} />
            </div>
          </div>
          {!data?.county && <RegionTable data={data} />}
          <Suspense fallback={null}>
            <CountyMap data={data} />
          </Suspense>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={`${paths.detailedAnalytics}?period=${period}`}>
              {t('analytics.openDetailed')}
            </ButtonLink>
            <ButtonLink to={paths.parcelsMap}>{t('analytics.parcelMap.openMap')}</ButtonLink>
            <ButtonLink to={paths.registerFarmers}>{t('analytics.register.farmers')}</ButtonLink>
            <ButtonLink to={paths.registerLands}>{t('analytics.register.lands')}</ButtonLink>
          </div>
        </div>
      )}
    </div>
  );
}
