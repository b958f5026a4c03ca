/** The fields that the forms of several kinds share. */
import { MAX_NAME_LENGTH } from '@ardhi/contract/limits';
import type { ReactNode } from 'react';
import type { FieldPathByValue, FieldValues, UseFormReturn } from 'react-hook-form';
import { useT } from '../../../lib/text/i18n.tsx';
import { ComboField, DateField } from '../../../ui/forms/field.tsx';
import { checkDate, checkText } from './field-checks.ts';
import { type KnownNames, useSuggestions } from './suggestions.ts';

interface NameFieldProps<V extends FieldValues> {
  form: UseFormReturn<V>;
  name: FieldPathByValue<V, string>;
  label: string;
  hint: ReactNode;
  known: KnownNames;
}

/** A crop, a fertilizer, a product: any text, with the known names offered. */
export function NameField<V extends FieldValues>({ form, name, label, hint, known }: NameFieldProps<V>) {
  const t = useT();
  const suggestions = useSuggestions(known);
  return (
    <ComboField
      label={label}
      hint={hint}
      suggestions={suggestions}
      maxLength={MAX_NAME_LENGTH}
      required
      error={form.getFieldState(name, form.formState).error?.message}
      {...form.register(name, { validate: (value: string) => checkText(value, t) })}
    />
  );
}

/** The day of a use: of water, fertilizer, pesticide. */
export function RecordDateField<V extends { date: string }>({ form }: { form: UseFormReturn<V> }) {
  const t = useT();
  const name = 'date' as FieldPathByValue<V, string>;
  return (
    <DateField
      label={t('land.record.date')}
      required
      error={form.getFieldState(name, form.formState).error?.message}
      {...form.register(name, { validate: (value: string) => checkDate(value, t) })}
    />
  );
}
