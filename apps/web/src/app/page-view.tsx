import { Suspense } from 'react';
import { useLocation } from 'react-router';
import type { LazyPage } from '../lib/page/lazy-page.tsx';
import { PageTransition } from '../lib/page/page-transition.tsx';
import type { MessageKey } from '../lib/text/i18n.tsx';
import { Loading } from '../ui/feedback/loading.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

/** A lazy page with loading state and error boundary. */
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
