import type { Equipment, UsageRecord } from '@ardhi/contract';
import { MAX_USAGE_HOURS } from '@ardhi/contract/limits';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { today } from '../../lib/device/clock.ts';
import { newId } from '../../lib/device/id.ts';
import { checkDate, checkNumber, numberIn } from '../../lib/forms/checks.ts';
import { problemOf } from '../../lib/http/problem-text.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { DateField, NumberField } from '../../ui/forms/field.tsx';
import { Form, type FormProblem, useUnsavedGuard } from '../../ui/forms/form.tsx';
import { useDraft } from '../../ui/forms/use-draft.ts';
import { useAddUsage } from './writes.ts';

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
  const add = useAddUsage();
  const [rowId] = useState(() => record?._id ?? newId());
  const [problem, setProblem] = useState<FormProblem | null>(null);
  // With a chooser, all machines share one draft: the last chosen machine is preselected again.
  const draft = useDraft(`hours:${record?._id ?? (equipmentChoice ? 'new' : equipment._id)}`, {
    hours: record ? String(record.hours) : '',
    date: record?.date ?? today(),
  });
  const form = useForm({ defaultValues: draft.values });
  const { errors, isSubmitting, isDirty } = form.formState;
  const mayLeave = useUnsavedGuard(isDirty, draft.clear);
  const close = async () => {
    if (!isSubmitting && (await mayLeave())) onClose();
  };
  const save = async (values: { hours: string; date: string }) => {
    setProblem(null);
    const hours = numberIn(values.hours) ?? 0;
    try {
      await add.mutateAsync({
        params: { id: equipment._id },
        body: { _id: rowId, hours, date: values.date },
        onStored: draft.clear,
      });
      toast.done(t('equipment.usage.saved', { hours }));
      onClose();
    } catch (error) {
      setProblem(problemOf(error, t('equipment.error.usage'), t));
    }
  };
  return (
    <Dialog
      open
      onClose={() => void close()}
      title={t('equipment.usage.add')}
      text={equipmentChoice ? undefined : equipment.name}
    >
      <Form form={form} onSubmit={save} problem={problem} draft={draft}>
        {equipmentChoice}
        <NumberField
          label={t('equipment.usage.hours')}
          hint={t('equipment.usage.hoursHint', {
            total: t('equipment.hoursText', { hours: format.number(equipment.usageHours) }),
          })}
          suffix={t('equipment.hoursUnit')}
          required
          error={errors.hours?.message}
          {...form.register('hours', {
            validate: (value) => checkNumber(value, { max: MAX_USAGE_HOURS, decimals: 2 }, t),
          })}
        />
        <DateField
          label={t('equipment.usage.date')}
          max={today()}
          required
          error={errors.date?.message}
          {...form.register('date', {
            validate: (value) => {
              const fault = checkDate(value, t);
              return fault === true ? value <= today() || t('equipment.error.future') : fault;
            },
          })}
        />
        <DialogActions>
          <Button onClick={() => void close()}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="main" busy={isSubmitting} busyLabel={t('forms.saving')}>
            {t('equipment.usage.save')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
