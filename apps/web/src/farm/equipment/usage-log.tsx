import type { EquipmentDetail, UsageRecord } from '@ardhi/contract';
import { useState } from 'react';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { WithUnsentBadge } from '../../outbox/unsent-badge.tsx';
import { useQueuedWrite } from '../../outbox/use-queued-write.ts';
import { type Column, DataTable, numeric } from '../../ui/charts/table.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { useAction } from '../use-action.ts';
import { calls } from './calls.ts';

/** Rows before "Show all". */
const SHOWN_AT_FIRST = 10;

export function UsageLog({ equipment, onAdd }: { equipment: EquipmentDetail; onAdd?: () => void }) {
  const t = useT();
  const format = useFormat();
  const [all, setAll] = useState(false);
  const act = useAction();
  const deletion = useQueuedWrite('DELETE /equipment/{id}/usage/{recordId}', calls);
  const textsOf = ({ hours, date }: UsageRecord) => ({
    hours: t('equipment.hoursText', { hours: format.number(hours) }),
    date: format.date(date),
  });
  const remove = (record: UsageRecord) =>
    act({
      question: {
        title: t('equipment.usage.takeBackQuestion'),
        text: t('equipment.usage.takeBackText', textsOf(record)),
        action: t('equipment.usage.takeBack'),
      },
      run: () => deletion.mutateAsync({ params: { id: equipment._id, recordId: record._id } }),
      done: t('equipment.usage.takenBack'),
      failed: 'equipment.error.removeRecord',
    });
  const columns: Column<UsageRecord>[] = [
    {
      key: 'date',
      label: t('equipment.usage.date'),
      cell: ({ _id, date }) => (
        <WithUnsentBadge id={_id}>
          <span className="min-[22rem]:whitespace-nowrap">{format.date(date, 'medium')}</span>
        </WithUnsentBadge>
      ),
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
        rows={equipment.usage.slice(0, all ? undefined : SHOWN_AT_FIRST)}
        rowKey={({ _id }) => _id}
        empty={<p className="text-muted">{t('equipment.usage.none')}</p>}
        rowActions={(record) => (
          <Button
            size="small"
            variant="quiet"
            aria-label={t('equipment.usage.takeBackOf', textsOf(record))}
            onClick={() => void remove(record)}
          >
            {t('equipment.usage.takeBack')}
          </Button>
        )}
      />
      {!all && equipment.usage.length > SHOWN_AT_FIRST && (
        <Button size="small" className="mt-2" onClick={() => setAll(true)}>
          {t('equipment.usage.all', { count: equipment.usage.length })}
        </Button>
      )}
    </Panel>
  );
}
