import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '../controls/cx.ts';
import { FieldError, FieldHint, type FieldProps, useFieldIds } from './field-frame.tsx';

export type CheckboxProps = FieldProps & Omit<ComponentProps<'input'>, 'type'>;

export function Checkbox({ label, labelHidden, hint, error, className, ...rest }: CheckboxProps) {
  const ids = useFieldIds({ id: rest.id, hint, error });
  return (
    <div className={cx('min-w-0', className)}>
      <label
        className={cx(
          'inline-flex min-h-11 items-start gap-3 py-2.5',
          labelHidden && 'min-w-11 justify-center',
        )}
      >
        <input type="checkbox" {...rest} {...ids.control} className="tick" />
        <span className={cx('wrap-anywhere', labelHidden && 'sr-only', rest.required && 'required-mark')}>
          {label}
        </span>
      </label>
      <FieldError id={ids.errorId}>{error}</FieldError>
      <FieldHint id={ids.hintId}>{hint}</FieldHint>
    </div>
  );
}

export interface RadioGroupProps
  extends Omit<FieldProps, 'labelHidden'>,
    Omit<ComponentProps<'input'>, 'type' | 'value'> {
  options: readonly { value: string; label: ReactNode; hint?: ReactNode; disabled?: boolean }[];
  /** Controlled if set, otherwise managed by the form library. */
  value?: string;
}

export function RadioGroup({
  label,
  hint,
  error,
  options,
  value,
  className,
  defaultValue,
  ...rest
}: RadioGroupProps) {
  const ids = useFieldIds({ id: rest.id, hint, error });
  const group = useId();
  return (
    <fieldset
      className={cx('min-w-0', className)}
      aria-describedby={ids.control['aria-describedby']}
      aria-invalid={ids.control['aria-invalid']}
    >
      <legend className={cx('mb-0.5 font-semibold', rest.required && 'required-mark')}>{label}</legend>
      {options.map((option, index) => (
        <label key={option.value} className="flex min-h-11 items-start gap-3 py-2.5">
          <input
            name={group}
            {...rest}
            id={index === 0 ? ids.control.id : undefined}
            type="radio"
            value={option.value}
            disabled={option.disabled ?? rest.disabled}
            className="tick"
            {...(value !== undefined && { checked: value === option.value })}
            {...(defaultValue !== undefined && { defaultChecked: defaultValue === option.value })}
          />
          <span className="wrap-anywhere">
            {option.label}
            {option.hint && <span className="block text-sm text-muted">{option.hint}</span>}
          </span>
        </label>
      ))}
      <FieldError id={ids.errorId}>{error}</FieldError>
      <FieldHint id={ids.hintId}>{hint}</FieldHint>
    </fieldset>
  );
}
