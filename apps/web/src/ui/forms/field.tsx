/** Form fields. Each takes `{...register('name')}` of react-hook-form in addition to label, hint and error. */
import { Eye, EyeOff } from 'lucide-react';
import { type ChangeEvent, type ComponentProps, type ReactNode, useState } from 'react';
import { useT } from '../../lib/text/i18n.tsx';
import { cx } from '../controls/cx.ts';
import { FieldFrame, type FieldProps, useFieldIds } from './field-frame.tsx';

export { Checkbox, RadioGroup } from './choice.tsx';
export { ComboField, type Suggestion } from './combo-field.tsx';

/** Splits the props of the frame from those of the control. `className` applies to the whole field. */
function useField<P extends FieldProps & { id?: string; required?: boolean; className?: string }>(props: P) {
  const { label, labelHidden, hint, error, className, ...control } = props;
  const ids = useFieldIds({ id: props.id, hint, error });
  const frame = { ids, label, labelHidden, hint, error, className, required: props.required };
  return { frame, control: { ...control, ...ids.control } };
}

export type TextFieldProps = FieldProps & ComponentProps<'input'>;

export function TextField(props: TextFieldProps) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <input type="text" {...control} className="control" />
    </FieldFrame>
  );
}

export type TextAreaProps = FieldProps & ComponentProps<'textarea'>;

export function TextArea(props: TextAreaProps) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <textarea rows={4} {...control} className="control resize-y" />
    </FieldFrame>
  );
}

const GROUPED = /^\d+(,\d{3})+(\.\d*)?$/;

/**
 * Converts "1,200" to 1200 as soon as the group is complete; "2,5" is left for validation to reject.
 * Used with text inputs, because type=number hides text that it cannot parse.
 */
export function dropGrouping(event: ChangeEvent<HTMLInputElement>): void {
  const text = event.target.value.replace(/\s/g, '');
  if (GROUPED.test(text)) event.target.value = text.replaceAll(',', '');
}

export interface NumberFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'type' | 'prefix'> {
  /** Shown in the field before the number. */
  prefix?: ReactNode;
  suffix?: ReactNode;
}

/** Use with `register('size', { valueAsNumber: true })`. */
export function NumberField({ prefix, suffix, ...props }: NumberFieldProps) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <div className="relative flex items-center">
        {prefix && (
          <span className="absolute left-3 border-r border-line-strong pr-2 text-muted">{prefix}</span>
        )}
        <input
          inputMode="decimal"
          autoComplete="off"
          {...control}
          onChange={(event) => {
            dropGrouping(event);
            props.onChange?.(event);
          }}
          className={cx('control num', !!prefix && 'pl-16', !!suffix && 'pr-20')}
        />
        {suffix && <span className="absolute right-3 text-muted">{suffix}</span>}
      </div>
    </FieldFrame>
  );
}

/** Shillings; the form sends the number as typed, the contract converts it to cents. */
export function MoneyField(props: Omit<NumberFieldProps, 'prefix' | 'min' | 'step'>) {
  return <NumberField {...props} min={0} step={0.01} prefix="KES" />;
}

export interface SelectFieldProps extends FieldProps, ComponentProps<'select'> {
  options?: readonly { value: string; label: string; disabled?: boolean }[];
  /** Label of the first, empty option. */
  placeholder?: string;
}

/** Native select: uses the phone's own picker and supports search by typing. */
export function SelectField({ options, placeholder, children, ...props }: SelectFieldProps) {
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <select {...control} className="control">
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options?.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
        {children}
      </select>
    </FieldFrame>
  );
}

/** With a button to show the password: long passwords are hard to type blind on a phone. */
export function PasswordField(props: Omit<TextFieldProps, 'type'>) {
  const t = useT();
  const [shown, setShown] = useState(false);
  const { frame, control } = useField(props);
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <input type={shown ? 'text' : 'password'} {...control} className="control pr-12" />
        <button
          type="button"
          data-early="password"
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-card text-muted hover:text-ink"
          aria-label={shown ? t('ui.hidePassword') : t('ui.showPassword')}
          aria-controls={control.id}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff size={20} aria-hidden="true" /> : <Eye size={20} aria-hidden="true" />}
        </button>
      </div>
    </FieldFrame>
  );
}
