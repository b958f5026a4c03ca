import { MAX_CONTENT_LENGTH } from '@ardhi/contract/limits';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { checkText } from '../lib/checks.ts';
import { useT } from '../lib/i18n.tsx';
import { problemOf } from '../lib/problem-text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextArea } from '../ui/field.tsx';
import { Form, type FormProblem, fieldsOf, useUnsavedGuard } from '../ui/form.tsx';
import { toast } from '../ui/toast-store.ts';

interface AnswerDialogProps {
  title: string;
  /** What is answered. */
  quoted: string;
  onSend: (answer: string) => Promise<unknown>;
  onClose: () => void;
}

/** An answer to a complaint or a contact message. */
export function AnswerDialog({ title, quoted, onSend, onClose }: AnswerDialogProps) {
  const t = useT();
  const form = useForm({ defaultValues: { answer: '' } });
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const mayLeave = useUnsavedGuard(form.formState.isDirty);
  const close = async () => {
    if (!form.formState.isSubmitting && (await mayLeave())) onClose();
  };
  const send = async ({ answer }: { answer: string }) => {
    setProblem(null);
    try {
      await onSend(answer.trim());
      toast.done(t('complaints.replied'));
      onClose();
    } catch (error) {
      setProblem(problemOf(error, t('complaints.error.answer'), t));
    }
  };
  return (
    <Dialog open onClose={() => void close()} title={title}>
      <Form form={form} onSubmit={send} problem={problem}>
        <blockquote className="max-h-40 overflow-auto border-l-2 border-line-strong pl-4 whitespace-pre-line text-muted">
          {quoted}
        </blockquote>
        <TextArea
          label={t('complaints.answer')}
          hint={t('complaints.answerHint')}
          rows={5}
          maxLength={MAX_CONTENT_LENGTH}
          required
          {...fieldsOf(form)('answer', { validate: (value) => checkText(value, t) })}
        />
        <DialogActions>
          <Button onClick={() => void close()}>{t('ui.cancel')}</Button>
          <Button
            type="submit"
            variant="main"
            busy={form.formState.isSubmitting}
            busyLabel={t('complaints.sending')}
          >
            {t('complaints.reply')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
