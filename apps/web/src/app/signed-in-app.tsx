/** The app after login, with its query cache, confirmations and toasts. */
import './offline.ts';
import type { User } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, use, useEffect, useSyncExternalStore } from 'react';
import { dashboardReads } from '../dashboard/first-screen.ts';
import { nextParcelReads } from '../farm/land/persisted-reads.ts';
import { requestPersistence } from '../lib/device/persistence.ts';
import { lostNote } from '../lib/device/unsent-cookie.ts';
import { afterFirstPageLoad, queryClient } from '../lib/http/query.ts';
import { lazyPage, usable } from '../lib/page/lazy-page.tsx';
import { useUser } from '../lib/session/session.tsx';
import { sessionStore } from '../lib/session/session-store.ts';
import { currentLanguage, type Language } from '../lib/text/language.ts';
import { useLanguage } from '../lib/text/language-context.tsx';
import { DataAge } from '../offline/data-age.tsx';
import { fetchReads } from '../offline/fill.ts';
import { openResponses, restore } from '../offline/persist.ts';
import { persistOnDevice } from '../offline/persist-on-device.ts';
import { RefetchFailed } from '../offline/refetch-failed.tsx';
import { savesData, startWorker, updateStore } from '../offline/worker.ts';
import { useOutboxStatus } from '../outbox/current.ts';
import { ConfirmProvider } from '../ui/feedback/confirm.tsx';
import { Toaster } from '../ui/feedback/toast.tsx';
import { setFailure } from './error-boundary.tsx';
import { FailedPage } from './failed-page.tsx';
import { OptionalBoundary } from './optional-boundary.tsx';
import { pageFor, rolePages } from './routes.ts';

/** Loads its own texts, because it opens on any page. */
const confirmIdentity = lazyPage(
  async () => ({ default: (await import('../accounts/account/confirm-identity.tsx')).ConfirmIdentity }),
  ['account', 'auth'],
);

const updatePrompt = lazyPage(() => import('../offline/update-prompt.tsx'), ['sync']);
const lostChanges = lazyPage(() => import('../offline/lost-changes.tsx'), ['sync']);

/** A constant: `use` suspends again for each new promise. */
const NOTHING_TO_PREPARE = Promise.resolve();
let prepared: { userId: string; done: Promise<void> } | undefined;

/** Loads the routes and, for farmers, the persisted data before the first page. Officials' data is never persisted. */
export function prepareSession(): Promise<void> {
  const { user, isNew = false } = sessionStore.get();
  if (prepared?.userId !== user?._id)
    prepared = user ? { userId: user._id, done: usable(prepare(user, isNew)) } : undefined;
  return prepared?.done ?? NOTHING_TO_PREPARE;
}

async function prepare({ _id: userId, role }: User, isNew: boolean): Promise<void> {
  const language = currentLanguage();
  const restored = role === 'farmer' ? restore(queryClient, userId) : undefined;
  if (restored && isNew) {
    fetchFirstScreen(userId, language, restored);
    void requestPersistence();
  }
  // Routes that fail to load fail again inside the error boundary.
  await Promise.all([restored, rolePages[role].preload(language).catch(() => {})]);
}

/** After a sign-in the first screen loads in one call. Restored data renders at once and needs no batch. */
function fetchFirstScreen(userId: string, language: Language, restored: Promise<void>): void {
  void fetchReads(
    queryClient,
    restored.then(() => openResponses(userId)),
    dashboardReads(language),
  ).catch(() => {});
}

setFailure(FailedPage);

// Starts at sign-in, before the navigation.
sessionStore.subscribe(() => void prepareSession());

/** Delay after the first page, so that it has the connection to itself. */
const AFTER_FIRST_PAGE_MS = 1_000;

/** Prefetch: from the dashboard first the parcel page, which most users open next, then all others. */
async function fetchNext(userId: string, role: User['role'], language: Language): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, AFTER_FIRST_PAGE_MS));
  if (role === 'farmer' && location.pathname === paths.dashboard && !savesData())
    await Promise.all([fetchParcelPage(language), fetchParcels(userId)]).catch(() => {});
  startWorker(role);
}

async function fetchParcelPage(language: Language): Promise<void> {
  const page = await pageFor(paths.landDetail('next'), 'farmer');
  await page?.preload(language);
}

async function fetchParcels(userId: string): Promise<void> {
  const reads = nextParcelReads(queryClient);
  if (reads.length > 0) await fetchReads(queryClient, openResponses(userId), reads);
}

const Optional = ({ children }: { children: ReactNode }) => (
  <OptionalBoundary>
    <Suspense>{children}</Suspense>
  </OptionalBoundary>
);

/** Rare notes, loaded when there is one to show. */
function Notes({ account }: { account: string }) {
  const isUpdateOffered = useSyncExternalStore(updateStore.subscribe, updateStore.isOffered, () => false);
  // Rerenders when the database has opened, which is when a loss is found.
  useOutboxStatus();
  return (
    <>
      <div role="status" className="no-print">
        {isUpdateOffered && (
          <Optional>
            <updatePrompt.Component />
          </Optional>
        )}
      </div>
      {lostNote(account) && (
        <Optional>
          <lostChanges.Component account={account} />
        </Optional>
      )}
    </>
  );
}

export default function SignedInApp() {
  const { _id: userId, role } = useUser();
  use(prepareSession());
  const { language } = useLanguage();
  const Pages = rolePages[role];
  useEffect(
    () => afterFirstPageLoad(queryClient, () => void fetchNext(userId, role, language)),
    [userId, role, language],
  );
  useEffect(() => (role === 'farmer' ? persistOnDevice(queryClient, userId) : undefined), [role, userId]);
  return (
    <QueryClientProvider client={queryClient}>
      <ConfirmProvider>
        <Notes account={userId} />
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
