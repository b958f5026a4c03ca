/**
 * The product behind the login, and what only it needs: the query cache, questions and toasts.
 * A route of the other role is not registered.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { Route, Routes } from 'react-router';
import { queryClient } from '../lib/query.ts';
import { useUser } from '../lib/session.tsx';
import { ConfirmProvider } from '../ui/confirm.tsx';
import { Toaster } from '../ui/toast.tsx';
import { PageView } from './page-view.tsx';
import { notFoundPage } from './public-routes.ts';
import { mayOpen, routes } from './routes.ts';

export default function SignedInApp() {
  const { role } = useUser();
  return (
    <QueryClientProvider client={queryClient}>
      <ConfirmProvider>
        <Routes>
          {routes
            .filter((route) => mayOpen(route, role))
            .map(({ path, page, title }) => (
              <Route key={path} path={path} element={<PageView page={page} title={title} />} />
            ))}
          <Route path="*" element={<PageView page={notFoundPage} title="app.title.notFound" />} />
        </Routes>
        <Toaster />
      </ConfirmProvider>
    </QueryClientProvider>
  );
}
