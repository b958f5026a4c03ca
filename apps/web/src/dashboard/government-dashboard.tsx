import { paths } from '@ardhi/contract/paths';
import {
  Activity,
  History,
  Inbox,
  type LucideIcon,
  Map as MapIcon,
  MapPinned,
  MessageCircleWarning,
  UserPlus,
  Users,
} from 'lucide-react';
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
import { type MessageKey, useFormat, useT } from '../lib/text/i18n.tsx';
import { WorkStrip } from '../office/queue/work-strip.tsx';
import { ButtonLink } from '../ui/controls/button.tsx';
import { Callout } from '../ui/feedback/callout.tsx';
import { PageHeader } from '../ui/layout/page.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { Deferred, LazyPart } from '../ui/layout/part.tsx';

const policies = lazyPage(
  async () => ({ default: (await import('../office/policies/policy-management.tsx')).PolicyManagement }),
  ['policies', 'forms'],
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
    <div className="wrap py-9">
      <PageHeader
        eyebrow={[format.date(now().toISOString(), 'full'), user.department].filter(Boolean).join(' · ')}
        title={
          user.post?.county
            ? t('dashboard.government.countyHeading', { county: user.post.county })
            : t('dashboard.government.heading')
        }
        actions={
          <>
            <ButtonLink to={paths.analytics} variant="main">
              {t('analytics.title')}
            </ButtonLink>
            <ButtonLink to={paths.detailedAnalytics}>{t('analytics.detailedTitle')}</ButtonLink>
          </>
        }
      />
      <StoredSettings />
      {failed ? <AnalyticsFailed query={query} /> : <NationalStats data={data} changes={false} />}
      <WorkStrip className="mt-6" />
      {!failed && (
        <div className="mt-6 grid gap-6 lg:grid-cols-2">
          <ScoreDistribution data={data} height={200} />
          <SoilDistribution data={data} height={200} />
        </div>
      )}
      <div className="mt-6 space-y-6">
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
        <div id="reports" className="grid scroll-mt-6 gap-6 lg:grid-cols-2">
          <RecentReports />
          <Office />
        </div>
        <Deferred ready={!query.isPending}>
          <LazyPart>
            <messages.Component />
          </LazyPart>
        </Deferred>
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
        <Callout tone="wait" headline={t('dashboard.storedSettings', { count })} className="mb-6">
          {t('dashboard.storedSettingsText')}{' '}
          <Link className="link" to={`${paths.account}#settings`}>
            {t('dashboard.storedSettingsOpen')}
          </Link>
        </Callout>
      )}
    </div>
  );
}

type Task = readonly [icon: LucideIcon, to: string, title: MessageKey, text: MessageKey];

const REGISTERS: readonly Task[] = [
  [Users, paths.registerFarmers, 'analytics.register.farmers', 'analytics.register.farmersLead'],
  [MapPinned, paths.registerLands, 'analytics.register.lands', 'analytics.register.landsLead'],
  [MapIcon, paths.regionalMap, 'analytics.map.title', 'analytics.map.lead'],
];
const INBOX: Task = [Inbox, paths.contactMessages, 'dashboard.office.inbox', 'dashboard.office.inboxText'];
const COMPLAINTS: Task = [
  MessageCircleWarning,
  paths.complaints,
  'dashboard.office.complaints',
  'dashboard.office.complaintsText',
];
const AUDIT: Task = [History, paths.audit, 'dashboard.office.audit', 'dashboard.office.auditText'];
const SYSTEM: Task = [Activity, paths.system, 'dashboard.office.system', 'dashboard.office.systemText'];
const INVITE: Task = [
  UserPlus,
  `${paths.account}#invitations`,
  'dashboard.office.invite',
  'dashboard.office.inviteText',
];

function Office() {
  const t = useT();
  const { manage, post } = useUser();
  // Only national officials have the inbox and the audit log.
  const isNational = !post?.county;
  const tasks = [
    ...REGISTERS,
    ...(isNational ? [INBOX] : []),
    COMPLAINTS,
    ...(manage && isNational ? [AUDIT, SYSTEM] : []),
    INVITE,
  ];
  return (
    <Panel title={t('dashboard.office.title')}>
      <ul className="-mt-3">
        {tasks.map(([Icon, to, title, text]) => (
          <li key={to} className="flex gap-4 border-t border-line py-3 first:border-t-0">
            <Icon size={22} strokeWidth={1.6} aria-hidden="true" className="mt-0.5 shrink-0 text-primary" />
            <div>
              <Link className="link" to={to}>
                {t(title)}
              </Link>
              <p className="mt-0.5 text-muted">{t(text)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
