/**
 * Part of the navigation bar that shows server data while a user is signed in: notice bell and sync state.
 */
import './offline.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { listenForChangeEvents, onChangeEvent } from '../lib/http/events.ts';
import { invalidateOnChangeEvents, queryClient } from '../lib/http/query.ts';
import { lazyPage } from '../lib/page/lazy-page.tsx';
import { sessionStore } from '../lib/session/session-store.ts';
import type { Language } from '../lib/text/language.ts';
import { OptionalBoundary } from './optional-boundary.tsx';

const barState = lazyPage(() => import('../sync/bar-state.tsx'), ['outbox']);
const barTools = lazyPage(() => import('../records/notices/bar-tools.tsx'), ['notices']);

/** A change of post invalidates all earlier responses. */
function useResetOnPostChange(postId: string | null): void {
  const before = useRef(postId);
  useEffect(() => {
    if (before.current === postId) return;
    before.current = postId;
    void queryClient.resetQueries();
  }, [postId]);
}

export const preloadParts = (language: Language) =>
  Promise.all([barState.preload(language), barTools.preload(language)]);

export default function AccountTools({ userId, postId }: { userId: string; postId: string | null }) {
  useResetOnPostChange(postId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user gets another stream and an empty cache
  useEffect(() => {
    const stopListening = listenForChangeEvents();
    const stopInvalidating = invalidateOnChangeEvents();
    const stopRefreshing = onChangeEvent(({ kind }) => {
      if (kind === 'session') void sessionStore.refresh();
    });
    return () => {
      stopListening();
      stopInvalidating();
      stopRefreshing();
      queryClient.clear();
    };
  }, [userId]);

  return (
    <QueryClientProvider client={queryClient}>
      <OptionalBoundary>
        <Suspense fallback={null}>
          <barState.Component />
        </Suspense>
      </OptionalBoundary>
      <OptionalBoundary>
        <Suspense fallback={null}>
          <barTools.Component />
        </Suspense>
      </OptionalBoundary>
    </QueryClientProvider>
  );
}
