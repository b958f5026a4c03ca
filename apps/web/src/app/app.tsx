import { paths } from '@ardhi/contract/paths';
import { type ReactNode, Suspense, useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ConfigProvider, type PublicConfig } from '../lib/http/config.tsx';
import { lazyPage } from '../lib/page/lazy-page.tsx';
import { SessionProvider, useSession } from '../lib/session/session.tsx';
import { sessionStore } from '../lib/session/session-store.ts';
import { type Language, LanguageProvider, useLanguage, useT } from '../lib/text/i18n.tsx';
import { chosenLanguage } from '../lib/text/language.ts';
import { cx } from '../ui/controls/cx.ts';
import { Footer } from './footer.tsx';
import { NavBar } from './nav-bar.tsx';
import { prefetchWhileTyping } from './prefetch.ts';
import { isProtected } from './public-routes.ts';
import { AppRoutes } from './router.tsx';
import { TOOLS_ID } from './tools-place.ts';

interface AppProps {
  config: PublicConfig;
  language: Language;
  /** Replaces the routes in the prerendered shell, for pages that only the browser can render. */
  children?: ReactNode;
}

/** The whole app; the caller provides the router (browser or prerenderer). */
export function App({ config, language, children }: AppProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const toLogin = useCallback(() => {
    // A deleted account has its own message.
    const { deleted } = sessionStore.get();
    void navigate(paths.login, { state: deleted ? null : { expired: true } });
  }, [navigate]);
  useEffect(() => {
    if (!isProtected(pathname)) sessionStore.forgetExpiry();
  }, [pathname]);
  useEffect(() => (pathname === paths.login ? prefetchWhileTyping() : undefined), [pathname]);
  return (
    <ConfigProvider config={config}>
      <LanguageProvider initial={language}>
        <SessionProvider onExpired={toLogin}>
          <OwnLanguage />
          <Layout isShell={children !== undefined || isProtected(pathname)}>
            <DeletedAccount />
            {children ?? <AppRoutes />}
          </Layout>
        </SessionProvider>
      </LanguageProvider>
    </ConfigProvider>
  );
}

/** The shell of the pages after login reserves the column of the side navigation before it has loaded. */
function Layout({ isShell, children }: { isShell: boolean; children: ReactNode }) {
  const t = useT();
  const { mustEnrol } = useSession();
  return (
    <div className={cx('flex min-h-dvh flex-col', isShell && !mustEnrol && 'shell')}>
      <a href="#main" className="btn btn-main fixed top-2 left-2 z-50 not-focus:[clip-path:inset(50%)]">
        {t('app.skip')}
      </a>
      <NavBar />
      {/* Early in the tab order, but displayed beside the page or at the bottom of the screen. */}
      <div id={TOOLS_ID} className="contents" />
      <main id="main" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
    </div>
  );
}

const deletedAccount = lazyPage(
  () => import('./deleted-account.tsx'),
  ['sync', 'outbox', 'land', 'equipment', 'subsidies', 'messages'],
);

function DeletedAccount() {
  const { deleted } = useSession();
  return (
    deleted && (
      <Suspense>
        <deletedAccount.Component account={deleted} />
      </Suspense>
    )
  );
}

/** Switches to the language chosen on this device, else to the language of the account. */
function OwnLanguage() {
  const { language, setLanguage } = useLanguage();
  const accountLanguage = useSession().user?.language;
  useEffect(() => {
    const next = chosenLanguage() ?? accountLanguage;
    // Offline, the page keeps its current language.
    if (next && next !== language) setLanguage(next).catch(() => {});
  }, [accountLanguage, language, setLanguage]);
  return null;
}
