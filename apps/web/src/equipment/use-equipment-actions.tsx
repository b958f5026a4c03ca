import type { Equipment } from '@ardhi/contract';
import { type ReactNode, useRef, useState } from 'react';
import { useT } from '../lib/i18n.tsx';
import { problemLine } from '../lib/problem-words.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast-store.ts';
import { EquipmentForm } from './equipment-form.tsx';
import { MaintenanceDialog } from './maintenance-dialog.tsx';
import { useDeleteEquipment } from './queries.ts';
import { UsageDialog } from './usage-dialog.tsx';

type Open = { kind: 'edit' | 'usage' | 'maintenance'; machine: Equipment } | null;

export interface EquipmentActions {
  edit: (machine: Equipment) => void;
  recordUsage: (machine: Equipment) => void;
  recordMaintenance: (machine: Equipment) => void;
  /** Asks first; answers whether the machine is gone. */
  remove: (machine: Equipment) => Promise<boolean>;
  /** To be drawn once on the page. */
  dialogs: ReactNode;
}

/** What can be done with a machine, wherever it is shown. */
export function useEquipmentActions(): EquipmentActions {
  const t = useT();
  const confirm = useConfirm();
  const deletion = useDeleteEquipment();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);

  const remove = async (machine: Equipment) => {
    const { _id: id, name } = machine;
    const sure = await confirm({
      title: t('equipment.deleteQuestion'),
      text: t('equipment.deleteText', { name }),
      action: t('equipment.delete'),
    });
    if (!sure) return false;
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
    edit: (machine) => setOpen({ kind: 'edit', machine }),
    recordUsage: (machine) => setOpen({ kind: 'usage', machine }),
    recordMaintenance: (machine) => setOpen({ kind: 'maintenance', machine }),
    remove,
    dialogs: (
      <>
        {open?.kind === 'edit' && <EditEquipmentDialog machine={open.machine} onClose={close} />}
        {open?.kind === 'usage' && <UsageDialog machine={open.machine} onClose={close} />}
        {open?.kind === 'maintenance' && <MaintenanceDialog machine={open.machine} onClose={close} />}
      </>
    ),
  };
}

export function EditEquipmentDialog({ machine, onClose }: { machine: Equipment; onClose: () => void }) {
  const t = useT();
  const guard = useRef(async () => true);
  const close = async () => {
    if (await guard.current()) onClose();
  };
  return (
    <Dialog open wide onClose={() => void close()} title={t('equipment.editTitle', { name: machine.name })}>
      <EquipmentForm machine={machine} onClose={onClose} guard={guard} />
    </Dialog>
  );
}
