import type { Equipment } from '@ardhi/contract';
import { useState } from 'react';
import { useT } from '../../lib/text/i18n.tsx';
import { useQueuedWrite } from '../../outbox/use-queued-write.ts';
import { useAction } from '../use-action.ts';
import { calls } from './calls.ts';
import { EquipmentForm } from './equipment-form.tsx';
import { MaintenanceDialog } from './maintenance-dialog.tsx';
import { UsageDialog } from './usage-dialog.tsx';

type Open = { kind: 'edit' | 'usage' | 'maintenance'; equipment: Equipment } | null;

export type EquipmentActions = ReturnType<typeof useEquipmentActions>;

/** Equipment actions and their dialogs, shared by all pages that show equipment. */
export function useEquipmentActions() {
  const t = useT();
  const act = useAction();
  const deletion = useQueuedWrite('DELETE /equipment/{id}', calls);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);

  const remove = ({ _id: id, name }: Equipment) =>
    act({
      question: {
        title: t('equipment.deleteQuestion'),
        text: t('equipment.deleteText', { name }),
        action: t('equipment.delete'),
      },
      run: () => deletion.mutateAsync({ params: { id } }),
      done: t('equipment.deleted', { name }),
      failed: 'equipment.error.delete',
    });
  return {
    edit: (equipment: Equipment) => setOpen({ kind: 'edit', equipment }),
    recordUsage: (equipment: Equipment) => setOpen({ kind: 'usage', equipment }),
    recordMaintenance: (equipment: Equipment) => setOpen({ kind: 'maintenance', equipment }),
    /** Resolves to whether the item was deleted. */
    remove,
    /** Rendered once on the page. */
    dialogs: (
      <>
        {open?.kind === 'edit' && <EquipmentForm equipment={open.equipment} onClose={close} />}
        {open?.kind === 'usage' && <UsageDialog equipment={open.equipment} onClose={close} />}
        {open?.kind === 'maintenance' && <MaintenanceDialog equipment={open.equipment} onClose={close} />}
      </>
    ),
  };
}
