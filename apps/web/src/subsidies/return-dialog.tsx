import type { ManagedSubsidy, ReturnField } from '@ardhi/contract';
import { MAX_DECISION_REASON_LENGTH } from '@ardhi/contract/limits';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { checkText } from '../lib/checks.ts';
import { useT } from '../lib/i18n.tsx';
import { problemOf } from '../lib/problem-text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Checkbox, TextArea } from '../ui/field.tsx';
import { FieldError } from '../ui/field-frame.tsx';
import { Form, type FormProblem, fieldsOf, useUnsavedGuard } from '../ui/form.tsx';
import { toast } from '../ui/toast-store.ts';
import { RETURN_FIELD_LABELS } from './returned.tsx';
import { useReturnApplication } from './writes.ts';

const FIELDS = Object.keys(RETURN_FIELD_LABELS) as ReturnField[];

/** What the farmer should correct, and why. The application stays pending. */
export function ReturnDialog({ row, onClose }: { row: ManagedSubsidy; onClose: () => void }) {
  const t = useT();
  const giveBack = useReturnApplication();
  const form = useForm<{ fields: ReturnField[]; reason: string }>({
    defaultValues: { fields: [], reason: '' },
  });
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const mayLeave = useUnsavedGuard(form.formState.isDirty);
  const field = fieldsOf(form);
  const close = async () => {
    if (!form.formState.isSubmitting && (await mayLeave())) onClose();
  };
  const send = async ({ fields, reason }: { fields: ReturnField[]; reason: string }) => {
    setProblem(null);
    try {
      await giveBack.mutateAsync({
        params: { id: row._id },
        body: { fields, reason: reason.trim(), revision: row.revision },
      });
      toast.done(t('subsidies.return.done', { name: row.name }));
      onClose();
    } catch (error) {
      setProblem(problemOf(error, t('subsidies.error.return'), t));
    }
  };
  return (
    <Dialog
      open
      onClose={() => void close()}
      title={t('subsidies.return.title', { name: row.name })}
      text={t('subsidies.return.text')}
    >
      <Form form={form} onSubmit={send} problem={problem}>
        <Controller
          control={form.control}
          name="fields"
          rules={{ validate: (value) => value.length > 0 || t('subsidies.return.none') }}
          render={({ field: { value, onChange }, fieldState: { error } }) => (
            <fieldset aria-invalid={error ? true : undefined} aria-describedby="return-fields-error">
              <legend className="required-mark font-semibold">{t('subsidies.return.fields')}</legend>
              {FIELDS.map((name) => (
                <Checkbox
                  key={name}
                  name="fields"
                  label={t(RETURN_FIELD_LABELS[name])}
                  checked={value.includes(name)}
                  onChange={(event) =>
                    onChange(
                      FIELDS.filter((one) => (one === name ? event.target.checked : value.includes(one))),
                    )
                  }
                />
              ))}
              <FieldError id="return-fields-error">{error?.message}</FieldError>
            </fieldset>
          )}
        />
        <TextArea
          label={t('subsidies.return.reason')}
          hint={t('subsidies.decide.rejectHint')}
          rows={3}
          maxLength={MAX_DECISION_REASON_LENGTH}
          required
          {...field('reason', { validate: (value) => checkText(value, t) })}
        />
        <DialogActions>
          <Button onClick={() => void close()}>{t('ui.cancel')}</Button>
          <Button
            type="submit"
            variant="main"
            busy={form.formState.isSubmitting}
            busyLabel={t('subsidies.return.sending')}
          >
            {t('subsidies.return.send')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
