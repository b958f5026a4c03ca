/** Forms to correct rejected equipment changes; saving replaces the queued entry. */
import type { EquipmentDetail } from '@ardhi/contract';
import type { ReactNode } from 'react';
import type { CorrectionProps } from '../../outbox/call-screens.ts';
import type { Entry } from '../../outbox/entry.ts';
import { targetOf } from '../../outbox/relations.ts';
import { EquipmentForm } from './equipment-form.tsx';
import { MaintenanceDialog } from './maintenance-dialog.tsx';
import { useEquipmentItem } from './queries.ts';
import { UsageDialog } from './usage-dialog.tsx';

interface OnEquipmentProps {
  entry: Entry;
  children: (equipment: EquipmentDetail) => ReactNode;
}

/** Provides the machine with queued changes applied; renders nothing if it is not loaded. */
function OnEquipment({ entry, children }: OnEquipmentProps) {
  const { data: equipment } = useEquipmentItem(entry.params.id ?? targetOf(entry));
  return equipment ? children(equipment) : null;
}

const findTarget = <R extends { _id: string }>(rows: R[], entry: Entry) =>
  rows.find(({ _id }) => _id === targetOf(entry));

export function CorrectEquipment({ entry, onClose }: CorrectionProps) {
  return (
    <OnEquipment entry={entry}>
      {(equipment) => <EquipmentForm equipment={equipment} onClose={onClose} />}
    </OnEquipment>
  );
}

export function CorrectMaintenance({ entry, onClose }: CorrectionProps) {
  return (
    <OnEquipment entry={entry}>
      {(equipment) => (
        <MaintenanceDialog
          equipment={equipment}
          record={findTarget(equipment.maintenance, entry)}
          onClose={onClose}
        />
      )}
    </OnEquipment>
  );
}

export function CorrectUsage({ entry, onClose }: CorrectionProps) {
  return (
    <OnEquipment entry={entry}>
      {(equipment) => (
        <UsageDialog equipment={equipment} record={findTarget(equipment.usage, entry)} onClose={onClose} />
      )}
    </OnEquipment>
  );
}
