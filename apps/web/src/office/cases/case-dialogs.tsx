import type { ManagedSubsidy } from '@ardhi/contract';
import { useRef, useState } from 'react';
import { useUser } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { type Decision, DecisionDialog } from '../subsidies/decision-dialog.tsx';
import { ReturnDialog } from '../subsidies/return-dialog.tsx';

export type CaseAction = Decision | 'return';

/**
 * The dialogs of a case and the function that opens one. The dialog keeps the row as it was opened: a colleague's decision
 * does not close it with what was typed. The case of another official is asked about once.
 */
export function useCaseDialogs(onDone?: (row: ManagedSubsidy) => void) {
  const t = useT();
  const user = useUser();
  const confirm = useConfirm();
  const [opened, setOpened] = useState<{ row: ManagedSubsidy; action: CaseAction } | null>(null);
  const confirmed = useRef(new Set<string>());
  const close = () => setOpened(null);
  const open = async (row: ManagedSubsidy, action: CaseAction) => {
    const { assignedTo } = row;
    if (assignedTo && assignedTo._id !== user._id && !confirmed.current.has(row._id)) {
      const isSure = await confirm({
        title: t('queue.ofOther', { name: assignedTo.name || t('subsidies.deletedAccount') }),
        text: row.name,
        action: t('queue.ofOtherDecide'),
        isSafe: true,
      });
      if (!isSure) return;
      confirmed.current.add(row._id);
    }
    setOpened({ row, action });
  };
  const dialog =
    opened &&
    (opened.action === 'return' ? (
      <ReturnDialog row={opened.row} onReturned={() => onDone?.(opened.row)} onClose={close} />
    ) : (
      <DecisionDialog row={opened.row} decision={opened.action} onDecided={onDone} onClose={close} />
    ));
  return [dialog, open] as const;
}
