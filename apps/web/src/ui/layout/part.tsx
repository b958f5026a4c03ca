import { Component, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useT } from '../../lib/text/i18n.tsx';
import { ErrorState } from '../feedback/error-state.tsx';
import { SkeletonText } from '../feedback/skeleton.tsx';
import { Panel } from './panel.tsx';

/** Suspense and error boundary around a lazy part of a page: a failed part does not affect the others. */
export class LazyPart extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (this.state.failed) return <PartFailed />;
    return <Suspense fallback={<PartComing />}>{this.props.children}</Suspense>;
  }
}

const AFTER_MS = 500;
const LATEST_MS = 1_500;

interface DeferredProps {
  ready: boolean;
  children: ReactNode;
  fallback?: ReactNode;
}

/** Defers rendering until shortly after the main content has loaded (`ready`), independent of scrolling. */
export function Deferred({ ready, children, fallback = <PartComing /> }: DeferredProps) {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), ready ? AFTER_MS : LATEST_MS);
    return () => clearTimeout(timer);
  }, [ready]);
  return isDue ? children : fallback;
}

function PartComing() {
  return (
    <Panel aria-busy="true">
      <SkeletonText lines={4} />
    </Panel>
  );
}

function PartFailed() {
  const t = useT();
  return (
    <Panel>
      <ErrorState
        headline={t('app.failed.notLoaded')}
        detail={t('app.failed.notLoadedDetail')}
        onRetry={() => location.reload()}
      />
    </Panel>
  );
}
