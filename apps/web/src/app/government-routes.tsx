/** Government routes. Pages reachable only from here are not cached on farmers' phones (build.mjs). */

import { paths } from '@ardhi/contract/paths';
import { lazyPage } from '../lib/page/lazy-page.tsx';
import { PageRoutes } from './page-routes.tsx';
import type { AppRoute } from './public-routes.ts';
import { sharedRoutes } from './shared-routes.ts';

export const routes: readonly AppRoute[] = [
  {
    path: paths.overlaps,
    title: 'map.overlaps.heading',
    page: lazyPage(() => import('../farm/boundaries/overlaps-page.tsx'), ['land', 'map']),
  },
  {
    path: paths.dashboard,
    title: 'app.title.dashboard',
    page: lazyPage(
      () => import('../dashboard/government-dashboard.tsx'),
      ['dashboard', 'analytics', 'land', 'forms', 'queue'],
    ),
  },
  {
    path: paths.analytics,
    title: 'analytics.title',
    page: lazyPage(() => import('../insight/analytics/analytics-page.tsx'), ['analytics', 'land', 'forms']),
  },
  {
    path: paths.detailedAnalytics,
    title: 'analytics.detailedTitle',
    page: lazyPage(
      () => import('../insight/analytics/detailed-analytics-page.tsx'),
      ['analytics', 'land', 'forms'],
    ),
  },
  {
    path: paths.regionalMap,
    title: 'analytics.map.title',
    page: lazyPage(
      () => import('../insight/analytics/regional-map-page.tsx'),
      ['analytics', 'land', 'map', 'forms'],
    ),
  },
  {
    path: paths.registerFarmers,
    title: 'analytics.register.farmers',
    page: lazyPage(() => import('../insight/analytics/farmers-page.tsx'), ['analytics', 'land', 'forms']),
  },
  {
    path: paths.registerFarmer(':id'),
    title: 'cases.farmer',
    page: lazyPage(
      () => import('../office/cases/farmer-page.tsx'),
      ['cases', 'subsidies', 'score', 'map', 'forms'],
    ),
  },
  {
    path: paths.registerLands,
    title: 'analytics.register.lands',
    page: lazyPage(() => import('../insight/analytics/parcels-page.tsx'), ['analytics', 'land', 'forms']),
  },
  {
    path: paths.registerLand(':id'),
    title: 'analytics.parcel.title',
    page: lazyPage(
      () => import('../insight/analytics/opened-parcel-page.tsx'),
      ['analytics', 'cases', 'subsidies', 'land', 'score', 'map', 'forms'],
    ),
  },
  {
    path: paths.registerWaiting,
    title: 'analytics.waiting.title',
    page: lazyPage(() => import('../insight/analytics/pending-page.tsx'), ['analytics', 'land', 'forms']),
  },
  {
    path: paths.subsidyManage,
    title: 'subsidies.manage.title',
    page: lazyPage(() => import('../office/subsidies/manage-page.tsx'), ['subsidies', 'forms', 'score']),
  },
  {
    path: paths.subsidyCase(':id'),
    title: 'cases.title',
    page: lazyPage(
      () => import('../office/cases/case-page.tsx'),
      ['cases', 'subsidies', 'forms', 'score', 'map'],
    ),
  },
  {
    path: paths.appeals,
    title: 'subsidies.appeals.title',
    page: lazyPage(() => import('../office/subsidies/appeals-page.tsx'), ['subsidies', 'forms']),
  },
  {
    path: paths.contactMessages,
    title: 'app.title.contactMessages',
    page: lazyPage(
      () => import('../office/contact/contact-messages-page.tsx'),
      ['account', 'complaints', 'messages', 'forms'],
    ),
  },
  {
    path: paths.complaints,
    title: 'complaints.title',
    page: lazyPage(() => import('../office/complaints/complaints-page.tsx'), ['complaints', 'forms']),
  },
  {
    path: paths.queue,
    title: 'queue.title',
    page: lazyPage(() => import('../office/queue/queue-page.tsx'), ['queue', 'subsidies', 'forms']),
  },
  {
    path: paths.audit,
    title: 'audit.title',
    page: lazyPage(() => import('../records/audit/audit-page.tsx'), ['audit', 'analytics', 'land', 'forms']),
  },
  ...sharedRoutes,
];

export default function GovernmentRoutes() {
  return <PageRoutes routes={routes} />;
}
