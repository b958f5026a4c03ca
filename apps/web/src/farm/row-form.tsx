import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type UseFormReturn,
  useForm,
  useFormState,
} from 'react-hook-form';
import { useBase, useNewId } from '../lib/forms/form-row.ts';
import { isStale } from '../lib/http/error-kinds.ts';
import { useProblemOf } from '../lib/http/problem-text.ts';
import { type MessageKey, useT } from '../lib/text/i18n.tsx';
import { Button } from '../ui/controls/button.tsx';
import { Dialog, DialogActions, type DialogProps } from '../ui/feedback/dialog.tsx';
import { toast } from '../ui/feedback/toast-store.ts';
import { Form, FormActions, type FormProblem, useUnsavedGuard } from '../ui/forms/form.tsx';
import { useDraft } from '../ui/forms/use-draft.ts';

/** "Discard changes?" question, for a parent that can close the form. */
export type LeaveGuard = RefObject<() => Promise<boolean>>;

/** Options of the write in addition to its fields. */
export interface RowToSave {
  /** ID of a new row. */
  rowId: string;
  revision: number | undefined;
  stored: { base: { revision: number } | undefined; onStored: () => void };
}

interface RowFormProps<Values extends FieldValues> {
  draftName: string;
  values: Values;
  /** The row to edit; without it, a new one is added. */
  row?: { revision: number };
  /** Returns the text of the success toast. */
  save: (values: Values, row: RowToSave) => Promise<string>;
  failed: MessageKey;
  submit: MessageKey;
  busy: MessageKey;
  onSaved?: () => void;
  onClose: () => void;
  guard?: LeaveGuard;
  /** Shows the form in a dialog. */
  dialog?: Pick<DialogProps, 'title' | 'text' | 'wide'>;
  className?: string;
  children: (form: UseFormReturn<Values>) => ReactNode;
}

/** Adds or edits a row. Stores a draft, asks before discarding it, and keeps the input after a failed save. */
export function RowForm<Values extends FieldValues>(props: RowFormProps<Values>) {
  const { row, save, failed, onClose, onSaved = onClose, dialog, children } = props;
  const t = useT();
  const problemOf = useProblemOf();
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const rowId = useNewId();
  const base = useBase(row);
  const draft = useDraft<Values>(props.draftName, props.values, row);
  const form = useForm<Values>({ defaultValues: draft.values as DefaultValues<Values> });
  const { isSubmitting } = form.formState;
  const ownGuard = useRef(async () => true);
  const guard = props.guard ?? ownGuard;

  const close = async () => {
    if (!isSubmitting && (await guard.current())) onClose();
  };
  const send = async (values: Values) => {
    setProblem(null);
    try {
      const stored = { base: base.row, onStored: draft.clear };
      toast.done(await save(values, { rowId, revision: base.revision, stored }));
      onSaved();
    } catch (error) {
      // After the conflict was shown once, the next save overwrites the newer version.
      if (isStale(error)) base.forget();
      setProblem(problemOf(error, failed));
    }
  };
  const Actions = dialog ? DialogActions : FormActions;
  const content = (
    <Form form={form} onSubmit={send} problem={problem} draft={draft} className={props.className}>
      <Unsaved form={form} onGivenUp={draft.clear} guard={guard} />
      {children(form)}
      <Actions>
        <Button onClick={close}>{t('ui.cancel')}</Button>
        <Button type="submit" variant="main" busy={isSubmitting} busyLabel={t(props.busy)}>
          {t(props.submit)}
        </Button>
      </Actions>
    </Form>
  );
  if (!dialog) return content;
  return (
    <Dialog open {...dialog} onClose={close}>
      {content}
    </Dialog>
  );
}

interface UnsavedProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  onGivenUp: () => void;
  guard: LeaveGuard;
}

/** Separate component, so that the change of `isDirty` does not re-render the form. */
function Unsaved<Values extends FieldValues>({ form, onGivenUp, guard }: UnsavedProps<Values>) {
  const { isDirty } = useFormState({ control: form.control });
  const ask = useUnsavedGuard(isDirty, onGivenUp);
  useLayoutEffect(() => {
    guard.current = ask;
    return () => {
      guard.current = async () => true;
    };
  }, [guard, ask]);
  return null;
}
