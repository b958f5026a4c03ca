import type { ReactNode } from 'react';
import { useRef } from 'react';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { useT } from '../../../lib/text/i18n.tsx';
import { UnitField } from '../../../ui/forms/unit-field.tsx';
import { checkNumber } from './field-checks.ts';
import type { AnyUnit, LocalUnit } from './units.ts';

interface AmountFieldProps<V extends FieldValues> {
  control: Control<V>;
  name: FieldPathByValue<V, number | undefined>;
  label: string;
  hint?: ReactNode;
  units: readonly [LocalUnit<AnyUnit>, ...LocalUnit<AnyUnit>[]];
  /** The step of the specification's unit; amounts in other units may fall between. */
  step: number;
  max: number;
  stored?: number;
  formatBase: (value: number) => string;
  className?: string;
}

/** An amount in the farmer's own unit; the form holds the specification's. */
export function AmountField<V extends FieldValues>(props: AmountFieldProps<V>) {
  const { control, name, label, hint, units, step, max, stored, formatBase, className } = props;
  const t = useT();
  const base = units[0].id;
  const unit = useRef<string>(base);
  const { field, fieldState } = useController({
    control,
    name,
    rules: {
      validate: (value: number | undefined) =>
        checkNumber(value, { max, stored, ...(unit.current === base && { step }) }, t),
    },
  });
  const labelled = units.map(({ id, factor }) => ({ id, factor, label: t(`land.unit.${id}`) }));
  const [first, ...others] = labelled;
  return (
    // Hears which unit is chosen: the step binds only figures typed in the specification's own.
    <div
      className={className}
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement) unit.current = event.target.value;
      }}
    >
      <UnitField
        label={label}
        hint={hint}
        required
        min={0}
        step={step}
        name={field.name}
        units={first ? [first, ...others] : [{ id: base, label: '', factor: 1 }]}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        error={fieldState.error?.message}
        formatBase={formatBase}
      />
    </div>
  );
}
