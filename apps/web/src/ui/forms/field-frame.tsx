import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cx } from '../controls/cx.ts';

/** Props of every field in addition to the native props of its control. */
export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** Error message; with react-hook-form `errors.name?.message`. */
  error?: string;
  /** Label for screen readers only, where the context makes it obvious, e.g. a search box. */
  labelHidden?: boolean;
}

/** IDs and ARIA attributes that connect a control to its label, hint and error. */
export function useFieldIds({ id, hint, error }: { id?: string; hint?: ReactNode; error?: string }) {
  const made = useId();
  const controlId = id ?? made;
  const hintId = hint ? `${controlId}-hint` : undefined;
  const errorId = error ? `${controlId}-error` : undefined;
  return {
    hintId,
    errorId,
    control: {
      id: controlId,
      'aria-invalid': error ? (true as const) : undefined,
      'aria-describedby': cx(errorId, hintId) || undefined,
    },
  };
}

/** The live region always exists, so that screen readers announce an error when it appears. */
export function FieldError({ id, children }: { id?: string; children?: string }) {
  return (
    <div aria-live="polite">
      {children && (
        <p id={id} className="mt-1.5 flex items-start gap-1.5 text-sm font-semibold text-clay">
          <CircleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
          {children}
        </p>
      )}
    </div>
  );
}

export function FieldHint({ id, children }: { id?: string; children?: ReactNode }) {
  if (!children) return null;
  return (
    <p id={id} className="mt-1.5 text-sm text-muted">
      {children}
    </p>
  );
}

interface FieldFrameProps extends FieldProps {
  ids: ReturnType<typeof useFieldIds>;
  required?: boolean;
  className?: string;
  children: ReactNode;
}

/** Label above, control, hint and error below. */
export function FieldFrame({
  ids,
  label,
  labelHidden,
  hint,
  error,
  required,
  className,
  children,
}: FieldFrameProps) {
  return (
    <div className={cx('min-w-0', className)}>
      <label
        htmlFor={ids.control.id}
        className={labelHidden ? 'sr-only' : cx('mb-1.5 block font-semibold', required && 'required-mark')}
      >
        {label}
      </label>
      {children}
      <FieldError id={ids.errorId}>{error}</FieldError>
      <FieldHint id={ids.hintId}>{hint}</FieldHint>
    </div>
  );
}
