import type { EquipmentDetail, UsageRecord } from '@ardhi/contract';
import { problemLine } from '../../lib/http/problem-text.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { WithUnsentBadge } from '../../outbox/unsent-badge.tsx';
import { type Column, DataTable, numeric } from '../../ui/charts/table.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { useDeleteUsage } from './writes.ts';

export function UsageLog({ equipment, onAdd }: { equipment: EquipmentDetail; onAdd?: () => void }) {
  const t = useT();
  const format = useFormat();
  const confirm = useConfirm();
  const deletion = useDeleteUsage();
  const hoursText = (hours: number) => t('equipment.hoursText', { hours: format.number(hours) });

  const remove = async ({ _id: recordId, hours, date }: UsageRecord) => {
    const values = { hours: hoursText(hours), date: format.date(date) };
    const isConfirmed = await confirm({
      title: t('equipment.usage.takeBackQuestion'),
      text: t('equipment.usage.takeBackText', values),
      action: t('equipment.usage.takeBack'),
    });
    if (!isConfirmed) return;
    try {
      await deletion.mutateAsync({ params: { id: equipment._id, recordId } });
      toast.done(t('equipment.usage.takenBack'));
    } catch (error) {
      toast.failed(problemLine(error, t('equipment.error.removeRecord'), t));
    }
  };
  const columns: Column<UsageRecord>[] = [
    {
      key: 'date',
      label: t('equipment.usage.date'),
      cell: ({ _id, date }) => <WithUnsentBadge id={_id}>{format.date(date)}</WithUnsentBadge>,
    },
    { ...numeric('hours', t('equipment.usage.hours')), cell: ({ hours }) => format.number(hours) },
  ];
  return (
    <Panel
      title={t('equipment.usage.title')}
      actions={
        onAdd && (
          <Button size="small" onClick={onAdd}>
            {t('equipment.usage.add')}
          </Button>
        )
      }
    >
      <DataTable
        caption={t('equipment.usage.title')}
        cards={false}
        columns={columns}
        rows={equipment.usage}
        rowKey={({ _id }) => _id}
        empty={<p className="text-muted">{t('equipment.usage.none')}</p>}
        rowActions={(record) => (
          <Button
            size="small"
            variant="quiet"
            aria-label={t('equipment.usage.takeBackOf', {
              hours: hoursText(record.hours),
              date: format.date(record.date),
            })}
            onClick={() => void remove(record)}
          >
            {t('equipment.usage.takeBack')}
          </Button>
        )}
      />
    </Panel>
  );
}
