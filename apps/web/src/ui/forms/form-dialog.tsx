import { type ReactNode, useState } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { problemOf } from '../../lib/http/problem-text.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../controls/button.tsx';
import { Dialog, DialogActions } from '../feedback/dialog.tsx';
import { Form, type FormProblem, useUnsavedGuard } from './form.tsx';

interface FormDialogProps<Values extends FieldValues> {
  title: string;
  text?: string;
  values: DefaultValues<Values>;
  /** Errors are shown in the form under `failed`; on success the dialog closes, unless the result is false. */
  send: (values: Values) => Promise<unknown>;
  failed: string;
  submit: string;
  busy: string;
  variant?: 'main' | 'danger';
  onClose: () => void;
  children: (form: UseFormReturn<Values>) => ReactNode;
}

/** Form in a dialog: asks before discarding unsaved input, and stays open while submitting. */
export function FormDialog<Values extends FieldValues>({
  title,
  text,
  values,
  send,
  failed,
  submit,
  busy,
  variant = 'main',
  onClose,
  children,
}: FormDialogProps<Values>) {
  const t = useT();
  const form = useForm<Values>({ defaultValues: values });
  const { isDirty, isSubmitting } = form.formState;
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const mayLeave = useUnsavedGuard(isDirty);
  const close = async () => {
    if (!isSubmitting && (await mayLeave())) onClose();
  };
  const onSubmit = async (submitted: Values) => {
    setProblem(null);
    try {
      if ((await send(submitted)) !== false) onClose();
    } catch (error) {
      setProblem(problemOf(error, failed, t));
    }
  };
  return (
    <Dialog open onClose={() => void close()} title={title} text={text}>
      <Form form={form} onSubmit={onSubmit} problem={problem}>
        {children(form)}
        <DialogActions>
          <Button onClick={() => void close()}>{t('ui.cancel')}</Button>
          <Button type="submit" variant={variant} busy={isSubmitting} busyLabel={busy}>
            {submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
