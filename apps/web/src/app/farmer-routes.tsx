/** Farmer routes. The service worker caches all of them on the device. */

import { paths } from '@ardhi/contract/paths';
import { lazyPage } from '../lib/page/lazy-page.tsx';
import { FarmerTools } from './farmer-tools.tsx';
import { PageRoutes } from './page-routes.tsx';
import type { AppRoute } from './public-routes.ts';
import { sharedRoutes } from './shared-routes.ts';

export const routes: readonly AppRoute[] = [
  {
    path: paths.dashboard,
    title: 'app.title.dashboard',
    page: lazyPage(() => import('../dashboard/farmer-dashboard.tsx'), ['dashboard', 'land', 'score']),
  },
  {
    path: paths.land,
    title: 'land.list.heading',
    page: lazyPage(() => import('../farm/land/parcel/parcel-list-page.tsx'), ['land']),
  },
  {
    path: paths.landDetail(':id'),
    title: 'land.detail.heading',
    page: lazyPage(() => import('../farm/parcel-page/parcel-page.tsx'), ['land', 'score', 'map']),
  },
  {
    path: `${paths.landDetail(':id')}/boundary`,
    title: 'map.boundary.heading',
    page: lazyPage(() => import('../farm/boundaries/editor/boundary-page.tsx'), ['land', 'map']),
  },
  {
    path: paths.map,
    title: 'map.page.heading',
    page: lazyPage(() => import('../farm/boundaries/map-page.tsx'), ['land', 'map']),
  },
  {
    path: paths.monthlyReport,
    title: 'land.monthly.heading',
    page: lazyPage(() => import('../farm/land/reports/monthly-report-page.tsx'), ['land']),
  },
  {
    path: paths.sustainabilityReport,
    title: 'land.yearly.heading',
    page: lazyPage(() => import('../farm/land/reports/sustainability-report-page.tsx'), ['land', 'score']),
  },
  {
    path: paths.subsidyApply,
    title: 'subsidies.apply.title',
    page: lazyPage(() => import('../office/subsidies/apply-page.tsx'), ['subsidies', 'forms', 'score']),
  },
  {
    path: paths.equipment,
    title: 'equipment.title',
    page: lazyPage(() => import('../farm/equipment/equipment-page.tsx'), ['equipment', 'forms']),
  },
  {
    path: paths.equipmentDetail(':id'),
    title: 'equipment.title',
    page: lazyPage(() => import('../farm/equipment/equipment-item-page.tsx'), ['equipment', 'forms']),
  },
  {
    path: paths.complaints,
    title: 'complaints.title',
    page: lazyPage(
      () => import('../office/complaints/own-complaints-page.tsx'),
      ['complaints', 'messages', 'forms'],
    ),
  },
  ...sharedRoutes,
];

export default function FarmerRoutes() {
  return (
    <FarmerTools>
      <PageRoutes routes={routes} />
    </FarmerTools>
  );
}
