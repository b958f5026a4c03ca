import type { Equipment } from '@ardhi/contract';
import { type ReactNode, useRef, useState } from 'react';
import { problemLine } from '../../lib/http/problem-text.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { EquipmentForm } from './equipment-form.tsx';
import { MaintenanceDialog } from './maintenance-dialog.tsx';
import { UsageDialog } from './usage-dialog.tsx';
import { useDeleteEquipment } from './writes.ts';

type Open = { kind: 'edit' | 'usage' | 'maintenance'; equipment: Equipment } | null;

export interface EquipmentActions {
  edit: (equipment: Equipment) => void;
  recordUsage: (equipment: Equipment) => void;
  recordMaintenance: (equipment: Equipment) => void;
  /** Asks for confirmation; resolves to whether the item was deleted. */
  remove: (equipment: Equipment) => Promise<boolean>;
  /** Rendered once on the page. */
  dialogs: ReactNode;
}

/** Equipment actions and their dialogs, shared by all pages that show equipment. */
export function useEquipmentActions(): EquipmentActions {
  const t = useT();
  const confirm = useConfirm();
  const deletion = useDeleteEquipment();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);

  const remove = async (equipment: Equipment) => {
    const { _id: id, name } = equipment;
    const isConfirmed = await confirm({
      title: t('equipment.deleteQuestion'),
      text: t('equipment.deleteText', { name }),
      action: t('equipment.delete'),
    });
    if (!isConfirmed) return false;
    try {
      await deletion.mutateAsync({ params: { id } });
      toast.done(t('equipment.deleted', { name }));
      return true;
    } catch (error) {
      toast.failed(problemLine(error, t('equipment.error.delete'), t));
      return false;
    }
  };
  return {
    edit: (equipment) => setOpen({ kind: 'edit', equipment }),
    recordUsage: (equipment) => setOpen({ kind: 'usage', equipment }),
    recordMaintenance: (equipment) => setOpen({ kind: 'maintenance', equipment }),
    remove,
    dialogs: (
      <>
        {open?.kind === 'edit' && <EditEquipmentDialog equipment={open.equipment} onClose={close} />}
        {open?.kind === 'usage' && <UsageDialog equipment={open.equipment} onClose={close} />}
        {open?.kind === 'maintenance' && <MaintenanceDialog equipment={open.equipment} onClose={close} />}
      </>
    ),
  };
}

export function EditEquipmentDialog({ equipment, onClose }: { equipment: Equipment; onClose: () => void }) {
  const t = useT();
  const guard = useRef(async () => true);
  const close = async () => {
    if (await guard.current()) onClose();
  };
  return (
    <Dialog open wide onClose={() => void close()} title={t('equipment.editTitle', { name: equipment.name })}>
      <EquipmentForm equipment={equipment} onClose={onClose} guard={guard} />
    </Dialog>
  );
}
