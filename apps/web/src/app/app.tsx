import { type ReactNode, Suspense, useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ConfigProvider, type PublicConfig } from '../lib/http/config.tsx';
import { lazyPage } from '../lib/page/lazy-page.tsx';
import { paths } from '../lib/page/paths.ts';
import { SessionProvider, useSession } from '../lib/session/session.tsx';
import { sessionStore } from '../lib/session/session-store.ts';
import { type Language, LanguageProvider, useLanguage } from '../lib/text/i18n.tsx';
import { chosenLanguage } from '../lib/text/language.ts';
import { Layout } from './layout.tsx';
import { prefetchWhileTyping } from './prefetch.ts';
import { isProtected } from './public-routes.ts';
import { AppRoutes } from './router.tsx';

interface AppProps {
  config: PublicConfig;
  language: Language;
  /** In place of the routes: the prerendered shell of pages that only the browser can draw. */
  children?: ReactNode;
}

/** The whole product inside a router: the browser's, or the prerenderer's. */
export function App({ config, language, children }: AppProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const toLogin = useCallback(() => {
    // Of a deleted account more is said.
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
          <Layout>
            <DeletedAccount />
            {children ?? <AppRoutes />}
          </Layout>
        </SessionProvider>
      </LanguageProvider>
    </ConfigProvider>
  );
}

const deletedAccount = lazyPage(
  () => import('./deleted-account.tsx'),
  ['outbox', 'land', 'equipment', 'subsidies'],
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

/** The language chosen on this device, which may not be the one of the served page; else the language of the account. */
function OwnLanguage() {
  const { language, setLanguage } = useLanguage();
  const ofAccount = useSession().user?.language;
  useEffect(() => {
    const next = chosenLanguage() ?? ofAccount;
    // Without a network the page stays in the language it has.
    if (next && next !== language) setLanguage(next).catch(() => {});
  }, [ofAccount, language, setLanguage]);
  return null;
}
