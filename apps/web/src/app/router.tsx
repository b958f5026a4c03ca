/** Top-level routes. */
import { Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { lazyPage } from '../lib/page/lazy-page.tsx';
import { useSession } from '../lib/session/session.tsx';
import { Loading } from '../ui/feedback/loading.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { PageView } from './page-view.tsx';
import { homePage, isProtected, notFoundPage, publicRoutes } from './public-routes.ts';

export const signedInApp = lazyPage(async () => {
  const module = await import('./signed-in-app.tsx');
  await module.prepareSession();
  return module;
}, ['offline']);

export function AppRoutes() {
  return (
    <Routes>
      {publicRoutes.map(({ path, page, title }) => (
        <Route key={path} path={path} element={<PageView page={page} title={title} />} />
      ))}
      <Route path="*" element={<NonPublicPage />} />
    </Routes>
  );
}

/** Non-public paths: the app after login, the home page for visitors, or not found. */
function NonPublicPage() {
  const { pathname } = useLocation();
  const { status, user, expired } = useSession();
  if (!isProtected(pathname)) return <PageView page={notFoundPage} title="app.title.notFound" />;
  if (status === 'in' && user) {
    return (
      <ErrorBoundary key={user._id}>
        <Suspense fallback={<Loading />}>
          <signedInApp.Component />
        </Suspense>
      </ErrorBoundary>
    );
  }
  if (status === 'out' && !expired) return <PageView page={homePage} title="app.title.home" />;
  return <Loading />;
}
