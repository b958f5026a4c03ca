import { useConfig } from '../../lib/http/config.tsx';
import { useUser } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { useAccountWrite } from './use-account-write.ts';

/** Hidden without a mail server: the address could not be confirmed. */
export function EmailState() {
  const t = useT();
  const user = useUser();
  const { mail } = useConfig();
  const send = useAccountWrite('POST /auth/confirm-email/send', {
    onSuccess: () => toast.done(t('account.email.sent')),
  });
  if (!mail) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="min-w-0">{user.email}</span>
      {user.emailConfirmed ? (
        <Badge tone="ok">{t('account.email.confirmed')}</Badge>
      ) : (
        <>
          <Badge tone="wait">{t('account.email.notConfirmed')}</Badge>
          <Button
            size="small"
            busy={send.isPending}
            busyLabel={t('account.email.sending')}
            onClick={() => send.mutate({})}
          >
            {t('account.email.send')}
          </Button>
        </>
      )}
    </div>
  );
}
