import { paths } from '@ardhi/contract/paths';
import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { lazyPage } from '../lib/page/lazy-page.tsx';
import { useSession } from '../lib/session/session.tsx';
import { useT } from '../lib/text/i18n.tsx';
import { Loading } from '../ui/feedback/loading.tsx';
import { ErrorBoundary, FailureMessage, type FailureProps } from './error-boundary.tsx';

const lifeboat = lazyPage(() => import('./lifeboat.tsx'));

/** Unsent changes stay reachable when their page is the one that fails. */
export function FailedPage(props: FailureProps) {
  const t = useT();
  const { pathname } = useLocation();
  const { status } = useSession();
  if (status !== 'in') return <FailureMessage {...props} />;
  const message = (
    <>
      <FailureMessage {...props} />
      <p className="text-center">
        <a href={paths.sync} className="link">
          {t('app.unsent.link')}
        </a>
      </p>
    </>
  );
  if (pathname !== paths.sync) return message;
  return (
    <ErrorBoundary fallback={message}>
      <Suspense fallback={<Loading />}>
        <lifeboat.Component />
      </Suspense>
    </ErrorBoundary>
  );
}
