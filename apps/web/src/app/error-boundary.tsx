import { Component, type ComponentType, type ReactNode } from 'react';
import { REPAIR_MESSAGE } from '../lib/http/sync-tag.ts';
import { useT } from '../lib/text/i18n.tsx';
import { ErrorState } from '../ui/feedback/error-state.tsx';

let Failure: ComponentType<FailureProps> = FailureMessage;

/** Called by the app after login, whose failed pages also lead to unsent changes. */
export function setFailure(component: ComponentType<FailureProps>): void {
  Failure = component;
}

interface Props {
  children: ReactNode;
  /** Rendered instead of the error message. */
  fallback?: ReactNode;
}

/** A failed page leaves navigation bar and footer intact. Errors stay in the browser: nothing is logged. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') };
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    const { error } = this.state;
    return (
      this.props.fallback ?? <Failure error={error} onRetry={() => this.setState({ error: undefined })} />
    );
  }
}

/** The page's code could not be loaded: offline, or replaced by a newer version. */
function isChunkError(error: unknown): boolean {
  return error instanceof TypeError && /import|module|fetch/i.test(error.message);
}

/**
 * A cached file may be damaged or forged: the service worker removes such files before it returns one again. Activates a
 * waiting newer version, because the server may no longer have the older files.
 */
async function reloadWithUpdate(): Promise<void> {
  navigator.serviceWorker?.controller?.postMessage(REPAIR_MESSAGE);
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.update().catch(() => {});
  registration?.waiting?.postMessage('take-over');
  location.reload();
}

export interface FailureProps {
  error: unknown;
  onRetry: () => void;
}

export function FailureMessage({ error, onRetry }: FailureProps) {
  const t = useT();
  const notLoaded = isChunkError(error);
  return (
    <div className="wrap py-16">
      <h1 className="sr-only">{t('app.failed.heading')}</h1>
      <ErrorState
        headline={notLoaded ? t('app.failed.notLoaded') : t('app.failed.broken')}
        detail={notLoaded ? t('app.failed.notLoadedDetail') : t('app.failed.brokenDetail')}
        onRetry={notLoaded ? reloadWithUpdate : onRetry}
      />
    </div>
  );
}
