import { useId } from 'react';
import { cx } from './cx.ts';

export interface ProgressBarProps {
  label: string;
  /** 0 to 1; undefined if indeterminate. */
  value?: number;
  /** Progress as text: "312 of 1,000 rows". */
  text?: string;
}

/** For long-running work: import, export, PDF, sync. */
export function ProgressBar({ label, value, text }: ProgressBarProps) {
  const id = useId();
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div>
      <p className="mb-1.5 flex flex-wrap justify-between gap-x-4">
        <span id={id} className="font-semibold">
          {label}
        </span>
        {text && <span className="num text-muted">{text}</span>}
      </p>
      <div
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={text}
        className="h-2 overflow-hidden rounded bg-grey-soft"
      >
        <div
          className={cx(
            'h-full rounded bg-primary transition-[width]',
            percent === undefined && 'w-1/3 animate-pulse',
          )}
          style={percent === undefined ? undefined : { width: `${percent}%` }}
        />
      </div>
    </div>
  );
}

export interface BudgetBarProps {
  /** Name of the total, e.g. the programme's budget. */
  label: string;
  total: number;
  totalText: string;
  /** From the left; the remainder is unallocated. */
  parts: readonly { label: string; amount: number; text: string; tone: 'spent' | 'pending' }[];
  rest: { label: string; text: string };
}

const PARTS = { spent: 'bg-primary', pending: 'bg-ochre' };

/** Total and its parts, each with colour, label and amount. */
export function BudgetBar({ label, total, totalText, parts, rest }: BudgetBarProps) {
  const rows = [...parts, { ...rest, tone: 'rest' as const }];
  return (
    <div>
      <p className="mb-1.5 flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold">{label}</span>
        <span className="num">{totalText}</span>
      </p>
      <div aria-hidden="true" className="flex h-3 gap-px overflow-hidden rounded bg-grey-soft">
        {parts.map((part) => (
          <div
            key={part.label}
            className={PARTS[part.tone]}
            style={{ width: total > 0 ? `${Math.min(100, (part.amount / total) * 100)}%` : 0 }}
          />
        ))}
      </div>
      <dl className="num mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {rows.map((row) => (
          <div key={row.label} className="flex items-center gap-2">
            <dt className="flex items-center gap-2 text-muted">
              <span
                aria-hidden="true"
                className={cx(
                  'mark size-3 rounded-[3px]',
                  row.tone === 'rest' ? 'bg-grey-soft' : PARTS[row.tone],
                )}
              />
              {row.label}
            </dt>
            <dd className="font-semibold">{row.text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
