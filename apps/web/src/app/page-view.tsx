import { Suspense } from 'react';
import { useLocation } from 'react-router';
import type { MessageKey } from '../lib/i18n.tsx';
import { Loading } from '../ui/loading.tsx';
import { Arrival } from './arrival.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import type { LazyPage } from './lazy-page.tsx';

/** One page at one address: waited for, and replaced by words when it fails. */
export function PageView({ page, title }: { page: LazyPage; title: MessageKey }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<Loading />}>
        <page.Component />
        <Arrival title={title} />
      </Suspense>
    </ErrorBoundary>
  );
}
