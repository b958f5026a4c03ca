/** Tools on every farmer page: the bottom bar on phones, the Record button in the page header on wide screens. */
import { Plus } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { lazyPage } from '../lib/page/lazy-page.tsx';
import { useWide } from '../lib/page/use-wide.ts';
import { useT } from '../lib/text/i18n.tsx';
import { Button } from '../ui/controls/button.tsx';
import { PageAction } from '../ui/layout/page.tsx';
import { FarmerBar, type Sheet } from './farmer-bar.tsx';
import { FARMER_BAR_ID } from './farmer-bar-place.ts';
import { OptionalBoundary } from './optional-boundary.tsx';

const sheets = {
  record: lazyPage(
    () => import('../dashboard/record-sheet.tsx'),
    ['dashboard', 'land', 'equipment', 'forms'],
  ),
  more: lazyPage(() => import('../dashboard/more-sheet.tsx'), ['dashboard']),
};

export function FarmerTools({ children }: { children: ReactNode }) {
  const t = useT();
  const wide = useWide();
  const { pathname } = useLocation();
  const [open, setOpen] = useState<Sheet | null>(null);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const Content = open && sheets[open].Component;
  // The layout is mounted when this effect runs.
  useLayoutEffect(() => setContainer(document.getElementById(FARMER_BAR_ID)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: back closes what lies over the page
  useEffect(() => setOpen(null), [pathname]);
  const record = (
    <Button variant="main" icon={<Plus size={18} aria-hidden="true" />} onClick={() => setOpen('record')}>
      {t('app.farm.record')}
    </Button>
  );
  return (
    <PageAction value={wide ? record : null}>
      {!wide && container && createPortal(<FarmerBar onOpen={setOpen} />, container)}
      {children}
      {Content && (
        <OptionalBoundary key={open}>
          <Suspense>
            <Content onClose={() => setOpen(null)} />
          </Suspense>
        </OptionalBoundary>
      )}
    </PageAction>
  );
}
