import type { Application } from '@ardhi/contract';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useT } from '../lib/i18n.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useUnsavedGuard } from '../ui/form.tsx';
import { toast } from '../ui/toast-store.ts';
import { ApplicationForm, type ApplicationValues, bodyOf, valuesOf } from './application-form.tsx';
import { useEditApplication, useProgrammes } from './queries.ts';

export function EditApplication({ application, onClose }: { application: Application; onClose: () => void }) {
  const t = useT();
  const edit = useEditApplication();
  const programmes = useProgrammes();
  const form = useForm<ApplicationValues>({ defaultValues: valuesOf(application) });
  // After a conflict was shown, the farmer's own version goes through.
  const [revision, setRevision] = useState<number | undefined>(application.revision);
  const mayLeave = useUnsavedGuard(form.formState.isDirty);
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
        programme={programmes.data?.rows.find(({ _id }) => _id === application.programmeId) ?? null}
        failed="subsidies.error.save"
        submit="subsidies.save"
        busy="forms.saving"
        onStale={() => setRevision(undefined)}
        onCancel={onClose}
        onSend={async (values) => {
          await edit.mutateAsync({ params: { id: application._id }, body: { ...bodyOf(values), revision } });
          toast.done(t('subsidies.saved'));
          onClose();
        }}
      />
    </Dialog>
  );
}
