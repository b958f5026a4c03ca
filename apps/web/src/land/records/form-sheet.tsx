import { type ReactNode, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { isStale } from '../../lib/api-error.ts';
import { type MessageKey, useT } from '../../lib/i18n.tsx';
import { useProblemOf } from '../../lib/problem-words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, FormActions, type FormProblem, useUnsavedGuard } from '../../ui/form.tsx';

interface FormSheetProps<V extends FieldValues> {
  form: UseFormReturn<V>;
  title: string;
  text?: ReactNode;
  /** The specification's text for a failed send. */
  failed: MessageKey;
  submit: string;
  onSubmit: (values: V) => Promise<unknown>;
  /** The row was changed elsewhere; the next send is to go through. */
  onStale?: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a sheet from below (a window on wide screens): kept through a failed send, guarded while half filled. */
export function FormSheet<V extends FieldValues>({
  form,
  title,
  text,
  failed,
  submit,
  onSubmit,
  onStale,
  onClose,
  children,
}: FormSheetProps<V>) {
  const t = useT();
  const problemOf = useProblemOf();
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const { isDirty, isSubmitting } = form.formState;
  const mayLeave = useUnsavedGuard(isDirty);
  const close = async () => {
    if (!isSubmitting && (await mayLeave())) onClose();
  };
  const send = async (values: V) => {
    setProblem(null);
    try {
      await onSubmit(values);
      onClose();
    } catch (error) {
      if (isStale(error)) onStale?.();
      setProblem(problemOf(error, failed));
    }
  };
  return (
    <Dialog open onClose={close} title={title} text={text}>
      <Form form={form} onSubmit={send} problem={problem}>
        {children}
        <FormActions>
          <Button onClick={close}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="main" busy={isSubmitting} busyLabel={t('land.saving')}>
            {submit}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
