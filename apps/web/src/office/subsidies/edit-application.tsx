import type { Application } from '@ardhi/contract';
import { useForm } from 'react-hook-form';
import { useBase } from '../../lib/forms/form-row.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { useQueuedWrite } from '../../outbox/use-queued-write.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { useUnsavedGuard } from '../../ui/forms/form.tsx';
import { useDraft } from '../../ui/forms/use-draft.ts';
import { ApplicationForm, type ApplicationValues, bodyOf, valuesOf } from './application-form.tsx';
import { calls } from './calls.ts';
import { useProgrammes } from './queries.ts';
import { Returned } from './returned.tsx';

export function EditApplication({ application, onClose }: { application: Application; onClose: () => void }) {
  const t = useT();
  const edit = useQueuedWrite('PUT /subsidies/{id}', calls);
  const programmes = useProgrammes();
  const draft = useDraft(`application:${application._id}`, valuesOf(application), application);
  const form = useForm<ApplicationValues>({ defaultValues: draft.values });
  const base = useBase(application);
  const mayLeave = useUnsavedGuard(form.formState.isDirty, draft.clear);
  const close = async () => {
    if (!form.formState.isSubmitting && (await mayLeave())) onClose();
  };
  return (
    <Dialog
      open
      onClose={() => void close()}
      title={t('subsidies.editTitle')}
      text={application.programmeName}
    >
      <ApplicationForm
        form={form}
        draft={draft}
        programme={programmes.data?.rows.find(({ _id }) => _id === application.programmeId) ?? null}
        returned={application.returned}
        failed="subsidies.error.save"
        submit="subsidies.save"
        busy="forms.saving"
        onStale={base.forget}
        onCancel={onClose}
        onSend={async (values) => {
          const body = { ...bodyOf(values), revision: base.revision };
          const params = { id: application._id };
          await edit.mutateAsync({ params, body, base: base.row, onStored: draft.clear });
          toast.done(t('subsidies.saved'));
          onClose();
        }}
      >
        {application.returned && <Returned returned={application.returned} />}
      </ApplicationForm>
    </Dialog>
  );
}
