import { paths } from '@ardhi/contract/paths';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../lib/http/api.ts';
import { isTemporary, serverMessage } from '../../lib/http/error-kinds.ts';
import { useSession } from '../../lib/session/session.tsx';
import { sessionStore } from '../../lib/session/session-store.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { useCodeFromUrl } from './code-from-url.ts';

type State = 'confirming' | 'done' | { failed: string; canRetry: boolean };

export default function ConfirmEmailPage() {
  const t = useT();
  const { status } = useSession();
  const code = useCodeFromUrl();
  const [state, setState] = useState<State>(
    code ? 'confirming' : { failed: t('auth.confirm.noCode'), canRetry: false },
  );
  const hasStarted = useRef(false);

  async function confirm() {
    setState('confirming');
    try {
      await call('POST /auth/confirm-email', { body: { code }, anonymous: true });
      setState('done');
      if (sessionStore.get().status === 'in') await sessionStore.refresh();
    } catch (error) {
      setState({ failed: serverMessage(error) ?? t('auth.somethingWrong'), canRetry: isTemporary(error) });
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the code is used once, when the page opens
  useEffect(() => {
    if (!code || hasStarted.current) return;
    hasStarted.current = true;
    void confirm();
  }, []);

  return (
    <AuthFrame heading={t('auth.confirm.heading')}>
      {state === 'confirming' && <Loading label={t('auth.confirm.busy')} />}
      {state === 'done' && (
        <div role="status">
          <Callout tone="ok" headline={t('auth.confirm.done')} />
          <ButtonLink
            variant="main"
            wide
            className="mt-5"
            to={status === 'in' ? paths.dashboard : paths.login}
          >
            {status === 'in' ? t('app.goToDashboard') : t('auth.login.submit')}
          </ButtonLink>
        </div>
      )}
      {typeof state === 'object' && (
        <ErrorState
          headline={state.failed}
          detail={t('auth.confirm.again')}
          onRetry={state.canRetry ? confirm : undefined}
        />
      )}
    </AuthFrame>
  );
}
