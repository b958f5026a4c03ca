import { MAX_CONTENT_LENGTH } from '@ardhi/contract/limits';
import { checkText } from '../../lib/forms/checks.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { TextArea } from '../../ui/forms/field.tsx';
import { fieldsOf } from '../../ui/forms/form.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';

interface AnswerDialogProps {
  title: string;
  /** Text of the complaint or message. */
  quoted: string;
  onSend: (answer: string) => Promise<unknown>;
  onClose: () => void;
}

/** Dialog to answer a complaint or a contact message. */
export function AnswerDialog({ title, quoted, onSend, onClose }: AnswerDialogProps) {
  const t = useT();
  return (
    <FormDialog
      title={title}
      values={{ answer: '' }}
      send={async ({ answer }) => {
        await onSend(answer.trim());
        toast.done(t('complaints.replied'));
      }}
      failed={t('complaints.error.answer')}
      submit={t('complaints.reply')}
      busy={t('complaints.sending')}
      onClose={onClose}
    >
      {(form) => (
        <>
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
        </>
      )}
    </FormDialog>
  );
}
