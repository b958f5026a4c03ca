import type { ManagedSubsidy } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { problemLine } from '../../lib/http/problem-text.ts';
import { hasDuty } from '../../lib/session/duties.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { useDeleteProgramme, useUpdateSubsidy } from './writes.ts';

interface ProgrammeActionsProps {
  programme: ManagedSubsidy;
  canDecide: boolean;
  onEdit: () => void;
  onDeleted: () => void;
}

export function ProgrammeActions({ programme, canDecide, onEdit, onDeleted }: ProgrammeActionsProps) {
  const t = useT();
  const confirm = useConfirm();
  const update = useUpdateSubsidy();
  const remove = useDeleteProgramme();
  const params = { id: programme._id };

  const setClosed = async (closed: boolean) => {
    try {
      await update.mutateAsync({ params, body: { closed } });
      toast.done(t(closed ? 'subsidies.details.closed' : 'subsidies.details.reopened'));
    } catch (error) {
      toast.failed(problemLine(error, t('subsidies.error.update'), t));
    }
  };
  const askDelete = async () => {
    const sure = await confirm({
      title: t('subsidies.details.deleteQuestion'),
      text: t('subsidies.details.deleteText', { name: programme.name }),
      action: t('subsidies.details.delete'),
    });
    if (!sure) return;
    try {
      await remove.mutateAsync({ params });
      toast.done(t('subsidies.details.deleted'));
      onDeleted();
    } catch (error) {
      toast.failed(problemLine(error, t('subsidies.error.delete'), t));
    }
  };
  const user = useUser();
  const mayUseBinders = hasDuty(user, 'decide') || hasDuty(user, 'manage');
  const isApproved = programme.status === 'approved';
  if (!isApproved && !canDecide) return null;
  return (
    <div className="mt-6 flex flex-wrap gap-2 border-t border-line pt-4">
      {canDecide && <Button onClick={onEdit}>{t('subsidies.details.edit')}</Button>}
      {isApproved && (
        <ButtonLink to={`${paths.queue}?status=all&programmeId=${programme._id}`}>
          {t('subsidies.details.applications')}
        </ButtonLink>
      )}
      {isApproved && mayUseBinders && (
        <ButtonLink to={paths.binders(programme._id)}>{t('subsidies.details.binders')}</ButtonLink>
      )}
      {isApproved && canDecide && (
        <Button busy={update.isPending} onClick={() => void setClosed(!programme.closed)}>
          {t(programme.closed ? 'subsidies.details.reopen' : 'subsidies.details.close')}
        </Button>
      )}
      {canDecide && (
        <Button variant="quiet" busy={remove.isPending} onClick={() => void askDelete()}>
          {t('subsidies.details.delete')}
        </Button>
      )}
    </div>
  );
}
