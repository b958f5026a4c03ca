import { ChartFrame, type ChartProps } from './chart-frame.tsx';

const FILLS = { water: 'fill-water', ochre: 'fill-ochre', primary: 'fill-primary' };

export interface TargetBar {
  key: string;
  label: string;
  /** null: unknown. */
  value: number | null;
  target: number | null;
  text: string;
}

/** Horizontal bars with a line at the target. Sized in per cent, so that they also print. */
export function TargetChart({
  bars,
  tone,
  ...frame
}: ChartProps & { bars: readonly TargetBar[]; tone: keyof typeof FILLS }) {
  const maximum = Math.max(...bars.flatMap(({ value, target }) => [value ?? 0, target ?? 0]));
  const at = (amount: number) => `${maximum > 0 ? (98 * amount) / maximum : 0}%`;
  return (
    <ChartFrame {...frame} rows={bars} height={bars.length * 56}>
      <ul className="space-y-3">
        {bars.map(({ key, label, value, target, text }) => (
          <li key={key} className="break-inside-avoid">
            <p className="num flex flex-wrap justify-between gap-x-4 text-sm">
              <span className="text-muted wrap-anywhere">{label}</span>
              <span className="ml-auto font-semibold">{text}</span>
            </p>
            <svg aria-hidden="true" width="100%" height="18" className="mt-1 block">
              <rect y="4" width="100%" height="10" rx="4" className="fill-grey-soft" />
              {value !== null && <rect y="4" width={at(value)} height="10" rx="4" className={FILLS[tone]} />}
              {target !== null && (
                <line x1={at(target)} x2={at(target)} y1="0" y2="18" strokeWidth="3" className="stroke-ink" />
              )}
            </svg>
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}
