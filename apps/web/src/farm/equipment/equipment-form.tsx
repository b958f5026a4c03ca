import type { Equipment } from '@ardhi/contract';
import {
  MAX_KIND_LENGTH,
  MAX_NAME_LENGTH,
  MAX_SERVICE_INTERVAL_HOURS,
  MAX_TOTAL_HOURS,
} from '@ardhi/contract/limits';
import { type RefObject, useEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { checkDate, checkMoney, checkNumber, checkText } from '../../lib/forms/checks.ts';
import { useBase, useNewId } from '../../lib/forms/form-row.ts';
import { isStale } from '../../lib/http/api-error.ts';
import { problemOf } from '../../lib/http/problem-text.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { DateField, MoneyField, NumberField, SelectField, TextField } from '../../ui/forms/field.tsx';
import { Form, FormActions, type FormProblem, useUnsavedGuard } from '../../ui/forms/form.tsx';
import { useDraft } from '../../ui/forms/use-draft.ts';
import { type EquipmentValues, equipmentBody, equipmentValues } from './equipment-values.ts';
import { EQUIPMENT_STATUSES } from './labels.tsx';
import { useAddEquipment, useEditEquipment } from './writes.ts';

interface EquipmentFormProps {
  /** The item to edit; without it, a new one is added. */
  equipment?: Equipment;
  onClose: () => void;
  /** Set to the "discard changes?" question, for a dialog that can be closed from outside the form. */
  guard?: RefObject<() => Promise<boolean>>;
}

export function EquipmentForm({ equipment, onClose, guard }: EquipmentFormProps) {
  const t = useT();
  const add = useAddEquipment();
  const edit = useEditEquipment();
  const draft = useDraft(`equipment:${equipment?._id ?? 'new'}`, equipmentValues(equipment), equipment);
  const form = useForm<EquipmentValues>({ defaultValues: draft.values });
  const rowId = useNewId();
  const base = useBase(equipment);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const { isSubmitting, isDirty } = form.formState;
  const mayLeave = useUnsavedGuard(isDirty, draft.clear);
  useEffect(() => {
    if (guard) guard.current = mayLeave;
  }, [guard, mayLeave]);
  const close = async () => {
    if (!isSubmitting && (await mayLeave())) onClose();
  };
  const save = async (values: EquipmentValues) => {
    setProblem(null);
    const body = equipmentBody(values);
    try {
      if (equipment) {
        const edited = { ...body, revision: base.revision };
        const params = { id: equipment._id };
        await edit.mutateAsync({ params, body: edited, base: base.row, onStored: draft.clear });
      } else await add.mutateAsync({ body: { _id: rowId, ...body }, onStored: draft.clear });
      toast.done(t(equipment ? 'equipment.saved' : 'equipment.created', { name: body.name }));
      onClose();
    } catch (error) {
      if (isStale(error)) base.forget();
      setProblem(problemOf(error, t(equipment ? 'equipment.error.update' : 'equipment.error.add'), t));
    }
  };
  return (
    <Form form={form} onSubmit={save} problem={problem} draft={draft}>
      <EquipmentFields form={form} isNew={!equipment} />
      <FormActions>
        <Button onClick={() => void close()}>{t('ui.cancel')}</Button>
        <Button type="submit" variant="main" busy={isSubmitting} busyLabel={t('forms.saving')}>
          {t('equipment.save')}
        </Button>
      </FormActions>
    </Form>
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
        label={t('equipment.interval')}
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
