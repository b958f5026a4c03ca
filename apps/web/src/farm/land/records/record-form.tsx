import { type ReactNode, type RefObject, useImperativeHandle, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type UseFormReturn,
  useForm,
  useFormState,
} from 'react-hook-form';
import { useBase, useNewId } from '../../../lib/forms/form-row.ts';
import { isStale } from '../../../lib/http/api-error.ts';
import { useProblemOf } from '../../../lib/http/problem-text.ts';
import { useT } from '../../../lib/text/i18n.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/feedback/dialog.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Form, FormActions, type FormProblem, useUnsavedGuard } from '../../../ui/forms/form.tsx';
import { useDraft } from '../../../ui/forms/use-draft.ts';
import { useAddRecord, useCorrectRecord } from '../writes.ts';
import { descriptions } from './descriptions.ts';
import {
  ADD_RECORD,
  type BodyOf,
  type RecordKind,
  type RecordOf,
  type RecordParcel,
  type ValuesOf,
} from './kinds.ts';

interface RecordFormProps<K extends RecordKind> {
  kind: K;
  parcel: RecordParcel;
  /** Field to choose the parcel, if the page does not determine it. */
  parcelChoice?: ReactNode;
  /** The record to correct; without it, a new one is added. */
  record?: RecordOf[K];
  onClose: () => void;
}

/** Record form in a bottom sheet (a dialog on wide screens). The input survives a failed send. */
export function RecordForm<K extends RecordKind>(props: RecordFormProps<K>) {
  const { kind, parcel, parcelChoice, record, onClose } = props;
  const { correct, submit, failed, saved, values, body, Fields } = descriptions[kind].form;
  const t = useT();
  const problemOf = useProblemOf();
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const addRecord = useAddRecord(kind);
  const correctRecord = useCorrectRecord(kind);
  const newRowId = useNewId();
  const base = useBase(record);
  // With a chooser, all parcels share one draft: the last chosen parcel is preselected again.
  const draftScope = record?._id ?? (parcelChoice ? 'new' : parcel._id);
  const draft = useDraft<ValuesOf[K]>(`${kind}:${draftScope}`, values(record), record);
  const form = useForm<ValuesOf[K]>({ defaultValues: draft.values as DefaultValues<ValuesOf[K]> });
  const { isSubmitting } = form.formState;
  const mayLeave = useRef(async () => true);

  const close = async () => {
    if (!isSubmitting && (await mayLeave.current())) onClose();
  };
  const save = async (filled: ValuesOf[K]) => {
    const fields: BodyOf[RecordKind] = body(filled, record);
    if (record) {
      const params = { id: parcel._id, recordId: record._id };
      await correctRecord.mutateAsync({
        params,
        body: { ...fields, revision: base.revision },
        base: base.row,
        onStored: draft.clear,
      });
    } else {
      await addRecord.mutateAsync({
        params: { id: parcel._id },
        body: { _id: newRowId, ...fields },
        onStored: draft.clear,
      });
    }
    toast.done(t(record ? 'land.saved.corrected' : saved));
  };
  const send = async (filled: ValuesOf[K]) => {
    setProblem(null);
    try {
      await save(filled);
      onClose();
    } catch (error) {
      // After the conflict was shown once, the next send overwrites the newer version.
      if (isStale(error)) base.forget();
      setProblem(problemOf(error, record ? 'land.error.correct' : failed));
    }
  };

  return (
    <Dialog
      open
      onClose={close}
      title={t(record ? correct : ADD_RECORD[kind])}
      text={parcelChoice ? undefined : parcel.name}
    >
      <Form form={form} onSubmit={send} problem={problem} draft={draft}>
        <Unsaved form={form} onGivenUp={draft.clear} mayLeave={mayLeave} />
        {parcelChoice}
        <Fields form={form} parcel={parcel} record={record} />
        <FormActions>
          <Button onClick={close}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="main" busy={isSubmitting} busyLabel={t('land.saving')}>
            {t(record ? 'land.save' : submit)}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}

interface UnsavedProps<V extends FieldValues> {
  form: UseFormReturn<V>;
  onGivenUp: () => void;
  mayLeave: RefObject<() => Promise<boolean>>;
}

/** Separate component, so that the change of `isDirty` does not re-render the form. */
function Unsaved<V extends FieldValues>({ form, onGivenUp, mayLeave }: UnsavedProps<V>) {
  const { isDirty } = useFormState({ control: form.control });
  const ask = useUnsavedGuard(isDirty, onGivenUp);
  useImperativeHandle(mayLeave, () => ask, [ask]);
  return null;
}
