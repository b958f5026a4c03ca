import type { Parcel } from '@ardhi/contract';
import { MAX_ACRES, MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from '@ardhi/contract/limits';
import { type RefObject, useEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { isStale } from '../../lib/api-error.ts';
import { useBase, useNewId } from '../../lib/form-row.ts';
import { useT } from '../../lib/i18n.tsx';
import { useProblemOf } from '../../lib/problem-text.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Checkbox, NumberField, SelectField, TextField } from '../../ui/field.tsx';
import { Form, FormActions, type FormProblem, useUnsavedGuard } from '../../ui/form.tsx';
import { toast } from '../../ui/toast-store.ts';
import { checkNumber, checkText, numberIn } from '../records/field-checks.ts';
import { useCreateParcel, useEditParcel } from '../writes.ts';
import { CountyField } from './county-field.tsx';
import { landBody, landValues, type ParcelValues } from './parcel-form-values.ts';
import { SOIL_LABELS, SOIL_TYPES } from './soil.ts';

interface ParcelFormProps {
  /** The parcel to edit; without one a new parcel is made. */
  parcel?: Parcel;
  onSaved: () => void;
  onClose: () => void;
  /** Holds the question before a half-filled form is thrown away, for whoever else may close it. */
  guard?: RefObject<() => Promise<boolean>>;
}

/** Adds or edits a parcel, inline where it was opened. */
export function ParcelForm({ parcel, onSaved, onClose, guard }: ParcelFormProps) {
  const t = useT();
  const create = useCreateParcel();
  const edit = useEditParcel();
  const newRowId = useNewId();
  const base = useBase(parcel);
  const problemOf = useProblemOf();
  const form = useForm<ParcelValues>({ defaultValues: landValues(parcel) });
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const { isDirty, isSubmitting } = form.formState;
  const mayLeave = useUnsavedGuard(isDirty);
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
        await edit.mutateAsync({ params: { id: parcel._id }, body, base: base.row });
      } else await create.mutateAsync({ body: { _id: newRowId, ...fields } });
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
    <Form form={form} onSubmit={save} problem={problem} className="max-w-3xl">
      <ParcelFields form={form} parcel={parcel} />
      <FormActions>
        <Button
          type="submit"
          variant="main"
          busy={isSubmitting}
          busyLabel={t(parcel ? 'land.saving' : 'land.creating')}
        >
          {t(parcel ? 'land.form.save' : 'land.form.create')}
        </Button>
        <Button onClick={close}>{t('ui.cancel')}</Button>
      </FormActions>
    </Form>
  );
}

function ParcelFields({ form, parcel }: { form: UseFormReturn<ParcelValues>; parcel?: Parcel }) {
  const t = useT();
  const { errors } = form.formState;
  const filled =
    parcel && (parcel.countyConfirmed || Object.values(parcel.declarations).some((one) => one !== 'unknown'));
  const [more, setMore] = useState(filled === true);
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t('land.name')}
          hint={t('land.nameHint')}
          maxLength={MAX_NAME_LENGTH}
          required
          error={errors.name?.message}
          {...form.register('name', { validate: (value) => checkText(value, t) })}
        />
        <NumberField
          label={t('land.size')}
          suffix={t('land.acres')}
          min={0}
          step={0.1}
          required
          error={errors.size?.message}
          {...form.register('size', {
            validate: (value) =>
              checkNumber(numberIn(value), { max: MAX_ACRES, step: 0.1, stored: parcel?.size }, t),
          })}
        />
        <TextField
          label={t('land.address')}
          hint={t('land.addressHint')}
          maxLength={MAX_ADDRESS_LENGTH}
          required
          error={errors.location?.address?.message}
          {...form.register('location.address', { validate: (value) => checkText(value, t) })}
        />
        <SelectField
          label={t('land.soilType')}
          options={SOIL_TYPES.map((value) => ({ value, label: t(SOIL_LABELS[value]) }))}
          required
          error={errors.soilType?.message}
          {...form.register('soilType')}
        />
      </div>
      <Disclosure
        summary={t('land.form.more')}
        open={more}
        onToggle={(event) => setMore(event.currentTarget.open)}
        className="border-y border-line py-1"
      >
        <p className="mb-3 max-w-[60ch] text-sm text-muted">{t('land.form.moreNote')}</p>
        <CountyField
          wanted={more}
          className="max-w-sm"
          label={t('land.county')}
          placeholder={t('land.county.fromAddress')}
          error={errors.county?.message}
          {...form.register('county')}
          defaultValue={form.getValues('county')}
        />
        <fieldset className="mt-4">
          <legend className="font-semibold">{t('land.declarations')}</legend>
          <Checkbox label={t('land.declare.rainFed')} {...form.register('rainFed')} />
          <Checkbox label={t('land.declare.noFertilizer')} {...form.register('noFertilizer')} />
          <Checkbox label={t('land.declare.noPesticide')} {...form.register('noPesticide')} />
        </fieldset>
      </Disclosure>
    </>
  );
}
