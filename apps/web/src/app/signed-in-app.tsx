/** The product behind the login, and what only it needs: the query cache, questions and toasts. */
import './offline.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { currentLanguage } from '../lib/language.ts';
import { lazyPage } from '../lib/lazy-page.tsx';
import { queryClient } from '../lib/query.ts';
import { useUser } from '../lib/session.tsx';
import { sessionStore } from '../lib/session-store.ts';
import { DataAge } from '../offline/data-age.tsx';
import { restore } from '../offline/persist.ts';
import { persistOnDevice } from '../offline/persist-on-device.ts';
import { RefetchFailed } from '../offline/refetch-failed.tsx';
import { UpdatePrompt } from '../offline/update-prompt.tsx';
import { startWorker } from '../offline/worker.ts';
import { ConfirmProvider } from '../ui/confirm.tsx';
import { Toaster } from '../ui/toast.tsx';
import { rolePages } from './routes.ts';

/** With its texts: it opens on any page. */
const confirmIdentity = lazyPage(
  async () => ({ default: (await import('../account/confirm-identity.tsx')).ConfirmIdentity }),
  ['account', 'auth'],
);

/** Before the first page is drawn: the routes, and what a farmer's phone knows. An official's data stays with the office. */
export async function ready(): Promise<void> {
  const { user } = sessionStore.get();
  if (!user) return;
  await Promise.all([
    rolePages[user.role].preload(currentLanguage()),
    user.role === 'farmer' && restore(queryClient, user._id),
  ]);
}

export default function SignedInApp() {
  const { _id: userId, role } = useUser();
  const Pages = rolePages[role];
  useEffect(() => startWorker(role), [role]);
  useEffect(() => (role === 'farmer' ? persistOnDevice(queryClient, userId) : undefined), [role, userId]);
  return (
    <QueryClientProvider client={queryClient}>
      <ConfirmProvider>
        <UpdatePrompt />
        <RefetchFailed />
        <DataAge />
        <Pages.Component />
        {role === 'government' && (
          <Suspense>
            <confirmIdentity.Component />
          </Suspense>
        )}
        <Toaster />
      </ConfirmProvider>
    </QueryClientProvider>
  );
}
