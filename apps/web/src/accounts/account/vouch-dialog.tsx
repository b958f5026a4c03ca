import type { Official } from '@ardhi/contract';
import { MAX_NAME_LENGTH } from '@ardhi/contract/limits';
import { useRefetchingWrite } from '../../lib/http/use-refetching-write.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { fieldsOf } from '../../ui/forms/form.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { accountKeys } from './queries.ts';

interface VouchDialogProps {
  official: Official;
  /** Officials who let this one in. */
  names: string;
  onClose: () => void;
}

/** Confirms an official, which makes them independent of those who let them in. */
export function VouchDialog({ official: { _id, name }, names, onClose }: VouchDialogProps) {
  const t = useT();
  const vouch = useRefetchingWrite('POST /government/officials/{id}/vouch', {
    refetch: accountKeys.officials,
  });
  return (
    <FormDialog
      title={t('account.officials.vouchQuestion', { name })}
      text={t('account.officials.vouchText', { names })}
      values={{ note: '' }}
      send={async ({ note }) => {
        await vouch.mutateAsync({ params: { id: _id }, body: { note } });
        toast.done(t('account.officials.vouched', { name }));
      }}
      failed={t('account.officials.vouchFailed')}
      submit={t('account.officials.vouch')}
      busy={t('account.saving')}
      onClose={onClose}
    >
      {(form) => (
        <TextField
          label={t('account.officials.vouchNote')}
          hint={t('account.officials.vouchNoteHint')}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          {...fieldsOf(form)('note')}
        />
      )}
    </FormDialog>
  );
}
