import type { Application, Programme, ReturnField } from '@ardhi/contract';
import { MAX_NAME_LENGTH, MAX_SUBSIDY_DESCRIPTION_LENGTH } from '@ardhi/contract/limits';
import { type ReactNode, useEffect, useState } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { checkMoney, checkText, numberIn } from '../../lib/forms/checks.ts';
import { isStale } from '../../lib/http/error-kinds.ts';
import { problemOf } from '../../lib/http/problem-text.ts';
import { type MessageKey, useFormat, useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { MoneyField, TextArea, TextField } from '../../ui/forms/field.tsx';
import { Form, FormActions, useUnsavedGuard } from '../../ui/forms/form.tsx';
import type { Draft } from '../../ui/forms/use-draft.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { ParcelChoice } from './parcel-choice.tsx';
import { ProgrammeEligibility } from './programme-eligibility.tsx';
import { firstReturned } from './returned.tsx';

export interface ApplicationValues {
  name: string;
  description: string;
  amount: string;
  parcelIds: string[];
  /** New applications only. */
  programme: Programme | null;
}

export const EMPTY: ApplicationValues = {
  name: '',
  description: '',
  amount: '',
  parcelIds: [],
  programme: null,
};

export function valuesOf(application: Application): ApplicationValues {
  const { name, description, amount, parcelIds } = application;
  return { name, description, amount: String(amount), parcelIds, programme: null };
}

export function bodyOf(values: ApplicationValues) {
  return {
    name: values.name.trim(),
    description: values.description.trim(),
    amount: numberIn(values.amount) ?? 0,
    parcelIds: values.parcelIds,
  };
}

interface ApplicationFormProps {
  form: UseFormReturn<ApplicationValues>;
  draft: Draft<ApplicationValues>;
  programme: Programme | null;
  onSend: (values: ApplicationValues) => Promise<unknown>;
  /** The server rejected the save because the row was changed elsewhere (optimistic concurrency). */
  onStale?: () => void;
  failed: MessageKey;
  submit: MessageKey;
  busy: MessageKey;
  onCancel?: () => void;
  /** Fields returned for correction; the first one gets the focus. */
  returned?: Application['returned'];
  children?: ReactNode;
}

/** The three fields of the specification, the parcels, and their eligibility for the programme. */
export function ApplicationForm(props: ApplicationFormProps) {
  const { form, draft, programme, onSend, onStale, failed, submit, busy, onCancel, returned, children } =
    props;
  const t = useT();
  const format = useFormat();
  const { errors, isSubmitting, isDirty, dirtyFields } = form.formState;
  const first = firstReturned({ returned: returned ?? null });
  /** A returned field shows a correction hint until it is edited. */
  const correctionProps = (name: ReturnField) => ({
    error:
      errors[name]?.message ??
      (returned?.fields.includes(name) && !dirtyFields[name] ? t('subsidies.returned.field') : undefined),
    'data-autofocus': first === name ? true : undefined,
  });
  const mayLeave = useUnsavedGuard(isDirty, draft.clear);
  const [amount, parcelIds] = form.watch(['amount', 'parcelIds']);
  const isOverBudget = programme !== null && (numberIn(amount) ?? 0) > programme.amountLeft;

  const send = useSubmit(onSend, (error) => {
    if (isStale(error)) onStale?.();
    return problemOf(error, t(failed), t);
  });
  const cancel = async () => {
    if (!isSubmitting && (await mayLeave())) onCancel?.();
  };
  return (
    <Form form={form} {...send} draft={draft}>
      {children}
      <TextField
        label={t('subsidies.name')}
        placeholder={t('subsidies.namePlaceholder')}
        maxLength={MAX_NAME_LENGTH}
        required
        {...correctionProps('name')}
        {...form.register('name', { validate: (value) => checkText(value, t) })}
      />
      <TextArea
        label={t('subsidies.description')}
        hint={t('subsidies.descriptionHint')}
        rows={3}
        maxLength={MAX_SUBSIDY_DESCRIPTION_LENGTH}
        required
        {...correctionProps('description')}
        {...form.register('description', { validate: (value) => checkText(value, t) })}
      />
      <MoneyField
        label={t('subsidies.amount')}
        hint={
          isOverBudget && programme
            ? t('subsidies.amountOverLeft', { left: format.money(programme.amountLeft) })
            : undefined
        }
        className="sm:max-w-xs"
        required
        {...correctionProps('amount')}
        {...form.register('amount', { validate: (value) => checkMoney(value, t) })}
      />
      <Controller
        control={form.control}
        name="parcelIds"
        render={({ field }) => (
          <ParcelChoice
            value={field.value}
            onChange={field.onChange}
            error={correctionProps('parcelIds').error}
            first={first === 'parcelIds'}
          />
        )}
      />
      {programme && <ProgrammeEligibility programme={programme} parcelIds={parcelIds} />}
      <FormActions>
        {onCancel && <Button onClick={() => void cancel()}>{t('ui.cancel')}</Button>}
        <Button type="submit" variant="main" busy={isSubmitting} busyLabel={t(busy)}>
          {t(submit)}
        </Button>
      </FormActions>
    </Form>
  );
}

/** The name field follows the selected programme until the farmer enters another name. */
export function useApplicationForm(
  programme: Programme | null,
  defaultValues: ApplicationValues,
): UseFormReturn<ApplicationValues> {
  const form = useForm<ApplicationValues>({ defaultValues });
  const [suggested, setSuggested] = useState('');
  useEffect(() => {
    form.setValue('programme', programme);
    const next = programme?.name ?? '';
    if (next === suggested) return;
    setSuggested(next);
    if (form.getValues('name').trim() === suggested) form.setValue('name', next);
  }, [programme, suggested, form]);
  return form;
}
