import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { type Control, type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { storage } from '../../../lib/device/storage.ts';
import { useSession } from '../../../lib/session/session.tsx';
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
  /** Amounts with the same name start in the unit that the person chose last. */
  remember?: string;
  quickUnit?: LocalUnit['id'];
  className?: string;
}

/** Amount in a local unit; the form value is in the base unit of the specification. */
export function AmountField<V extends FieldValues>(props: AmountFieldProps<V>) {
  const { control, name, units, max, stored, remember, className, ...rest } = props;
  const t = useT();
  const base = units[0].id;
  const key = `unit:${useSession().user?._id}:${remember}`;
  // A stored amount is shown as it is stored. Read once a name: a remount while the unit is chosen would lose the focus.
  const initial = useMemo(
    () => (remember && stored === undefined ? storage.get(key) : null) ?? base,
    [key, remember, stored, base],
  );
  const unit = useRef<string>(initial);
  useEffect(() => {
    unit.current = initial;
  }, [initial]);
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
    <div className={className}>
      <UnitField
        {...rest}
        key={initial}
        required
        min={0}
        name={field.name}
        units={[labelled(first), ...others.map(labelled)]}
        initialUnit={initial}
        // The step applies only to amounts in the base unit.
        onUnit={(id) => {
          unit.current = id;
          if (remember) storage.set(key, id);
        }}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        error={fieldState.error?.message}
      />
    </div>
  );
}
