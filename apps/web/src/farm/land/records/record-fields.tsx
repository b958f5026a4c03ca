/** Fields shared by the forms of several record kinds. */
import { MAX_NAME_LENGTH } from '@ardhi/contract/limits';
import type { ReactNode } from 'react';
import type { FieldPathByValue, FieldValues, UseFormReturn } from 'react-hook-form';
import { useT } from '../../../lib/text/i18n.tsx';
import { DateField } from '../../../ui/forms/date-field.tsx';
import { ComboField } from '../../../ui/forms/field.tsx';
import { fieldsOf } from '../../../ui/forms/form.tsx';
import { checkDate, checkText } from './field-checks.ts';
import { type KnownNames, useSuggestions } from './suggestions.ts';

interface NameFieldProps<V extends FieldValues> {
  form: UseFormReturn<V>;
  name: FieldPathByValue<V, string>;
  label: string;
  hint: ReactNode;
  known: KnownNames;
}

/** Free text with suggestions of known names. */
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
      {...fieldsOf(form)(name, { validate: (value: string) => checkText(value, t) })}
    />
  );
}

/** Date of a water, fertilizer or pesticide record. */
export function RecordDateField<V extends { date: string }>({ form }: { form: UseFormReturn<V> }) {
  const t = useT();
  const name = 'date' as FieldPathByValue<V, string>;
  return (
    <DateField
      label={t('land.record.date')}
      required
      {...fieldsOf(form)(name, { validate: (value: string) => checkDate(value, t) })}
    />
  );
}
