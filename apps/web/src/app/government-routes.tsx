/** Government routes. Pages reachable only from here are not cached on farmers' phones (build.mjs). */

import { paths } from '@ardhi/contract/paths';
import { lazyPage } from '../lib/page/lazy-page.tsx';
import { isAuditor } from '../lib/session/duties.ts';
import { useSession, useUser } from '../lib/session/session.tsx';
import type { Domain } from '../lib/text/i18n.tsx';
import { OfficeTools } from './office-tools.tsx';
import { PageRoutes } from './page-routes.tsx';
import { PageView } from './page-view.tsx';
import type { AppRoute } from './public-routes.ts';
import { sharedRoutes } from './shared-routes.ts';

const ANALYTICS_TEXTS: readonly Domain[] = ['analytics', 'land', 'forms'];

const overlapsPage = lazyPage(() => import('../farm/boundaries/overlaps-page.tsx'), ['land', 'map']);
const governmentDashboard = lazyPage(
  () => import('../dashboard/government-dashboard.tsx'),
  ['office', 'dashboard', 'analytics', 'land', 'forms', 'queue'],
);
const analyticsPage = lazyPage(() => import('../insight/analytics/analytics-page.tsx'), ANALYTICS_TEXTS);
const detailedAnalyticsPage = lazyPage(
  () => import('../insight/analytics/detailed-analytics-page.tsx'),
  ANALYTICS_TEXTS,
);
const regionalMapPage = lazyPage(
  () => import('../insight/analytics/regional-map-page.tsx'),
  ['analytics', 'land', 'map', 'forms'],
);
const farmersPage = lazyPage(() => import('../insight/analytics/farmers-page.tsx'), ANALYTICS_TEXTS);
const farmerPage = lazyPage(
  () => import('../office/cases/farmer-page.tsx'),
  ['cases', 'subsidies', 'score', 'map', 'forms'],
);
const parcelsPage = lazyPage(() => import('../insight/analytics/parcels-page.tsx'), ANALYTICS_TEXTS);
const openedParcelPage = lazyPage(
  () => import('../insight/analytics/opened-parcel-page.tsx'),
  ['analytics', 'cases', 'subsidies', 'land', 'score', 'map', 'forms'],
);
const pendingPage = lazyPage(() => import('../insight/analytics/pending-page.tsx'), ANALYTICS_TEXTS);
const managePage = lazyPage(
  () => import('../office/subsidies/manage-page.tsx'),
  ['subsidies', 'forms', 'score'],
);
const casePage = lazyPage(
  () => import('../office/cases/case-page.tsx'),
  ['cases', 'queue', 'subsidies', 'forms', 'score', 'map'],
);
const appealsPage = lazyPage(() => import('../office/subsidies/appeals-page.tsx'), ['subsidies', 'forms']);
const announcementsPage = lazyPage(
  () => import('../insight/announcements/announcements-page.tsx'),
  ['announcements', 'analytics', 'score', 'forms'],
);
const bindersPage = lazyPage(
  () => import('../office/binders/binders-page.tsx'),
  ['binders', 'subsidies', 'forms'],
);
const contactMessagesPage = lazyPage(
  () => import('../office/contact/contact-messages-page.tsx'),
  ['account', 'complaints', 'messages', 'forms'],
);
const complaintsPage = lazyPage(
  () => import('../office/complaints/complaints-page.tsx'),
  ['account', 'complaints', 'forms'],
);
const queuePage = lazyPage(
  () => import('../office/queue/queue-page.tsx'),
  ['queue', 'cases', 'subsidies', 'forms', 'score', 'map'],
);
const auditPage = lazyPage(
  () => import('../records/audit/audit-page.tsx'),
  ['audit', 'analytics', 'land', 'forms'],
);
const boardPage = lazyPage(() => import('../insight/board/board-page.tsx'), ['board']);
const boardRecordsPage = lazyPage(
  () => import('../insight/board/records-page.tsx'),
  ['board', 'audit', 'analytics'],
);
const systemPage = lazyPage(() => import('../system/system-page.tsx'), ['system', 'forms']);

const staffPage = lazyPage(() => import('../office/staff/staff-page.tsx'), ['staff', 'account', 'forms']);
const templatesPage = lazyPage(
  () => import('../records/templates/templates-page.tsx'),
  ['templates', 'forms'],
);
const enrolmentPage = lazyPage(() => import('../accounts/account/enrolment-page.tsx'), ['account', 'auth']);

export const routes: readonly AppRoute[] = [
  { path: paths.overlaps, title: 'map.overlaps.heading', page: overlapsPage },
  { path: paths.dashboard, title: 'app.title.dashboard', page: governmentDashboard },
  { path: paths.analytics, title: 'analytics.title', page: analyticsPage },
  { path: paths.detailedAnalytics, title: 'analytics.detailedTitle', page: detailedAnalyticsPage },
  { path: paths.regionalMap, title: 'analytics.map.title', page: regionalMapPage },
  { path: paths.registerFarmers, title: 'analytics.register.farmers', page: farmersPage },
  { path: paths.registerFarmer(':id'), title: 'cases.farmer', page: farmerPage },
  { path: paths.registerLands, title: 'analytics.register.lands', page: parcelsPage },
  { path: paths.registerLand(':id'), title: 'analytics.parcel.title', page: openedParcelPage },
  { path: paths.registerWaiting, title: 'analytics.waiting.title', page: pendingPage },
  { path: paths.subsidyManage, title: 'subsidies.manage.title', page: managePage },
  { path: paths.binders(':id'), title: 'binders.title', page: bindersPage },
  { path: paths.subsidyCase(':id'), title: 'cases.title', page: casePage },
  { path: paths.appeals, title: 'subsidies.appeals.title', page: appealsPage },
  { path: paths.announcements, title: 'announcements.title', page: announcementsPage },
  { path: paths.contactMessages, title: 'app.title.contactMessages', page: contactMessagesPage },
  { path: paths.complaints, title: 'complaints.title', page: complaintsPage },
  { path: paths.queue, title: 'queue.title', page: queuePage },
  { path: paths.audit, title: 'audit.title', page: auditPage },
  { path: paths.staff, title: 'staff.title', page: staffPage },
  { path: paths.templates, title: 'templates.title', page: templatesPage },
  { path: paths.board, title: 'board.title', page: boardPage },
  { path: paths.boardRecords, title: 'board.recordsTitle', page: boardRecordsPage },
  { path: paths.system, title: 'system.title', page: systemPage },
  ...sharedRoutes,
];

const AUDITOR_PATHS: readonly string[] = [paths.board, paths.boardRecords, paths.audit, paths.binders(':id')];
/** The dashboard of officials shows cases and farmers; auditors start at the board. */
const auditorRoutes: readonly AppRoute[] = [
  { path: paths.dashboard, title: 'board.title', page: boardPage },
  ...routes.filter(({ path }) => AUDITOR_PATHS.includes(path)),
  ...sharedRoutes,
];

export default function GovernmentRoutes() {
  const user = useUser();
  const { mustEnrol } = useSession();
  if (mustEnrol) return <PageView page={enrolmentPage} title="account.enrol.title" />;
  return (
    <OfficeTools>
      <PageRoutes routes={isAuditor(user) ? auditorRoutes : routes} />
    </OfficeTools>
  );
}
