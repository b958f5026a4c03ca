/** What signed-in people are shown where. A new page is one entry here; its first part is named in PROTECTED_PREFIXES. */
import type { Role } from '@ardhi/contract';
import { matchPath } from 'react-router';
import { type LazyPage, lazyPage } from '../lib/lazy-page.tsx';
import { paths } from '../lib/paths.ts';
import type { AppRoute } from './public-routes.ts';

export interface SignedInRoute extends AppRoute {
  access: 'signed-in' | Role;
}

export const routes: readonly SignedInRoute[] = [
  {
    path: paths.dashboard,
    access: 'farmer',
    title: 'app.title.dashboard',
    page: lazyPage(() => import('../dashboard/farmer-dashboard.tsx'), ['dashboard', 'land', 'score']),
  },
  {
    path: paths.land,
    access: 'farmer',
    title: 'land.list.heading',
    page: lazyPage(() => import('../land/parcel/parcel-list-page.tsx'), ['land']),
  },
  {
    path: paths.landDetail(':id'),
    access: 'farmer',
    title: 'land.detail.heading',
    page: lazyPage(() => import('../land/parcel/parcel-page.tsx'), ['land', 'score', 'map']),
  },
  {
    path: `${paths.landDetail(':id')}/boundary`,
    access: 'farmer',
    title: 'map.boundary.heading',
    page: lazyPage(() => import('../boundaries/editor/boundary-page.tsx'), ['land', 'map']),
  },
  {
    path: paths.map,
    access: 'farmer',
    title: 'map.page.heading',
    page: lazyPage(() => import('../boundaries/map-page.tsx'), ['land', 'map']),
  },
  {
    path: paths.overlaps,
    access: 'government',
    title: 'map.overlaps.heading',
    page: lazyPage(() => import('../boundaries/overlaps-page.tsx'), ['land', 'map']),
  },
  {
    path: paths.monthlyReport,
    access: 'farmer',
    title: 'land.monthly.heading',
    page: lazyPage(() => import('../land/reports/monthly-report-page.tsx'), ['land']),
  },
  {
    path: paths.sustainabilityReport,
    access: 'farmer',
    title: 'land.yearly.heading',
    page: lazyPage(() => import('../land/reports/sustainability-report-page.tsx'), ['land', 'score']),
  },
  {
    path: paths.guides,
    access: 'signed-in',
    title: 'guides.heading',
    page: lazyPage(() => import('../guides/guides-page.tsx'), ['guides']),
  },
  {
    path: paths.guide(':slug'),
    access: 'signed-in',
    title: 'guides.heading',
    page: lazyPage(() => import('../guides/guide-page.tsx'), ['guides']),
  },
  {
    path: paths.dashboard,
    access: 'government',
    title: 'app.title.dashboard',
    page: lazyPage(
      () => import('../dashboard/government-dashboard.tsx'),
      ['dashboard', 'analytics', 'land', 'forms'],
    ),
  },
  {
    path: paths.analytics,
    access: 'government',
    title: 'analytics.title',
    page: lazyPage(() => import('../analytics/analytics-page.tsx'), ['analytics', 'land', 'forms']),
  },
  {
    path: paths.detailedAnalytics,
    access: 'government',
    title: 'analytics.detailedTitle',
    page: lazyPage(() => import('../analytics/detailed-analytics-page.tsx'), ['analytics', 'land', 'forms']),
  },
  {
    path: paths.regionalMap,
    access: 'government',
    title: 'analytics.map.title',
    page: lazyPage(() => import('../analytics/regional-map-page.tsx'), ['analytics', 'land', 'map', 'forms']),
  },
  {
    path: paths.registerFarmers,
    access: 'government',
    title: 'analytics.register.farmers',
    page: lazyPage(() => import('../analytics/farmers-page.tsx'), ['analytics', 'land', 'forms']),
  },
  {
    path: paths.registerLands,
    access: 'government',
    title: 'analytics.register.lands',
    page: lazyPage(() => import('../analytics/parcels-page.tsx'), ['analytics', 'land', 'forms']),
  },
  {
    path: paths.registerLand(':id'),
    access: 'government',
    title: 'analytics.parcel.title',
    page: lazyPage(
      () => import('../analytics/opened-parcel-page.tsx'),
      ['analytics', 'land', 'score', 'forms'],
    ),
  },
  {
    path: paths.registerWaiting,
    access: 'government',
    title: 'analytics.waiting.title',
    page: lazyPage(() => import('../analytics/waiting-page.tsx'), ['analytics', 'land', 'forms']),
  },
  {
    path: paths.subsidyApply,
    access: 'farmer',
    title: 'subsidies.apply.title',
    page: lazyPage(() => import('../subsidies/apply-page.tsx'), ['subsidies', 'forms', 'score']),
  },
  {
    path: paths.subsidyManage,
    access: 'government',
    title: 'subsidies.manage.title',
    page: lazyPage(() => import('../subsidies/manage-page.tsx'), ['subsidies', 'forms', 'score']),
  },
  {
    path: paths.equipment,
    access: 'farmer',
    title: 'equipment.title',
    page: lazyPage(() => import('../equipment/equipment-page.tsx'), ['equipment', 'forms']),
  },
  {
    path: paths.equipmentDetail(':id'),
    access: 'farmer',
    title: 'equipment.title',
    page: lazyPage(() => import('../equipment/equipment-item-page.tsx'), ['equipment', 'forms']),
  },
  {
    path: paths.account,
    access: 'signed-in',
    title: 'app.title.account',
    page: lazyPage(() => import('../account/account-page.tsx'), ['account']),
  },
  {
    path: paths.sync,
    access: 'signed-in',
    title: 'app.title.sync',
    page: lazyPage(
      () => import('../sync/sync-page.tsx'),
      ['outbox', 'land', 'equipment', 'subsidies', 'messages', 'forms', 'score'],
    ),
  },
  {
    path: paths.contactMessages,
    access: 'government',
    title: 'app.title.contactMessages',
    page: lazyPage(() => import('../account/contact-messages-page.tsx'), ['account']),
  },
  {
    path: paths.notices,
    access: 'signed-in',
    title: 'notices.heading',
    page: lazyPage(() => import('../notices/notices-page.tsx'), ['notices', 'forms']),
  },
  {
    path: paths.policy(':id'),
    access: 'signed-in',
    title: 'policies.detail.heading',
    page: lazyPage(() => import('../policies/policy-page.tsx'), ['policies', 'forms']),
  },
  {
    path: paths.messages,
    access: 'signed-in',
    title: 'messages.heading',
    page: lazyPage(() => import('../messages/messages-page.tsx'), ['messages', 'forms']),
  },
];

export function mayOpen(route: SignedInRoute, role: Role): boolean {
  return route.access === 'signed-in' || route.access === role;
}

/** The page that this person will be shown, so that it can be fetched before it is drawn. */
export function pageFor(pathname: string, role: Role): LazyPage | undefined {
  return routes.find((route) => mayOpen(route, role) && matchPath(route.path, pathname))?.page;
}
