import type { ComplaintKind, ContactMessage } from '@ardhi/contract';
import { spokenNumber } from '@ardhi/contract/complaint-number';
import { call } from '../lib/api.ts';
import { checkText } from '../lib/checks.ts';
import { useT } from '../lib/i18n.tsx';
import { RadioGroup } from '../ui/field.tsx';
import { fieldsOf } from '../ui/form.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
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
  return (
    <FormDialog<{ kind: ComplaintKind | '' }>
      title={t('complaints.become')}
      text={t('complaints.becomeText')}
      values={{ kind: '' }}
      send={async ({ kind }) => {
        const { number } = await call('POST /government/contact-messages/{id}/complaint', {
          params: { id: message._id },
          body: { kind: kind as ComplaintKind },
        });
        toast.done(t('complaints.became', { number: spokenNumber(number) }));
        onDone();
      }}
      failed={t('complaints.error.send')}
      submit={t('complaints.become')}
      busy={t('complaints.sending')}
      onClose={onClose}
    >
      {(form) => (
        <RadioGroup
          label={t('complaints.kind')}
          required
          options={KINDS.map((value) => ({ value, label: t(`complaints.kind.${value}`) }))}
          {...fieldsOf(form)('kind', { validate: (value) => checkText(value, t) })}
        />
      )}
    </FormDialog>
  );
}
