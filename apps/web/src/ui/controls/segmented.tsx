import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

export interface Choice<Value extends string> {
  value: Value;
  label: ReactNode;
}

export interface SegmentedProps<Value extends string> {
  /** Accessible name, e.g. the period. */
  label: string;
  options: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Joined in one frame, or chips that wrap. */
  look?: 'joined' | 'chips';
  className?: string;
}

const GROUP = {
  joined:
    'inline-flex max-w-full rounded-card border border-line-strong bg-surface max-sm:flex max-sm:flex-wrap',
  chips: 'flex flex-wrap gap-x-2 gap-y-1 sm:gap-2',
};
const OPTION = {
  joined:
    'relative justify-center px-4 text-center leading-tight whitespace-nowrap sm:first:rounded-l-[9px] sm:last:rounded-r-[9px] has-checked:bg-primary has-checked:text-on-primary has-focus-visible:z-10 max-sm:flex-auto max-sm:rounded-[9px] max-sm:px-1.5',
  chips:
    'rounded-full border border-line-strong bg-surface px-3 hover:border-edge has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary sm:pointer-fine:min-h-9',
};

/** Segmented control built on radio buttons, which provide arrow keys and screen reader support. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, options, value, onChange, look = 'joined', className } = props;
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={cx('no-print', GROUP[look], className)}>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'flex min-h-11 items-center py-1 text-sm font-semibold text-muted hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            OPTION[look],
          )}
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
