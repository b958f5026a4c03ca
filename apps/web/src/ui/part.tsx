import { Component, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useT } from '../lib/i18n.tsx';
import { ErrorState } from './error-state.tsx';
import { Panel } from './panel.tsx';
import { SkeletonText } from './skeleton.tsx';

/** Suspense and an error boundary around a lazily loaded part of a page: a skeleton meanwhile, and if it fails the others stay. */
export class Part extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (this.state.failed) return <PartFailed />;
    return <Suspense fallback={<PartComing />}>{this.props.children}</Suspense>;
  }
}

const NEARBY = '300px';

/** Lazy loading below the fold: rendered, and so fetched, when it comes near the viewport. */
export function WhenNear({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (near || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: NEARBY },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [near]);
  if (near) return children;
  return (
    <div ref={place}>
      <PartComing />
    </div>
  );
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
