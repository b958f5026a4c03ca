import type { Equipment, UsageRecord } from '@ardhi/contract';
import { MAX_USAGE_HOURS } from '@ardhi/contract/limits';
import type { ReactNode } from 'react';
import { today } from '../../lib/device/clock.ts';
import { checkDate, checkNumber, numberIn } from '../../lib/forms/checks.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { useQueuedWrite } from '../../outbox/use-queued-write.ts';
import { DateField } from '../../ui/forms/date-field.tsx';
import { NumberField } from '../../ui/forms/field.tsx';
import { fieldsOf } from '../../ui/forms/form.tsx';
import { RowForm, type RowToSave } from '../row-form.tsx';
import { calls } from './calls.ts';

interface UsageDialogProps {
  equipment: Equipment;
  /** Field to choose the machine, if the page does not determine it. */
  equipmentChoice?: ReactNode;
  /** A rejected record to correct. */
  record?: UsageRecord;
  onClose: () => void;
}

/** Adds hours of use; the record's id makes a retry idempotent. */
export function UsageDialog({ equipment, equipmentChoice, record, onClose }: UsageDialogProps) {
  const t = useT();
  const format = useFormat();
  const add = useQueuedWrite('PUT /equipment/{id}/usage', calls);
  const values = { hours: record ? String(record.hours) : '', date: record?.date ?? today() };
  const save = async ({ hours: typed, date }: typeof values, { rowId, stored }: RowToSave) => {
    const hours = numberIn(typed) ?? 0;
    const body = { _id: record?._id ?? rowId, hours, date };
    await add.mutateAsync({ params: { id: equipment._id }, body, ...stored });
    return t('equipment.usage.saved', { hours });
  };
  return (
    <RowForm
      dialog={{ title: t('equipment.usage.add'), text: equipmentChoice ? undefined : equipment.name }}
      // With a chooser, all machines share one draft: the last chosen machine is preselected again.
      draftName={`hours:${record?._id ?? (equipmentChoice ? 'new' : equipment._id)}`}
      values={values}
      save={save}
      failed="equipment.error.usage"
      submit="equipment.usage.save"
      busy="forms.saving"
      onClose={onClose}
    >
      {(form) => {
        const field = fieldsOf(form);
        return (
          <>
            {equipmentChoice}
            <NumberField
              label={t('equipment.usage.hours')}
              hint={t('equipment.usage.hoursHint', {
                total: t('equipment.hoursText', { hours: format.number(equipment.usageHours) }),
              })}
              suffix={t('equipment.hoursUnit')}
              required
              {...field('hours', {
                validate: (value) => checkNumber(value, { max: MAX_USAGE_HOURS, decimals: 2 }, t),
              })}
            />
            <DateField
              label={t('equipment.usage.date')}
              max={today()}
              required
              {...field('date', {
                validate: (value) => {
                  const fault = checkDate(value, t);
                  return fault === true ? value <= today() || t('equipment.error.future') : fault;
                },
              })}
            />
          </>
        );
      }}
    </RowForm>
  );
}
