import { Suspense, useDeferredValue } from 'react';
import { useParcels } from '../farm/land/queries.ts';
import { now } from '../lib/device/clock.ts';
import { lazyPage } from '../lib/page/lazy-page.tsx';
import { useWide } from '../lib/page/use-wide.ts';
import { useUser } from '../lib/session/session.tsx';
import { useFormat, useT } from '../lib/text/i18n.tsx';
import type { Language } from '../lib/text/language.ts';
import { useUnreadNotices } from '../records/notices/unread.ts';
import { Panel } from '../ui/layout/panel.tsx';
import { Deferred, LazyPart } from '../ui/layout/part.tsx';
import { FarmerActivities } from './farmer-activities.tsx';
import { FarmerAdvice } from './farmer-advice.tsx';
import { FarmerLinks } from './farmer-links.tsx';
import { FarmerParcels } from './farmer-parcels.tsx';
import { FarmerStats } from './farmer-stats.tsx';
import { FirstSteps } from './first-steps.tsx';

const policies = lazyPage(
  async () => ({ default: (await import('../office/policies/farmer-policies.tsx')).FarmerPolicies }),
  ['policies', 'forms'],
);
const messages = lazyPage(
  async () => ({ default: (await import('../records/messages/messages-panel.tsx')).MessagesPanel }),
  ['messages', 'forms'],
);
const resources = lazyPage(() => import('./farmer-resources.tsx'));
const today = lazyPage(() => import('./farmer-today.tsx'), ['plan']);
const coming = lazyPage(() => import('./farmer-coming.tsx'));

/** Lazy parts of the first screen. */
export const preloadParts = (language: Language) =>
  Promise.all([policies.preload(language), today.preload(language)]);

export default function FarmerDashboard() {
  const t = useT();
  const format = useFormat();
  const user = useUser();
  const wide = useWide();
  const parcels = useParcels();
  const unread = useUnreadNotices().data?.count;
  // On a phone these are below the fold and render right after the first screen.
  const isBelowFoldShown = useDeferredValue(true, wide);
  const date = now().toISOString();
  const land = <FarmerParcels parcels={parcels} />;
  const stats = (parcels.data || parcels.isPending) && <FarmerStats parcels={parcels.data} />;
  // Not part of the first load for farmers without parcels, who have the link to the subsidies below.
  const onTheWay = !!parcels.data?.rows.length && (
    <LazyPart>
      <coming.Component />
    </LazyPart>
  );
  const tips = (
    <Panel title={t('dashboard.farmer.advice')}>
      <FarmerAdvice shown={wide ? 3 : 1} />
    </Panel>
  );
  const activities = (
    <Panel title={t('dashboard.farmer.activities')}>
      <FarmerActivities shown={wide ? 6 : 2} />
    </Panel>
  );
  const policyList = (
    <LazyPart>
      <policies.Component />
    </LazyPart>
  );
  return (
    <div className="wrap pt-2 sm:py-9">
      <header className="mb-2 flex items-baseline justify-between gap-3 sm:mb-6 sm:flex-col-reverse sm:gap-1.5">
        <h1 className="max-sm:text-[1.5rem]">{t('dashboard.farmer.heading')}</h1>
        <p className="shrink-0 text-fine text-muted sm:hidden">{format.date(date, 'short')}</p>
        <p className="eyebrow max-sm:hidden">
          {format.date(date, 'full')}
          {user.location && ` · ${user.location}`}
        </p>
      </header>
      <FirstSteps ready={!parcels.isPending} className="mb-3 sm:mb-6" />
      {/* Not part of the first load for farmers without data. */}
      {!!(parcels.data?.rows.length || unread) && (
        <Suspense fallback={<div className="today-card" aria-busy="true" />}>
          <today.Component />
        </Suspense>
      )}
      {wide ? (
        <>
          <div className="mt-6">{stats}</div>
          {/* Both columns have the same height, independent of their content. */}
          <div className="mt-6 grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-6 *:flex *:flex-col *:gap-6">
            <div className="*:last:grow">
              {land}
              {onTheWay}
              {activities}
            </div>
            <div className="*:last:grow">
              {tips}
              <FarmerLinks />
            </div>
          </div>
          <div className="mt-6">{policyList}</div>
        </>
      ) : (
        <div className="flat-panels mt-2 sm:mt-6 sm:space-y-6">
          {land}
          {onTheWay}
          {isBelowFoldShown && (
            <>
              {stats}
              {tips}
              {activities}
              {policyList}
              <FarmerLinks />
            </>
          )}
        </div>
      )}
      {isBelowFoldShown && (
        <div className="flat-panels mt-2 sm:mt-6 sm:space-y-6">
          <Deferred ready={!parcels.isPending}>
            <LazyPart>
              <messages.Component />
            </LazyPart>
            <LazyPart>
              <resources.Component />
            </LazyPart>
          </Deferred>
        </div>
      )}
    </div>
  );
}
