import { lazy, Suspense } from 'react';
import { DASHBOARD_SHOWS } from '../land/keys.ts';
import { useHarvestsToConfirm, useParcels } from '../land/queries.ts';
import { useFormat, useT } from '../lib/i18n.tsx';
import { lazyPage } from '../lib/lazy-page.tsx';
import { useUser } from '../lib/session.tsx';
import { PageHeader } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { Deferred, Part } from '../ui/part.tsx';
import { FarmerActivities } from './farmer-activities.tsx';
import { FarmerAdvice } from './farmer-advice.tsx';
import { FarmerReports, FarmerResources, FarmerServices } from './farmer-links.tsx';
import { FarmerParcels } from './farmer-parcels.tsx';
import { FarmerStats } from './farmer-stats.tsx';

const policies = lazyPage(
  async () => ({ default: (await import('../policies/farmer-policies.tsx')).FarmerPolicies }),
  ['policies', 'forms'],
);
const messages = lazyPage(
  async () => ({ default: (await import('../messages/messages-panel.tsx')).MessagesPanel }),
  ['messages', 'forms'],
);
const FarmerHarvests = lazy(() => import('./farmer-harvests.tsx'));
/** As many as one looks at in passing; the others follow when these are answered. */
const HARVESTS_ASKED = DASHBOARD_SHOWS.harvests;

export default function FarmerDashboard() {
  const t = useT();
  const format = useFormat();
  const user = useUser();
  const parcels = useParcels();
  const harvests = useHarvestsToConfirm(HARVESTS_ASKED);
  const today = format.date(new Date().toISOString(), 'full');
  return (
    <div className="wrap py-9">
      <PageHeader
        eyebrow={user.location ? `${today} · ${user.location}` : today}
        title={t('dashboard.farmer.heading')}
      />
      {(parcels.data || parcels.isPending) && <FarmerStats parcels={parcels.data} />}
      {harvests.data && harvests.data.length > 0 && (
        <Suspense fallback={null}>
          <FarmerHarvests limit={HARVESTS_ASKED} />
        </Suspense>
      )}
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="space-y-6">
          <FarmerParcels parcels={parcels} />
          <div className="grid gap-6 sm:grid-cols-2">
            <FarmerReports />
            <FarmerServices />
          </div>
          <Part>
            <policies.Component />
          </Part>
        </div>
        <div className="space-y-6">
          <Panel title={t('dashboard.farmer.advice')}>
            <FarmerAdvice />
          </Panel>
          <Panel title={t('dashboard.farmer.activities')}>
            <FarmerActivities />
          </Panel>
        </div>
      </div>
      <div className="mt-6 space-y-6">
        <Deferred ready={!parcels.isPending}>
          <Part>
            <messages.Component />
          </Part>
        </Deferred>
        <FarmerResources />
      </div>
    </div>
  );
}
