import type { ComplaintKind, ContactMessage } from '@ardhi/contract';
import { spokenNumber } from '@ardhi/contract/complaint-number';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../lib/api.ts';
import { checkText } from '../lib/checks.ts';
import { useT } from '../lib/i18n.tsx';
import { problemOf } from '../lib/problem-text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { RadioGroup } from '../ui/field.tsx';
import { Form, type FormProblem, fieldsOf } from '../ui/form.tsx';
import { toast } from '../ui/toast-store.ts';
import { KINDS } from './kinds.ts';

/** A contact message becomes a complaint of a kind. */
export function BecomeComplaintDialog({
  message,
  onDone,
  onClose,
}: {
  message: ContactMessage;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const form = useForm<{ kind: ComplaintKind | '' }>({ defaultValues: { kind: '' } });
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const send = async ({ kind }: { kind: ComplaintKind | '' }) => {
    setProblem(null);
    try {
      const { number } = await call('POST /government/contact-messages/{id}/complaint', {
        params: { id: message._id },
        body: { kind: kind as ComplaintKind },
      });
      toast.done(t('complaints.became', { number: spokenNumber(number) }));
      onDone();
      onClose();
    } catch (error) {
      setProblem(problemOf(error, t('complaints.error.send'), t));
    }
  };
  return (
    <Dialog open onClose={onClose} title={t('complaints.become')} text={t('complaints.becomeText')}>
      <Form form={form} onSubmit={send} problem={problem}>
        <RadioGroup
          label={t('complaints.kind')}
          required
          options={KINDS.map((value) => ({ value, label: t(`complaints.kind.${value}`) }))}
          {...fieldsOf(form)('kind', { validate: (value) => checkText(value, t) })}
        />
        <DialogActions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button
            type="submit"
            variant="main"
            busy={form.formState.isSubmitting}
            busyLabel={t('complaints.sending')}
          >
            {t('complaints.become')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
