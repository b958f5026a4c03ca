/**
 * The part of the bar that lives from the server's data, on every page while someone is signed in.
 * The notice bell and the state of unsent work stand here, side by side.
 */
import './offline.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { listenForChangeEvents, onChangeEvent } from '../lib/http/events.ts';
import { invalidateOnChangeEvents, queryClient } from '../lib/http/query.ts';
import { lazyPage } from '../lib/page/lazy-page.tsx';
import { sessionStore } from '../lib/session/session-store.ts';
import type { Language } from '../lib/text/language.ts';
import { Quiet } from './quiet.tsx';

const barState = lazyPage(() => import('../sync/bar-state.tsx'), ['outbox']);
const barTools = lazyPage(() => import('../records/notices/bar-tools.tsx'), ['notices']);

/** In another post, or without one, nothing is true that was answered before. */
function useFreshStartIn(postId: string | null): void {
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
  useFreshStartIn(postId);
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
      <Quiet>
        <Suspense fallback={null}>
          <barState.Component />
        </Suspense>
      </Quiet>
      <Quiet>
        <Suspense fallback={null}>
          <barTools.Component />
        </Suspense>
      </Quiet>
    </QueryClientProvider>
  );
}
