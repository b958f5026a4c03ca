import { CloudAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOnline } from '../../lib/http/connection.ts';
import { useSession } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../controls/button.tsx';

export interface ErrorStateProps {
  /** Error text as worded in the spec. */
  headline: ReactNode;
  detail?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
}

/** Shown when data could not be loaded. Offline, it tells a farmer, whose pages are stored, that this one is not yet. */
export function ErrorState({ headline, detail, onRetry, retrying }: ErrorStateProps) {
  const t = useT();
  const { user } = useSession();
  const isMissingHere = !useOnline() && user?.role === 'farmer';
  return (
    <div role="alert" className="flex flex-col items-center px-4 py-8 text-center">
      <CloudAlert size={32} strokeWidth={1.6} aria-hidden="true" className="mb-3 text-clay" />
      <p className="font-serif text-[1.1875rem] leading-tight font-semibold">{headline}</p>
      {isMissingHere ? (
        <>
          <p className="mt-2 max-w-[46ch] font-semibold">{t('ui.notOnDevice')}</p>
          <p className="mt-1 max-w-[46ch] text-muted">{t('ui.notOnDeviceText')}</p>
        </>
      ) : (
        detail && <p className="mt-2 max-w-[46ch] text-muted">{detail}</p>
      )}
      {onRetry && (
        <Button className="mt-5" onClick={onRetry} busy={retrying} busyLabel={t('ui.loading')}>
          {t('ui.retry')}
        </Button>
      )}
    </div>
  );
}
