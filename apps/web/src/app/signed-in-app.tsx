/**
 * The product behind the login, and what only it needs: the query cache, questions and toasts.
 * A route of the other role is not registered.
 */
import './offline.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Route, Routes } from 'react-router';
import { queryClient } from '../lib/query.ts';
import { useUser } from '../lib/session.tsx';
import { sessionStore } from '../lib/session-store.ts';
import { DataAge } from '../offline/data-age.tsx';
import { restore } from '../offline/persist.ts';
import { persistOnDevice } from '../offline/persist-on-device.ts';
import { UpdatePrompt } from '../offline/update-prompt.tsx';
import { startWorker } from '../offline/worker.ts';
import { ConfirmProvider } from '../ui/confirm.tsx';
import { Toaster } from '../ui/toast.tsx';
import { PageView } from './page-view.tsx';
import { notFoundPage } from './public-routes.ts';
import { mayOpen, routes } from './routes.ts';

/** Before the first page is drawn: what a farmer's phone knows. An official's data stays with the office. */
export async function ready(): Promise<void> {
  const { user } = sessionStore.get();
  if (user?.role === 'farmer') await restore(queryClient, user._id);
}

export default function SignedInApp() {
  const { _id: userId, role } = useUser();
  useEffect(() => startWorker(role), [role]);
  useEffect(() => (role === 'farmer' ? persistOnDevice(queryClient, userId) : undefined), [role, userId]);
  return (
    <QueryClientProvider client={queryClient}>
      <ConfirmProvider>
        <UpdatePrompt />
        <DataAge />
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
