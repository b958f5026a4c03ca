import type { DeletedParcel } from '@ardhi/contract';
import { MAX_NAME_LENGTH } from '@ardhi/contract/limits';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../../lib/http/api.ts';
import { problemLine, useProblemOf } from '../../../lib/http/problem-text.ts';
import { useFormat, useT } from '../../../lib/text/i18n.tsx';
import { useQueuedWrite } from '../../../outbox/use-queued-write.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Disclosure } from '../../../ui/controls/disclosure.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { TextField } from '../../../ui/forms/field.tsx';
import { Form, type FormProblem, fieldsOf } from '../../../ui/forms/form.tsx';
import { calls } from '../calls.ts';
import { useDeletedParcels } from '../queries.ts';
import { checkText } from '../records/field-checks.ts';

/** Parcels deleted in the last 30 days, which can be restored; renders nothing without any. */
export function DeletedParcels() {
  const t = useT();
  const { data } = useDeletedParcels();
  if (!data?.length) return null;
  return (
    <Disclosure
      summary={t('land.deletedList', { count: data.length })}
      className="mt-8 border-t border-line pt-2 text-muted"
    >
      <ul className="text-ink">
        {data.map((parcel) => (
          <DeletedRow key={parcel._id} parcel={parcel} />
        ))}
      </ul>
    </Disclosure>
  );
}

function DeletedRow({ parcel }: { parcel: DeletedParcel }) {
  const t = useT();
  const format = useFormat();
  const restore = useQueuedWrite('POST /land/{id}/restore', calls);
  const problemOf = useProblemOf();
  const [nameProblem, setNameProblem] = useState<FormProblem | null>(null);
  const restoreParcel = async (name?: string) => {
    try {
      await restore.mutateAsync({ params: { id: parcel._id }, body: { name } });
      toast.done(t('land.restored', { name: name ?? parcel.name }));
    } catch (error) {
      const isNameTaken = error instanceof ApiError && error.issues.some(({ path }) => path === 'name');
      if (isNameTaken) setNameProblem(problemOf(error, 'land.error.restore'));
      else toast.failed(problemLine(error, t('land.error.restore'), t));
    }
  };
  return (
    <li className="border-b border-line py-2 last:border-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span>
          <span className="font-semibold">{parcel.name}</span>
          <span className="block text-sm text-muted">
            {format.area(parcel.size)} ·{' '}
            {t('land.restorableUntil', { date: format.date(parcel.restorableUntil) })}
          </span>
        </span>
        {!nameProblem && (
          <Button
            size="small"
            busy={restore.isPending}
            busyLabel={t('land.restoring')}
            aria-label={t('land.restoreOf', { name: parcel.name })}
            onClick={() => void restoreParcel()}
          >
            {t('land.restore')}
          </Button>
        )}
      </div>
      {nameProblem && <RenameForm parcel={parcel} problem={nameProblem} onRestore={restoreParcel} />}
    </li>
  );
}

interface RenameFormProps {
  parcel: DeletedParcel;
  problem: FormProblem;
  onRestore: (name: string) => Promise<void>;
}

/** Another parcel has the same name now, so the restored one needs a new name. */
function RenameForm({ parcel, problem, onRestore }: RenameFormProps) {
  const t = useT();
  const form = useForm({ defaultValues: { name: parcel.name } });
  const { isSubmitting } = form.formState;
  return (
    <Form form={form} problem={problem} onSubmit={({ name }) => onRestore(name)} className="mt-3 max-w-md">
      <TextField
        label={t('land.field.name')}
        maxLength={MAX_NAME_LENGTH}
        required
        {...fieldsOf(form)('name', { validate: (value) => checkText(value, t) })}
      />
      <Button type="submit" variant="main" busy={isSubmitting} busyLabel={t('land.restoring')}>
        {t('land.restore')}
      </Button>
    </Form>
  );
}
