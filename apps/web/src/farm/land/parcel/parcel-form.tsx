import type { Parcel } from '@ardhi/contract';
import { type RefObject, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useBase, useNewId } from '../../../lib/forms/form-row.ts';
import { isStale } from '../../../lib/http/api-error.ts';
import { useProblemOf } from '../../../lib/http/problem-text.ts';
import { useT } from '../../../lib/text/i18n.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Form, FormActions, type FormProblem, useUnsavedGuard } from '../../../ui/forms/form.tsx';
import { useDraft } from '../../../ui/forms/use-draft.ts';
import { useCreateParcel, useEditParcel } from '../writes.ts';
import { landBody, landValues, ParcelFields, type ParcelValues } from './parcel-fields.tsx';

interface ParcelFormProps {
  /** The parcel to edit; without it, a new one is created. */
  parcel?: Parcel;
  onSaved: () => void;
  onClose: () => void;
  /** Set to the "discard changes?" question, for a parent that can close the form. */
  guard?: RefObject<() => Promise<boolean>>;
}

export function ParcelForm({ parcel, onSaved, onClose, guard }: ParcelFormProps) {
  const t = useT();
  const create = useCreateParcel();
  const edit = useEditParcel();
  const newRowId = useNewId();
  const base = useBase(parcel);
  const problemOf = useProblemOf();
  const draft = useDraft(`land:${parcel?._id ?? 'new'}`, landValues(parcel), parcel);
  const form = useForm<ParcelValues>({ defaultValues: draft.values });
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const { isDirty, isSubmitting } = form.formState;
  const mayLeave = useUnsavedGuard(isDirty, draft.clear);
  const { setFocus } = form;
  useEffect(() => setFocus('name'), [setFocus]);
  useEffect(() => {
    if (!guard) return;
    guard.current = mayLeave;
    return () => {
      guard.current = async () => true;
    };
  }, [guard, mayLeave]);

  const save = async (values: ParcelValues) => {
    setProblem(null);
    const fields = landBody(values, parcel);
    try {
      if (parcel) {
        const body = { ...fields, revision: base.revision };
        await edit.mutateAsync({ params: { id: parcel._id }, body, base: base.row, onStored: draft.clear });
      } else await create.mutateAsync({ body: { _id: newRowId, ...fields }, onStored: draft.clear });
      toast.done(t(parcel ? 'land.form.saved' : 'land.form.created', { name: values.name.trim() }));
      onSaved();
    } catch (error) {
      if (isStale(error)) base.forget();
      setProblem(problemOf(error, parcel ? 'land.error.update' : 'land.error.create'));
    }
  };
  const close = async () => {
    if (!isSubmitting && (await mayLeave())) onClose();
  };

  return (
    <Form form={form} onSubmit={save} problem={problem} draft={draft} className="max-w-3xl">
      <ParcelFields form={form} parcel={parcel} />
      <FormActions>
        <Button onClick={close}>{t('ui.cancel')}</Button>
        <Button
          type="submit"
          variant="main"
          busy={isSubmitting}
          busyLabel={t(parcel ? 'land.saving' : 'land.creating')}
        >
          {t(parcel ? 'land.form.save' : 'land.form.create')}
        </Button>
      </FormActions>
    </Form>
  );
}
