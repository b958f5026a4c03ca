/** Farmer routes. The service worker caches all of them on the device. */

import { paths } from '@ardhi/contract/paths';
import { lazyPage } from '../lib/page/lazy-page.tsx';
import { FarmerTools } from './farmer-tools.tsx';
import { PageRoutes } from './page-routes.tsx';
import { type AppRoute, notFoundPage } from './public-routes.ts';
import { sharedRoutes } from './shared-routes.ts';

const farmerDashboard = lazyPage(
  () => import('../dashboard/farmer-dashboard.tsx'),
  ['dashboard', 'land', 'score'],
);
const parcelListPage = lazyPage(() => import('../farm/land/parcel/parcel-list-page.tsx'), ['land']);
const parcelPage = lazyPage(() => import('../farm/parcel-page/parcel-page.tsx'), ['land', 'score', 'map']);
const boundaryPage = lazyPage(() => import('../farm/boundaries/editor/boundary-page.tsx'), ['land', 'map']);
const mapPage = lazyPage(() => import('../farm/boundaries/map-page.tsx'), ['land', 'map']);
const monthlyReportPage = lazyPage(
  () => import('../farm/land/reports/monthly-report-page.tsx'),
  ['reports', 'land'],
);
const sustainabilityReportPage = lazyPage(
  () => import('../farm/land/reports/sustainability-report-page.tsx'),
  ['reports', 'land', 'score'],
);
const applyPage = lazyPage(
  () => import('../office/subsidies/apply-page.tsx'),
  ['subsidies', 'forms', 'score'],
);
const applicationPage = lazyPage(
  () => import('../office/subsidies/application-page.tsx'),
  ['subsidies', 'forms', 'score'],
);
const equipmentPage = lazyPage(() => import('../farm/equipment/equipment-page.tsx'), ['equipment', 'forms']);
const equipmentItemPage = lazyPage(
  () => import('../farm/equipment/equipment-item-page.tsx'),
  ['equipment', 'forms'],
);
const ownComplaintsPage = lazyPage(
  () => import('../office/complaints/own-complaints-page.tsx'),
  ['complaints', 'messages', 'forms'],
);

const officeMessagePage = lazyPage(
  () => import('../office/office-messages/office-message-page.tsx'),
  ['messages', 'forms'],
);

export const routes: readonly AppRoute[] = [
  { path: paths.dashboard, title: 'app.title.dashboard', page: farmerDashboard },
  { path: paths.land, title: 'land.list.heading', page: parcelListPage },
  { path: paths.landDetail(':id'), title: 'land.detail.heading', page: parcelPage },
  { path: `${paths.landDetail(':id')}/boundary`, title: 'map.boundary.heading', page: boundaryPage },
  { path: paths.map, title: 'map.page.heading', page: mapPage },
  { path: paths.monthlyReport, title: 'reports.monthly.heading', page: monthlyReportPage },
  { path: paths.sustainabilityReport, title: 'reports.yearly.heading', page: sustainabilityReportPage },
  { path: paths.subsidyApply, title: 'subsidies.apply.title', page: applyPage },
  { path: paths.subsidy(':id'), title: 'subsidies.page.title', page: applicationPage },
  // The officials' pages would match as an application.
  ...[paths.subsidyManage, paths.appeals].map(
    (path): AppRoute => ({ path, title: 'app.title.notFound', page: notFoundPage }),
  ),
  { path: paths.equipment, title: 'equipment.title', page: equipmentPage },
  { path: paths.equipmentDetail(':id'), title: 'equipment.title', page: equipmentItemPage },
  { path: paths.complaints, title: 'complaints.title', page: ownComplaintsPage },
  { path: paths.messageOffice, title: 'messages.heading', page: officeMessagePage },
  ...sharedRoutes,
];

export default function FarmerRoutes() {
  return (
    <FarmerTools>
      <PageRoutes routes={routes} />
    </FarmerTools>
  );
}
