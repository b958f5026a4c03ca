import type { ComplaintKind, ContactMessage, Recipient } from '@ardhi/contract';
import { spokenNumber } from '@ardhi/contract/complaint-number';
import { checkText } from '../../lib/forms/checks.ts';
import { useKeyedCall } from '../../lib/http/use-keyed-call.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { RadioGroup } from '../../ui/forms/field.tsx';
import { fieldsOf } from '../../ui/forms/form.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { KINDS } from './kinds.ts';
import { OfficialField, officialOf } from './official-field.tsx';

interface Values {
  kind: ComplaintKind | '';
  official: Recipient | null;
  /** Never set; receives the server's field error for the official. */
  officialId?: string;
}

/** Converts a contact message into a complaint. */
export function ConvertToComplaintDialog({
  message,
  onDone,
  onClose,
}: {
  message: ContactMessage;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const makeComplaint = useKeyedCall('POST /government/contact-messages/{id}/complaint');
  return (
    <FormDialog<Values>
      title={t('complaints.become')}
      text={t('complaints.becomeText')}
      values={{ kind: '', official: null }}
      send={async ({ kind, official }) => {
        const { number } = await makeComplaint({
          params: { id: message._id },
          body: { kind: kind as ComplaintKind, officialId: officialOf(kind, official) },
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
        <>
          <RadioGroup
            label={t('complaints.kind')}
            required
            options={KINDS.map((value) => ({ value, label: t(`complaints.kind.${value}`) }))}
            {...fieldsOf(form)('kind', { validate: (value) => checkText(value, t) })}
          />
          <OfficialField
            kind={form.watch('kind')}
            value={form.watch('official')}
            onChange={(official) => form.setValue('official', official, { shouldDirty: true })}
            error={form.formState.errors.officialId?.message}
            channelType="government-government"
          />
        </>
      )}
    </FormDialog>
  );
}
