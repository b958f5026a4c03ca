import type { Equipment } from '@ardhi/contract';
import {
  MAX_KIND_LENGTH,
  MAX_NAME_LENGTH,
  MAX_SERVICE_INTERVAL_HOURS,
  MAX_TOTAL_HOURS,
} from '@ardhi/contract/limits';
import type { UseFormReturn } from 'react-hook-form';
import { checkDate, checkMoney, checkNumber, checkText } from '../../lib/forms/checks.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { useQueuedWrite } from '../../outbox/use-queued-write.ts';
import { DateField } from '../../ui/forms/date-field.tsx';
import { MoneyField, NumberField, SelectField, TextField } from '../../ui/forms/field.tsx';
import { type LeaveGuard, RowForm, type RowToSave } from '../row-form.tsx';
import { calls } from './calls.ts';
import { type EquipmentValues, equipmentBody, equipmentValues } from './equipment-values.ts';
import { EQUIPMENT_STATUSES } from './labels.tsx';

interface EquipmentFormProps {
  /** The item to edit; without it, a new one is added. */
  equipment?: Equipment;
  onClose: () => void;
  guard?: LeaveGuard;
}

/** A new item is added on the page, an existing one is edited in a dialog. */
export function EquipmentForm({ equipment, onClose, guard }: EquipmentFormProps) {
  const t = useT();
  const add = useQueuedWrite('POST /equipment', calls);
  const edit = useQueuedWrite('PUT /equipment/{id}', calls);
  const save = async (values: EquipmentValues, { rowId, revision, stored }: RowToSave) => {
    const body = equipmentBody(values);
    if (equipment)
      await edit.mutateAsync({ params: { id: equipment._id }, body: { ...body, revision }, ...stored });
    else await add.mutateAsync({ body: { _id: rowId, ...body }, ...stored });
    return t(equipment ? 'equipment.saved' : 'equipment.created', { name: body.name });
  };
  return (
    <RowForm
      dialog={equipment && { title: t('equipment.editTitle', { name: equipment.name }), wide: true }}
      draftName={`equipment:${equipment?._id ?? 'new'}`}
      values={equipmentValues(equipment)}
      row={equipment}
      save={save}
      failed={equipment ? 'equipment.error.update' : 'equipment.error.add'}
      submit="equipment.save"
      busy="forms.saving"
      onClose={onClose}
      guard={guard}
    >
      {(form) => <EquipmentFields form={form} isNew={!equipment} />}
    </RowForm>
  );
}

function EquipmentFields({ form, isNew }: { form: UseFormReturn<EquipmentValues>; isNew: boolean }) {
  const t = useT();
  const { errors } = form.formState;
  return (
    <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      <TextField
        label={t('equipment.name')}
        maxLength={MAX_NAME_LENGTH}
        required
        error={errors.name?.message}
        {...form.register('name', { validate: (value) => checkText(value, t) })}
      />
      <TextField
        label={t('equipment.type')}
        hint={t('equipment.typeHint')}
        maxLength={MAX_KIND_LENGTH}
        required
        error={errors.type?.message}
        {...form.register('type', { validate: (value) => checkText(value, t) })}
      />
      <SelectField
        label={t('equipment.status')}
        options={EQUIPMENT_STATUSES.map((value) => ({ value, label: t(`equipment.status.${value}`) }))}
        {...form.register('status')}
      />
      <TextField
        label={t('equipment.manufacturer')}
        maxLength={MAX_NAME_LENGTH}
        {...form.register('manufacturer')}
      />
      <TextField label={t('equipment.model')} maxLength={MAX_NAME_LENGTH} {...form.register('model')} />
      <DateField
        label={t('equipment.purchaseDate')}
        error={errors.purchaseDate?.message}
        {...form.register('purchaseDate', { validate: (value) => checkDate(value, t, false) })}
      />
      <MoneyField
        label={t('equipment.purchasePrice')}
        error={errors.purchasePrice?.message}
        {...form.register('purchasePrice', { validate: (value) => checkMoney(value, t, false) })}
      />
      <NumberField
        label={t('equipment.startingHours')}
        hint={t(isNew ? 'equipment.startingHoursHint' : 'equipment.startingHoursEditHint')}
        suffix={t('equipment.hoursUnit')}
        error={errors.startingHours?.message}
        {...form.register('startingHours', {
          validate: (value) => checkNumber(value, { max: MAX_TOTAL_HOURS, decimals: 2, required: false }, t),
        })}
      />
      <NumberField
        label={t('equipment.serviceIntervalHours')}
        hint={t('equipment.intervalHint')}
        suffix={t('equipment.hoursUnit')}
        error={errors.serviceIntervalHours?.message}
        {...form.register('serviceIntervalHours', {
          validate: (value) =>
            checkNumber(value, { min: 1, max: MAX_SERVICE_INTERVAL_HOURS, decimals: 2, required: false }, t),
        })}
      />
    </div>
  );
}
