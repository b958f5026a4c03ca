import type { ManagedSubsidy } from '@ardhi/contract';
import { UserCog, UserMinus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { problemLine } from '../../lib/http/problem-text.ts';
import { hasDuty } from '../../lib/session/duties.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { useAssigneeGuard } from '../subsidies/case-dialogs.tsx';
import { OfficialField } from './official-field.tsx';
import { type FoundOfficial, useAssign } from './queries.ts';

type AssignedRow = Pick<ManagedSubsidy, '_id' | 'name' | 'assignedTo'>;

/** Assigns a case; `null` unassigns it. Resolves to whether it was done. */
export function useAssignCase() {
  const t = useT();
  const assign = useAssign();
  const assignTo = async (row: AssignedRow, to: string | null, done: string): Promise<boolean> => {
    try {
      const body = { to, from: row.assignedTo?._id ?? null };
      await assign.mutateAsync({ params: { id: row._id }, body });
      toast.done(done);
      return true;
    } catch (error) {
      toast.failed(problemLine(error, t('queue.assignFailed'), t));
      return false;
    }
  };
  return { assignTo, busy: assign.isPending };
}

/** Assign, reassign, unassign. Informative only: any official of the office may still decide the case. */
export function CaseActions({ row, labelled = false }: { row: AssignedRow; labelled?: boolean }) {
  const t = useT();
  const user = useUser();
  const { assignTo, busy } = useAssignCase();
  const mayAct = useAssigneeGuard();
  const [isReassigning, setIsReassigning] = useState(false);
  const isMine = row.assignedTo?._id === user._id;
  const named = (action: string) => t('queue.named', { action, name: row.name });
  const OwnIcon = isMine ? UserMinus : UserPlus;
  const own = t(isMine ? 'queue.release' : 'queue.take');
  const toggleOwn = async () => {
    if (isMine) await assignTo(row, null, t('queue.released'));
    else if (await mayAct(row)) await assignTo(row, user._id, t('queue.taken'));
  };
  if (!hasDuty(user, 'decide')) return null;
  return (
    <>
      {labelled ? (
        <>
          <Button size="small" disabled={busy} aria-label={named(own)} onClick={() => void toggleOwn()}>
            {own}
          </Button>
          <Button
            size="small"
            disabled={busy}
            aria-label={named(t('queue.handOver'))}
            onClick={() => setIsReassigning(true)}
          >
            {t('queue.handOver')}
          </Button>
        </>
      ) : (
        <>
          <IconButton
            size="small"
            variant="plain"
            disabled={busy}
            label={named(own)}
            icon={<OwnIcon size={16} aria-hidden="true" />}
            onClick={() => void toggleOwn()}
          />
          <IconButton
            size="small"
            variant="plain"
            disabled={busy}
            label={named(t('queue.handOver'))}
            icon={<UserCog size={16} aria-hidden="true" />}
            onClick={() => setIsReassigning(true)}
          />
        </>
      )}
      {isReassigning && (
        <ReassignDialog
          row={row}
          busy={busy}
          onClose={() => setIsReassigning(false)}
          onChosen={async (id, name) => {
            if (await assignTo(row, id, t('queue.handed', { name }))) setIsReassigning(false);
          }}
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
  row: AssignedRow;
  busy: boolean;
  onClose: () => void;
  onChosen: (id: string, name: string) => Promise<void>;
}) {
  const t = useT();
  const user = useUser();
  const [chosen, setChosen] = useState<FoundOfficial | null>(null);
  return (
    <Dialog open onClose={onClose} title={t('queue.handOverTitle', { name: row.name })}>
      <OfficialField
        label={t('queue.colleague')}
        hint={t('queue.colleagueHint')}
        name={chosen?.name}
        caseId={row._id}
        except={user._id}
        none={t('queue.noColleague')}
        onChosen={setChosen}
      />
      <div className="mt-5 flex flex-wrap gap-3">
        <Button
          variant="main"
          busy={busy}
          disabled={!chosen}
          onClick={() => chosen && void onChosen(chosen._id, chosen.name)}
        >
          {t('queue.handOver')}
        </Button>
        <Button onClick={onClose}>{t('queue.cancel')}</Button>
      </div>
    </Dialog>
  );
}
