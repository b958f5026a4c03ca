import type { Equipment, MaintenanceRecord } from '@ardhi/contract';
import { MAX_MAINTENANCE_DESCRIPTION_LENGTH } from '@ardhi/contract/limits';
import { today } from '../../lib/device/clock.ts';
import { checkDate, checkMoney, checkText, numberIn } from '../../lib/forms/checks.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { useQueuedWrite } from '../../outbox/use-queued-write.ts';
import { DateField } from '../../ui/forms/date-field.tsx';
import { MoneyField, SelectField, TextArea } from '../../ui/forms/field.tsx';
import { fieldsOf } from '../../ui/forms/form.tsx';
import { RowForm, type RowToSave } from '../row-form.tsx';
import { calls } from './calls.ts';
import { kindName, MAINTENANCE_KINDS } from './labels.tsx';

function valuesOf(record: MaintenanceRecord | undefined) {
  return {
    date: record?.date ?? today(),
    kind: record?.kind ?? 'service',
    description: record?.description ?? '',
    cost: record?.cost === null || record?.cost === undefined ? '' : String(record.cost),
    nextDueDate: record?.nextDueDate ?? '',
  };
}

interface MaintenanceDialogProps {
  equipment: Equipment;
  /** The record to correct; without it, a new one is added. */
  record?: MaintenanceRecord;
  onClose: () => void;
}

export function MaintenanceDialog({ equipment, record, onClose }: MaintenanceDialogProps) {
  const t = useT();
  const add = useQueuedWrite('POST /equipment/{id}/maintenance', calls);
  const edit = useQueuedWrite('PUT /equipment/{id}/maintenance/{recordId}', calls);
  const save = async (values: ReturnType<typeof valuesOf>, { rowId, revision, stored }: RowToSave) => {
    const body = {
      date: values.date,
      kind: values.kind,
      description: values.description.trim(),
      cost: numberIn(values.cost) ?? null,
      nextDueDate: values.nextDueDate || null,
    };
    const { _id: id } = equipment;
    if (record) {
      const params = { id, recordId: record._id };
      await edit.mutateAsync({ params, body: { ...body, revision }, ...stored });
    } else await add.mutateAsync({ params: { id }, body: { _id: rowId, ...body }, ...stored });
    return t(record ? 'equipment.maintenance.changed' : 'equipment.maintenance.saved');
  };
  // Includes a kind written by another client.
  const kinds = [...new Set<string>([...MAINTENANCE_KINDS, ...(record ? [record.kind] : [])])];
  return (
    <RowForm
      dialog={{
        title: t(record ? 'equipment.maintenance.edit' : 'equipment.maintenance.add'),
        text: equipment.name,
      }}
      draftName={`maintenance:${record?._id ?? equipment._id}`}
      values={valuesOf(record)}
      row={record}
      save={save}
      failed="equipment.error.maintenance"
      submit="equipment.maintenance.save"
      busy="forms.saving"
      onClose={onClose}
    >
      {(form) => {
        const field = fieldsOf(form);
        return (
          <>
            <div className="grid gap-5 sm:grid-cols-2">
              <DateField
                label={t('equipment.maintenance.date')}
                required
                {...field('date', { validate: (value) => checkDate(value, t) })}
              />
              <SelectField
                label={t('equipment.maintenance.kind')}
                options={kinds.map((value) => ({ value, label: kindName(value, t) }))}
                required
                {...field('kind')}
              />
            </div>
            <TextArea
              label={t('equipment.maintenance.description')}
              rows={3}
              maxLength={MAX_MAINTENANCE_DESCRIPTION_LENGTH}
              required
              {...field('description', { validate: (value) => checkText(value, t) })}
            />
            <div className="grid gap-5 sm:grid-cols-2">
              <MoneyField
                label={t('equipment.maintenance.cost')}
                {...field('cost', { validate: (value) => checkMoney(value, t, false) })}
              />
              <DateField
                label={t('equipment.maintenance.nextDueDate')}
                hint={t('equipment.maintenance.nextDueHint')}
                {...field('nextDueDate', {
                  validate: (value, { date }) => {
                    const fault = checkDate(value, t, false);
                    if (fault !== true || !value) return fault;
                    return value >= date || t('equipment.maintenance.nextDueBefore');
                  },
                })}
              />
            </div>
          </>
        );
      }}
    </RowForm>
  );
}
