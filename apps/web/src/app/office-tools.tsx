/** Navigation on every official's page: the side navigation on wide screens, the bottom bar on phones. */
import { paths } from '@ardhi/contract/paths';
import { Ellipsis, Gauge, History, House, Inbox, Mail, Search } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { lazyPage } from '../lib/page/lazy-page.tsx';
import { useWide } from '../lib/page/use-wide.ts';
import { isAuditor } from '../lib/session/duties.ts';
import { useUser } from '../lib/session/session.tsx';
import { useT } from '../lib/text/i18n.tsx';
import { BarButton, BarLink, BottomBar } from './bottom-bar.tsx';
import { useOfficeCounts } from './office-counts.ts';
import { OFFICE_ACTIONS, officePages, officePlaces } from './office-places.ts';
import { OptionalBoundary } from './optional-boundary.tsx';
import { type PlaceCount, SideNav } from './side-nav.tsx';
import { useToolsPlace } from './tools-place.ts';

const moreSheet = lazyPage(() => import('./office-more-sheet.tsx'));
const searchDialog = lazyPage(() => import('../insight/search/search-dialog.tsx'));

export function OfficeTools({ children }: { children: ReactNode }) {
  const t = useT();
  const wide = useWide();
  const user = useUser();
  const { pathname } = useLocation();
  const [open, setOpen] = useState<'more' | 'search' | null>(null);
  const close = () => setOpen(null);
  const place = useToolsPlace();
  const groups = officePlaces(user);
  // Registers and cases, which the search finds, are not for auditors.
  const canSearch = !isAuditor(user);
  const counts = useOfficeCounts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: back closes what lies over the page
  useEffect(() => setOpen(null), [pathname]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      // A dialog is modal: the search would open on top of it.
      if (!isShortcut || !canSearch || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOpen('search');
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [canSearch]);
  return (
    <>
      {place &&
        createPortal(
          wide ? (
            <SideNav label={t('office.label')} groups={groups} counts={counts}>
              {canSearch && <SearchButton onClick={() => setOpen('search')} />}
            </SideNav>
          ) : (
            <OfficeBar counts={counts} isAuditor={!canSearch} onOpen={setOpen} />
          ),
          place,
        )}
      {children}
      <OptionalBoundary key={open}>
        <Suspense>
          {open === 'more' && <moreSheet.Component groups={groups} counts={counts} onClose={close} />}
          {open === 'search' && (
            <searchDialog.Component pages={officePages(user)} actions={OFFICE_ACTIONS} onClose={close} />
          )}
        </Suspense>
      </OptionalBoundary>
    </>
  );
}

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** Looks like a field; the dialog that it opens has the field and the results. */
function SearchButton({ onClick }: { onClick: () => void }) {
  const t = useT();
  return (
    <button
      type="button"
      className="side-nav-search"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      title={t('office.search.title')}
      onClick={onClick}
    >
      <Search size={17} strokeWidth={1.8} aria-hidden="true" />
      <span className="side-nav-label">{t('office.search.title')}</span>
      <span className="side-nav-keys side-nav-label" aria-hidden="true">
        {t(isApple() ? 'office.search.keysApple' : 'office.search.keys')}
      </span>
    </button>
  );
}

/** The badge of the bar is small: it stops at 99, as for messages. */
const badge = (count: PlaceCount | undefined) =>
  count && { value: count.value ?? Number.POSITIVE_INFINITY, text: count.text };

interface OfficeBarProps {
  isAuditor: boolean;
  counts: Readonly<Record<string, PlaceCount | undefined>>;
  onOpen: (sheet: 'more' | 'search') => void;
}

function OfficeBar({ counts, isAuditor: forAuditor, onOpen }: OfficeBarProps) {
  const t = useT();
  return (
    <BottomBar label={t('office.label')}>
      {forAuditor ? (
        <>
          <BarLink to={paths.board} icon={Gauge} label={t('office.place.board')} />
          <BarLink to={paths.audit} icon={History} label={t('office.place.audit')} />
        </>
      ) : (
        <>
          <BarLink to={paths.dashboard} icon={House} label={t('office.bar.dashboard')} />
          <BarLink
            to={paths.queue}
            icon={Inbox}
            label={t('office.bar.work')}
            count={badge(counts[paths.queue])}
          />
          <BarButton icon={Search} label={t('office.search.title')} onClick={() => onOpen('search')} />
        </>
      )}
      <BarLink
        to={paths.messages}
        icon={Mail}
        label={t('office.place.messages')}
        count={badge(counts[paths.messages])}
      />
      <BarButton icon={Ellipsis} label={t('places.more')} onClick={() => onOpen('more')} />
    </BottomBar>
  );
}
