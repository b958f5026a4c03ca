import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

export interface Choice<Value extends string> {
  value: Value;
  label: ReactNode;
}

export interface SegmentedProps<Value extends string> {
  /** Read out: what is chosen here, e.g. the period. */
  label: string;
  options: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}

/** One of a few views, side by side. Radio buttons underneath: the arrows and the screen reader know them. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: SegmentedProps<Value>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx(
        'no-print inline-flex max-w-full rounded-card border border-line-strong bg-surface max-sm:flex',
        className,
      )}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex min-h-11 items-center justify-center px-4 py-1 text-center text-sm leading-tight font-semibold text-muted first:rounded-l-[9px] last:rounded-r-[9px] hover:text-ink has-checked:bg-primary has-checked:text-on-primary has-focus-visible:z-10 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus max-sm:flex-1 max-sm:px-2"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
