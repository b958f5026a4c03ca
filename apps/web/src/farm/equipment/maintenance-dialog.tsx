import type { Equipment, MaintenanceRecord } from '@ardhi/contract';
import { MAX_MAINTENANCE_DESCRIPTION_LENGTH } from '@ardhi/contract/limits';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { today } from '../../lib/device/clock.ts';
import { checkDate, checkMoney, checkText, numberIn } from '../../lib/forms/checks.ts';
import { useBase, useNewId } from '../../lib/forms/form-row.ts';
import { isStale } from '../../lib/http/api-error.ts';
import { problemOf } from '../../lib/http/problem-text.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { DateField, MoneyField, SelectField, TextArea } from '../../ui/forms/field.tsx';
import { Form, type FormProblem, useUnsavedGuard } from '../../ui/forms/form.tsx';
import { useDraft } from '../../ui/forms/use-draft.ts';
import { kindName, MAINTENANCE_KINDS } from './labels.tsx';
import { useAddMaintenance, useEditMaintenance } from './writes.ts';

interface Values {
  date: string;
  kind: string;
  description: string;
  cost: string;
  nextDueDate: string;
}

function valuesOf(record: MaintenanceRecord | undefined): Values {
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
  const add = useAddMaintenance();
  const edit = useEditMaintenance();
  const rowId = useNewId();
  const base = useBase(record);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const draft = useDraft(`maintenance:${record?._id ?? equipment._id}`, valuesOf(record), record);
  const form = useForm<Values>({ defaultValues: draft.values });
  const { errors, isSubmitting, isDirty } = form.formState;
  const mayLeave = useUnsavedGuard(isDirty, draft.clear);
  const close = async () => {
    if (!isSubmitting && (await mayLeave())) onClose();
  };
  const save = async (values: Values) => {
    setProblem(null);
    const body = {
      date: values.date,
      kind: values.kind,
      description: values.description.trim(),
      cost: numberIn(values.cost) ?? null,
      nextDueDate: values.nextDueDate || null,
    };
    const onStored = draft.clear;
    try {
      if (record) {
        const params = { id: equipment._id, recordId: record._id };
        const edited = { ...body, revision: base.revision };
        await edit.mutateAsync({ params, body: edited, base: base.row, onStored });
      } else
        await add.mutateAsync({ params: { id: equipment._id }, body: { _id: rowId, ...body }, onStored });
      toast.done(t(record ? 'equipment.maintenance.changed' : 'equipment.maintenance.saved'));
      onClose();
    } catch (error) {
      if (isStale(error)) base.forget();
      setProblem(problemOf(error, t('equipment.error.maintenance'), t));
    }
  };
  // Includes a kind written by another client.
  const kinds = [...new Set<string>([...MAINTENANCE_KINDS, ...(record ? [record.kind] : [])])];
  return (
    <Dialog
      open
      onClose={() => void close()}
      title={t(record ? 'equipment.maintenance.edit' : 'equipment.maintenance.add')}
      text={equipment.name}
    >
      <Form form={form} onSubmit={save} problem={problem} draft={draft}>
        <div className="grid gap-5 sm:grid-cols-2">
          <DateField
            label={t('equipment.maintenance.date')}
            required
            error={errors.date?.message}
            {...form.register('date', { validate: (value) => checkDate(value, t) })}
          />
          <SelectField
            label={t('equipment.maintenance.kind')}
            options={kinds.map((value) => ({ value, label: kindName(value, t) }))}
            required
            {...form.register('kind')}
          />
        </div>
        <TextArea
          label={t('equipment.maintenance.description')}
          rows={3}
          maxLength={MAX_MAINTENANCE_DESCRIPTION_LENGTH}
          required
          error={errors.description?.message}
          {...form.register('description', { validate: (value) => checkText(value, t) })}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <MoneyField
            label={t('equipment.maintenance.cost')}
            error={errors.cost?.message}
            {...form.register('cost', { validate: (value) => checkMoney(value, t, false) })}
          />
          <DateField
            label={t('equipment.maintenance.nextDue')}
            hint={t('equipment.maintenance.nextDueHint')}
            error={errors.nextDueDate?.message}
            {...form.register('nextDueDate', {
              validate: (value, { date }) => {
                const fault = checkDate(value, t, false);
                if (fault !== true || !value) return fault;
                return value >= date || t('equipment.maintenance.nextDueBefore');
              },
            })}
          />
        </div>
        <DialogActions>
          <Button onClick={() => void close()}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="main" busy={isSubmitting} busyLabel={t('forms.saving')}>
            {t('equipment.maintenance.save')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
