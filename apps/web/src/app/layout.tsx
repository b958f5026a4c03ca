import type { ReactNode } from 'react';
import { useT } from '../lib/text/i18n.tsx';
import { FARMER_BAR_ID } from './farmer-bar-place.ts';
import { Footer } from './footer.tsx';
import { NavBar } from './nav-bar.tsx';

export function Layout({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="skip-link btn btn-main">
        {t('app.skip')}
      </a>
      <NavBar />
      {/* Early in the tab order, but displayed at the bottom of the screen. */}
      <div id={FARMER_BAR_ID} className="contents" />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
    </div>
  );
}
