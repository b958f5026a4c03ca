import type { EquipmentDetail, MaintenanceRecord } from '@ardhi/contract';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { WithUnsentBadge } from '../../outbox/unsent-badge.tsx';
import { useQueuedWrite } from '../../outbox/use-queued-write.ts';
import { type Column, DataTable, numeric } from '../../ui/charts/table.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { useAction } from '../use-action.ts';
import { calls } from './calls.ts';
import { kindName } from './labels.tsx';
import { MaintenanceDialog } from './maintenance-dialog.tsx';

export function MaintenanceLog({ equipment, onAdd }: { equipment: EquipmentDetail; onAdd: () => void }) {
  const t = useT();
  const format = useFormat();
  const act = useAction();
  const deletion = useQueuedWrite('DELETE /equipment/{id}/maintenance/{recordId}', calls);
  const [edited, setEdited] = useState<MaintenanceRecord | null>(null);

  const remove = ({ _id: recordId }: MaintenanceRecord) =>
    act({
      question: { title: t('equipment.maintenance.deleteQuestion'), action: t('equipment.delete') },
      run: () => deletion.mutateAsync({ params: { id: equipment._id, recordId } }),
      done: t('equipment.maintenance.deleted'),
      failed: 'equipment.error.removeRecord',
    });
  const columns: Column<MaintenanceRecord>[] = [
    {
      key: 'description',
      label: t('equipment.maintenance.description'),
      title: true,
      cell: ({ _id, description }) => (
        <WithUnsentBadge id={_id}>
          <span className="font-normal whitespace-pre-line">{description}</span>
        </WithUnsentBadge>
      ),
    },
    { key: 'kind', label: t('equipment.maintenance.kind'), cell: ({ kind }) => kindName(kind, t) },
    {
      key: 'date',
      label: t('equipment.maintenance.date'),
      cell: ({ date, nextDueDate }) => (
        <>
          {format.date(date, 'medium')}
          {nextDueDate && (
            <span className="block text-sm text-muted">
              {t('equipment.maintenance.nextOn', { date: format.date(nextDueDate, 'medium') })}
            </span>
          )}
        </>
      ),
    },
    {
      ...numeric('cost', t('equipment.maintenance.cost')),
      cell: ({ cost }) => (cost === null ? t('equipment.notAvailable') : format.money(cost)),
    },
  ];
  return (
    <Panel
      title={t('equipment.maintenance.title')}
      actions={
        <Button size="small" onClick={onAdd}>
          {t('equipment.maintenance.add')}
        </Button>
      }
    >
      <DataTable
        caption={t('equipment.maintenance.title')}
        columns={columns}
        rows={equipment.maintenance}
        rowKey={({ _id }) => _id}
        empty={<p className="text-muted">{t('equipment.maintenance.none')}</p>}
        rowActions={(record) => (
          <span className="flex">
            <IconButton
              size="small"
              label={t('equipment.editNamed', { name: record.description.slice(0, 60) })}
              icon={<Pencil size={18} aria-hidden="true" />}
              onClick={() => setEdited(record)}
            />
            <IconButton
              size="small"
              label={t('equipment.deleteNamed', { name: record.description.slice(0, 60) })}
              icon={<Trash2 size={18} aria-hidden="true" />}
              onClick={() => void remove(record)}
            />
          </span>
        )}
      />
      {edited && <MaintenanceDialog equipment={equipment} record={edited} onClose={() => setEdited(null)} />}
    </Panel>
  );
}
