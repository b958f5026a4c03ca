import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Skeleton } from './skeleton.tsx';

export interface FigureProps {
  label: string;
  /** Already formatted; leave out while loading. */
  value?: ReactNode;
  unit?: ReactNode;
  /** A line below: context, or the change against the period before. */
  note?: ReactNode;
  /** Colours the note: is the change for the better or the worse? */
  trend?: 'better' | 'worse';
  /** Shown on hover, e.g. the same area in hectares. */
  title?: string;
}

/** Stat figures stand in one ruled strip, not in a row of boxes. Two to four figures. */
export function FigureStrip({
  figures,
  loading = false,
  label,
}: {
  figures: readonly FigureProps[];
  loading?: boolean;
  label?: string;
}) {
  return (
    <section className="figures num" aria-label={label} aria-busy={loading || undefined}>
      <dl>
        {figures.map((figure) => (
          <Figure
            key={figure.label}
            {...figure}
            value={loading ? undefined : figure.value}
            note={loading ? undefined : figure.note}
          />
        ))}
      </dl>
    </section>
  );
}

function Figure({ label, value, unit, note, trend, title }: FigureProps) {
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd
        className="mt-1 font-serif text-[1.6875rem] leading-tight font-semibold sm:text-[2.125rem]"
        title={title}
      >
        {value === undefined ? (
          <Skeleton className="my-1 h-8 w-24" />
        ) : (
          <>
            <span className="mr-1.5 whitespace-nowrap">{value}</span>
            {unit && <small className="text-[1.0625rem]">{unit}</small>}
          </>
        )}
      </dd>
      {note && (
        <dd
          className={cx(
            'mt-0.5 text-sm',
            trend === 'better' ? 'text-primary' : trend === 'worse' ? 'text-clay' : 'text-muted',
          )}
        >
          {note}
        </dd>
      )}
    </div>
  );
}
