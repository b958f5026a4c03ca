import type { ManagedSubsidy } from '@ardhi/contract';
import { useRef, useState } from 'react';
import { useUser } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { type Decision, DecisionDialog } from './decision-dialog.tsx';
import { ReturnDialog } from './return-dialog.tsx';

export type CaseAction = Decision | 'return';

/** Asks before an action on another official's case, once per case and assignee: `if (await mayAct(row)) …` */
export function useAssigneeGuard() {
  const t = useT();
  const user = useUser();
  const confirm = useConfirm();
  const confirmed = useRef(new Set<string>());
  return async ({ _id, name, assignedTo }: Pick<ManagedSubsidy, '_id' | 'name' | 'assignedTo'>) => {
    const key = `${_id} ${assignedTo?._id}`;
    if (!assignedTo || assignedTo._id === user._id || confirmed.current.has(key)) return true;
    const isSure = await confirm({
      title: t('queue.ofOther', { name: assignedTo.name || t('subsidies.deletedAccount') }),
      text: name,
      action: t('queue.ofOtherContinue'),
      isSafe: true,
    });
    if (isSure) confirmed.current.add(key);
    return isSure;
  };
}

/**
 * The dialogs of a case, the function that opens one, and the guard that it asks. The dialog keeps the row as it was
 * opened: a colleague's decision does not close it with what was typed.
 */
export function useCaseDialogs(onDone?: (row: ManagedSubsidy) => void) {
  const mayAct = useAssigneeGuard();
  const [opened, setOpened] = useState<{ row: ManagedSubsidy; action: CaseAction } | null>(null);
  const close = () => setOpened(null);
  const open = async (row: ManagedSubsidy, action: CaseAction) => {
    if (await mayAct(row)) setOpened({ row, action });
  };
  const dialog =
    opened &&
    (opened.action === 'return' ? (
      <ReturnDialog row={opened.row} onReturned={onDone} onClose={close} />
    ) : (
      <DecisionDialog row={opened.row} decision={opened.action} onDecided={onDone} onClose={close} />
    ));
  return [dialog, open, mayAct] as const;
}
