import { type ReactNode, useRef } from 'react';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { useT } from '../../../lib/text/i18n.tsx';
import { UnitField } from '../../../ui/forms/unit-field.tsx';
import { checkNumber } from './field-checks.ts';
import type { LocalUnit, Units } from './units.ts';

interface AmountFieldProps<V extends FieldValues> {
  control: Control<V>;
  name: FieldPathByValue<V, number | undefined>;
  label: string;
  hint?: ReactNode;
  units: Units;
  /** Step of the base unit; amounts in other units may be off the step. */
  step: number;
  max: number;
  stored?: number;
  formatBase: (value: number) => string;
  className?: string;
}

/** Amount in a local unit; the form value is in the base unit of the specification. */
export function AmountField<V extends FieldValues>(props: AmountFieldProps<V>) {
  const { control, name, units, max, stored, className, ...rest } = props;
  const t = useT();
  const base = units[0].id;
  const unit = useRef<string>(base);
  const { field, fieldState } = useController({
    control,
    name,
    rules: {
      validate: (value: number | undefined) =>
        checkNumber(value, { max, stored, ...(unit.current === base && { step: rest.step }) }, t),
    },
  });
  const labelled = (one: LocalUnit) => ({ ...one, label: t(`land.unit.${one.id}`) });
  const [first, ...others] = units;
  return (
    // Tracks the chosen unit: the step applies only to amounts in the base unit.
    <div
      className={className}
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement) unit.current = event.target.value;
      }}
    >
      <UnitField
        {...rest}
        required
        min={0}
        name={field.name}
        units={[labelled(first), ...others.map(labelled)]}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        error={fieldState.error?.message}
      />
    </div>
  );
}
