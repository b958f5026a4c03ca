/** Navigation on every official's page: the side navigation on wide screens, the bottom bar on phones. */
import { paths } from '@ardhi/contract/paths';
import { Ellipsis, House, Inbox, Mail, Users } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { lazyPage } from '../lib/page/lazy-page.tsx';
import { useWide } from '../lib/page/use-wide.ts';
import { useUser } from '../lib/session/session.tsx';
import { useT } from '../lib/text/i18n.tsx';
import { BarButton, BarLink, BottomBar } from './bottom-bar.tsx';
import { useOfficeCounts } from './office-counts.ts';
import { officePlaces } from './office-places.ts';
import { OptionalBoundary } from './optional-boundary.tsx';
import { type PlaceCount, SideNav } from './side-nav.tsx';
import { useToolsPlace } from './tools-place.ts';

const moreSheet = lazyPage(() => import('./office-more-sheet.tsx'));

export function OfficeTools({ children }: { children: ReactNode }) {
  const t = useT();
  const wide = useWide();
  const user = useUser();
  const { pathname } = useLocation();
  const [more, setMore] = useState(false);
  const place = useToolsPlace();
  const groups = officePlaces(user);
  const counts = useOfficeCounts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: back closes what lies over the page
  useEffect(() => setMore(false), [pathname]);
  return (
    <>
      {place &&
        createPortal(
          wide ? (
            <SideNav label={t('office.label')} groups={groups} counts={counts} />
          ) : (
            <OfficeBar counts={counts} onMore={() => setMore(true)} />
          ),
          place,
        )}
      {children}
      {more && (
        <OptionalBoundary>
          <Suspense>
            <moreSheet.Component groups={groups} counts={counts} onClose={() => setMore(false)} />
          </Suspense>
        </OptionalBoundary>
      )}
    </>
  );
}

/** The badge of the bar is small: it stops at 99, as for messages. */
const badge = (count: PlaceCount | undefined) =>
  count && { value: count.value ?? Number.POSITIVE_INFINITY, text: count.text };

interface OfficeBarProps {
  counts: Readonly<Record<string, PlaceCount | undefined>>;
  onMore: () => void;
}

function OfficeBar({ counts, onMore }: OfficeBarProps) {
  const t = useT();
  return (
    <BottomBar label={t('office.label')}>
      <BarLink to={paths.dashboard} icon={House} label={t('office.bar.dashboard')} />
      <BarLink
        to={paths.queue}
        icon={Inbox}
        label={t('office.bar.work')}
        count={badge(counts[paths.queue])}
      />
      <BarLink to={paths.registerFarmers} icon={Users} label={t('office.place.farmers')} />
      <BarLink
        to={paths.messages}
        icon={Mail}
        label={t('office.place.messages')}
        count={badge(counts[paths.messages])}
      />
      <BarButton icon={Ellipsis} label={t('app.farm.more')} onClick={onMore} />
    </BottomBar>
  );
}
