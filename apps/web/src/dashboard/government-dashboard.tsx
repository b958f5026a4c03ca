import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { useStoredSettings } from '../accounts/account/queries.ts';
import { AnalyticsFailed } from '../insight/analytics/analytics-failed.tsx';
import { NationalStats } from '../insight/analytics/national-stats.tsx';
import { useAnalytics } from '../insight/analytics/queries.ts';
import { RecentReports } from '../insight/analytics/recent-reports.tsx';
import { ScoreDistribution } from '../insight/analytics/score-distribution.tsx';
import { SoilDistribution } from '../insight/analytics/soil-distribution.tsx';
import { now } from '../lib/device/clock.ts';
import { lazyPage } from '../lib/page/lazy-page.tsx';
import { useUser } from '../lib/session/session.tsx';
import { useFormat, useT } from '../lib/text/i18n.tsx';
import { WorkStrip } from '../office/queue/work-strip.tsx';
import { ButtonLink } from '../ui/controls/button.tsx';
import { Callout } from '../ui/feedback/callout.tsx';
import { PageHeader } from '../ui/layout/page.tsx';
import { Deferred, LazyPart } from '../ui/layout/part.tsx';
import { FirstSteps } from './first-steps.tsx';

const policies = lazyPage(
  async () => ({ default: (await import('../office/policies/policy-management.tsx')).PolicyManagement }),
  ['policies', 'reach', 'forms'],
);
const subsidies = lazyPage(
  async () => ({ default: (await import('../office/subsidies/subsidy-management.tsx')).SubsidyManagement }),
  ['subsidies', 'forms', 'score'],
);
const messages = lazyPage(
  async () => ({ default: (await import('../records/messages/messages-panel.tsx')).MessagesPanel }),
  ['messages', 'forms'],
);

export default function GovernmentDashboard() {
  const t = useT();
  const format = useFormat();
  const user = useUser();
  const query = useAnalytics({ period: 'monthly', region: 'all' });
  const { data } = query;
  const failed = query.isError && !data;
  return (
    <div className="wrap pt-4 sm:pt-5">
      <PageHeader
        eyebrow={[format.date(now().toISOString(), 'full'), user.department].filter(Boolean).join(' · ')}
        title={
          user.post?.county
            ? t('office.dashboard.countyHeading', { county: user.post.county })
            : t('office.dashboard.heading')
        }
        actions={
          <>
            <ButtonLink to={paths.queue} variant="main" size="small">
              {t('office.dashboard.openApplications')}
            </ButtonLink>
            <ButtonLink to={paths.analytics} size="small" className="max-sm:hidden">
              {t('analytics.title')}
            </ButtonLink>
            <ButtonLink to={paths.detailedAnalytics} size="small" className="max-sm:hidden">
              {t('analytics.detailedTitle')}
            </ButtonLink>
          </>
        }
      />
      <StoredSettings />
      <FirstSteps ready={!query.isPending} className="mb-6" />
      {failed ? <AnalyticsFailed query={query} /> : <NationalStats data={data} changes={false} />}
      <WorkStrip className="mt-3 sm:mt-4" />
      {!failed && (
        <div className="mt-3 grid gap-3 sm:mt-4 sm:gap-4 lg:grid-cols-2">
          <ScoreDistribution data={data} height={200} short />
          <SoilDistribution data={data} height={200} rows />
        </div>
      )}
      <div className="mt-3 space-y-3 sm:mt-4 sm:space-y-4">
        <div id="policies" className="scroll-mt-6">
          <LazyPart>
            <policies.Component />
          </LazyPart>
        </div>
        <Deferred ready={!query.isPending}>
          <LazyPart>
            <subsidies.Component />
          </LazyPart>
        </Deferred>
        <div className="grid gap-3 sm:gap-4 xl:grid-cols-[1fr_2fr]">
          <div id="reports" className="grid scroll-mt-6">
            <RecentReports />
          </div>
          <Deferred ready={!query.isPending}>
            <LazyPart>
              <messages.Component />
            </LazyPart>
          </Deferred>
        </div>
      </div>
    </div>
  );
}

/** An upgraded installation keeps less safe settings until a manager switches them. */
function StoredSettings() {
  const t = useT();
  const count = useStoredSettings().length;
  return (
    <div role="status">
      {count > 0 && (
        <Callout tone="wait" headline={t('office.storedSettings', { count })} className="mb-6">
          {t('office.storedSettingsText')}{' '}
          <Link className="link" to={`${paths.account}#settings`}>
            {t('office.storedSettingsOpen')}
          </Link>
        </Callout>
      )}
    </div>
  );
}
