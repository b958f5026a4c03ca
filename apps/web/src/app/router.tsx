/** Draws the page of the address for this visitor. A route of the other role is not registered. */
import type { Role } from '@ardhi/contract';
import { type ReactNode, Suspense } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import type { MessageKey } from '../lib/i18n.tsx';
import { useSession } from '../lib/session.tsx';
import { Loading } from '../ui/loading.tsx';
import { Arrival } from './arrival.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import type { LazyPage } from './lazy-page.tsx';
import { homePage, mayOpen, notFoundPage, protectedPrefixes, routes, signedInFrame } from './routes.ts';

function PageFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function PageView({ page, title }: { page: LazyPage; title: MessageKey }) {
  return (
    <PageFrame>
      <page.Component />
      <Arrival title={title} />
    </PageFrame>
  );
}

function SignedInFrame() {
  return (
    <Suspense fallback={<Loading />}>
      <signedInFrame.Component />
    </Suspense>
  );
}

export function AppRoutes() {
  const { status, user, expired } = useSession();
  const role: Role | undefined = status === 'in' ? user?.role : undefined;
  const open = routes.filter((route) => mayOpen(route, role));
  return (
    <Routes>
      {open
        .filter((route) => route.access === 'public')
        .map((route) => (
          <Route
            key={route.path}
            path={route.path}
            element={<PageView page={route.page} title={route.title} />}
          />
        ))}
      <Route element={<SignedInFrame />}>
        {open
          .filter((route) => route.access !== 'public')
          .map((route) => (
            <Route
              key={route.path}
              path={route.path}
              element={<PageView page={route.page} title={route.title} />}
            />
          ))}
      </Route>
      {role === undefined &&
        protectedPrefixes.map((prefix) => (
          <Route
            key={prefix}
            path={`${prefix}/*`}
            element={
              status === 'out' && !expired ? <PageView page={homePage} title="app.title.home" /> : <Loading />
            }
          />
        ))}
      <Route path="*" element={<PageView page={notFoundPage} title="app.title.notFound" />} />
    </Routes>
  );
}
