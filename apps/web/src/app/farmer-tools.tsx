/** Navigation on every farmer page: the bottom bar on phones, the side navigation on wide screens. */
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { lazyPage } from '../lib/page/lazy-page.tsx';
import { useWide } from '../lib/page/use-wide.ts';
import { useT } from '../lib/text/i18n.tsx';
import { FarmerBar, type Sheet } from './farmer-bar.tsx';
import { OptionalBoundary } from './optional-boundary.tsx';
import { useToolsPlace } from './tools-place.ts';

/** Lazy: phones never need it. */
const sideNav = lazyPage(() => import('./farmer-side-nav.tsx'));
const sheets = {
  record: lazyPage(
    () => import('../dashboard/record-sheet.tsx'),
    ['dashboard', 'plan', 'land', 'score', 'equipment', 'forms'],
  ),
  more: lazyPage(() => import('../dashboard/more-sheet.tsx')),
};

export function FarmerTools({ children }: { children: ReactNode }) {
  const wide = useWide();
  const { pathname } = useLocation();
  const [open, setOpen] = useState<Sheet | null>(null);
  const place = useToolsPlace();
  const Content = open && sheets[open].Component;
  // biome-ignore lint/correctness/useExhaustiveDependencies: back closes what lies over the page
  useEffect(() => setOpen(null), [pathname]);
  return (
    <>
      {place &&
        createPortal(
          wide ? (
            <OptionalBoundary>
              <Suspense>
                <sideNav.Component onRecord={() => setOpen('record')} />
              </Suspense>
            </OptionalBoundary>
          ) : (
            <FarmerBar onOpen={setOpen} />
          ),
          place,
        )}
      {children}
      {Content && (
        <OptionalBoundary key={open}>
          <Suspense fallback={<ComingSheet />}>
            <Content onClose={() => setOpen(null)} />
          </Suspense>
        </OptionalBoundary>
      )}
    </>
  );
}

/** In the place of a sheet while its code loads, so that the tap is answered at once. */
function ComingSheet() {
  return (
    <div role="status" aria-busy="true" className="dialog z-50 min-h-60 px-5 py-4">
      {useT()('ui.loading')}
    </div>
  );
}
