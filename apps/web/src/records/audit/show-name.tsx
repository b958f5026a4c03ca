import { serverMessage } from '../../lib/http/error-kinds.ts';
import { useRefetchingWrite } from '../../lib/http/use-refetching-write.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { toast } from '../../ui/feedback/toast.tsx';

/** For auditors, who see farmers by initials: name and contact data on request. The farmer can read who asked. */
export function ShowName({ personId }: { personId: string }) {
  const t = useT();
  const show = useRefetchingWrite('POST /government/audit/people/{id}', {
    onError: (error) => toast.failed(serverMessage(error) ?? t('audit.showNameFailed')),
  });
  if (show.data) {
    const { name, email, phoneNumber } = show.data;
    return (
      <span role="status" className="block wrap-anywhere">
        {[name || t('audit.deletedAccount'), phoneNumber, email].filter(Boolean).join(' · ')}
        <span className="block text-sm text-muted">{t('audit.nameShown')}</span>
      </span>
    );
  }
  return (
    <Button
      size="small"
      busy={show.isPending}
      busyLabel={t('ui.loading')}
      onClick={() => show.mutate({ params: { id: personId } })}
    >
      {t('audit.showName')}
    </Button>
  );
}
