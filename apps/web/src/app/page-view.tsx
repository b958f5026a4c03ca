import { Suspense } from 'react';
import { useLocation } from 'react-router';
import type { MessageKey } from '../lib/i18n.tsx';
import type { LazyPage } from '../lib/lazy-page.tsx';
import { PageTransition } from '../lib/page-transition.tsx';
import { Loading } from '../ui/loading.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

/** One page at one address: waited for, and replaced by an error when it fails. */
export function PageView({ page, title }: { page: LazyPage; title: MessageKey }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={<Loading />}>
        <page.Component />
        <PageTransition title={title} />
      </Suspense>
    </ErrorBoundary>
  );
}
