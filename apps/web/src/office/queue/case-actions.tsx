import type { Case } from '@ardhi/contract';
import { UserCog } from 'lucide-react';
import { useState } from 'react';
import { problemLine } from '../../lib/http/problem-text.ts';
import { hasDuty } from '../../lib/session/duties.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { SelectField } from '../../ui/forms/field.tsx';
import { useAssign, useColleagues } from './queries.ts';

/** Assign, reassign, unassign. Informative only: any official of the office may still decide the case. */
export function CaseActions({ row }: { row: Case }) {
  const t = useT();
  const user = useUser();
  const assign = useAssign();
  const [isReassigning, setIsReassigning] = useState(false);
  const isMine = row.assignedTo?._id === user._id;
  const named = (action: string) => t('queue.named', { action, name: row.name });
  const ownAction = isMine ? t('queue.release') : t('queue.take');
  /** `null` unassigns the case. */
  const assignTo = async (to: string | null, done: string) => {
    try {
      const body = { to, from: row.assignedTo?._id ?? null };
      await assign.mutateAsync({ params: { id: row._id }, body });
      toast.done(done);
      setIsReassigning(false);
    } catch (error) {
      toast.failed(problemLine(error, t('queue.assignFailed'), t));
    }
  };
  if (!hasDuty(user, 'decide')) return null;
  return (
    <>
      <Button
        size="small"
        busy={assign.isPending}
        aria-label={named(ownAction)}
        onClick={() =>
          void (isMine ? assignTo(null, t('queue.released')) : assignTo(user._id, t('queue.taken')))
        }
      >
        {ownAction}
      </Button>
      <IconButton
        size="small"
        variant="plain"
        label={named(t('queue.handOver'))}
        icon={<UserCog size={16} aria-hidden="true" />}
        onClick={() => setIsReassigning(true)}
      />
      {isReassigning && (
        <ReassignDialog
          row={row}
          busy={assign.isPending}
          onClose={() => setIsReassigning(false)}
          onChosen={(id, name) => void assignTo(id, t('queue.handed', { name }))}
        />
      )}
    </>
  );
}

function ReassignDialog({
  row,
  busy,
  onClose,
  onChosen,
}: {
  row: Case;
  busy: boolean;
  onClose: () => void;
  onChosen: (id: string, name: string) => void;
}) {
  const t = useT();
  const user = useUser();
  const colleagues = useColleagues(row._id).data?.filter(({ _id }) => _id !== user._id);
  const [to, setTo] = useState('');
  const chosen = colleagues?.find(({ _id }) => _id === to);
  return (
    <Dialog open onClose={onClose} title={t('queue.handOverTitle', { name: row.name })}>
      <SelectField
        label={t('queue.colleague')}
        placeholder={t('queue.choose')}
        options={(colleagues ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
        value={to}
        onChange={(event) => setTo(event.target.value)}
      />
      <div className="mt-5 flex flex-wrap gap-3">
        <Button
          variant="main"
          busy={busy}
          disabled={!chosen}
          onClick={() => chosen && onChosen(chosen._id, chosen.name)}
        >
          {t('queue.handOver')}
        </Button>
        <Button onClick={onClose}>{t('queue.cancel')}</Button>
      </div>
    </Dialog>
  );
}
