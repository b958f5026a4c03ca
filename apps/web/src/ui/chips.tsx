import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useT } from '../lib/i18n.tsx';

export interface ChipsProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: ReactNode; count?: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** One filter of several, with how much is behind each. */
export function Chips<Value extends string>({ label, options, value, onChange }: ChipsProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className="no-print flex flex-wrap gap-2">
      {options.map((option) => (
        <label
          key={option.value}
          className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line-strong bg-surface px-4 py-1 text-sm font-semibold text-muted hover:border-edge hover:text-ink has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus sm:pointer-fine:min-h-9"
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
          {option.count !== undefined && <span className="num font-normal">{option.count}</span>}
        </label>
      ))}
    </div>
  );
}

/** A filter that is set, with a cross to lift it. */
export function FilterTag({ name, onRemove }: { name: string; onRemove: () => void }) {
  const t = useT();
  return (
    <button
      type="button"
      aria-label={t('ui.remove', { name })}
      onClick={onRemove}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-full bg-grey-soft px-3.5 py-1 text-sm font-semibold hover:bg-line sm:pointer-fine:min-h-9"
    >
      {name}
      <X size={16} aria-hidden="true" />
    </button>
  );
}
