import { Component, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useT } from '../../lib/text/i18n.tsx';
import { ErrorState } from '../feedback/error-state.tsx';
import { SkeletonText } from '../feedback/skeleton.tsx';
import { Panel } from './panel.tsx';

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

const AFTER_MS = 500;
const LATEST_MS = 1_500;

/** No part of the first load: fetched a moment after what the page is about is there (`ready`), without being scrolled to. */
export function Deferred({ ready, children }: { ready: boolean; children: ReactNode }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ready ? AFTER_MS : LATEST_MS);
    return () => clearTimeout(timer);
  }, [ready]);
  return due ? children : <PartComing />;
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
