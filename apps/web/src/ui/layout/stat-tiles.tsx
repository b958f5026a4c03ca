import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '../controls/cx.ts';
import { Skeleton } from '../feedback/skeleton.tsx';

export interface StatTileProps {
  label: string;
  /** Formatted value; undefined while loading. */
  value?: ReactNode;
  unit?: ReactNode;
  /** Whole of a share or a sum: continues the value. */
  base?: ReactNode;
  /** Context, or the change from the previous period. */
  note?: ReactNode;
  /** Colours the note. */
  trend?: 'better' | 'worse';
  /** Tooltip, e.g. the area in hectares. */
  title?: string;
  /** Link to the underlying list. */
  to?: string;
}

/** Two to four stat tiles in one strip: label, number, note. */
export function StatTiles({
  tiles,
  loading = false,
  label,
}: {
  tiles: readonly StatTileProps[];
  loading?: boolean;
  label?: string;
}) {
  return (
    <section
      // The gaps show the line colour.
      className="stat-tiles num @container overflow-hidden rounded-card border border-line bg-line shadow-card"
      aria-label={label}
      aria-busy={loading || undefined}
    >
      {/* A tile that is too wide for its share gets its own row. */}
      <dl className={cx('flex flex-wrap gap-px', tiles.length === 3 ? '*:basis-0' : '*:basis-2/5')}>
        {tiles.map((tile) => (
          <StatTile
            key={tile.label}
            {...tile}
            value={loading ? undefined : tile.value}
            note={loading ? undefined : tile.note}
            base={loading ? undefined : tile.base}
          />
        ))}
      </dl>
    </section>
  );
}

function StatTile({ label, value, unit, note, base, trend, title, to }: StatTileProps) {
  return (
    <div className="min-w-min grow bg-surface px-3 py-1.5 @min-[37.5rem]:basis-0 @min-[37.5rem]:px-[22px] @min-[37.5rem]:py-3">
      <dt className="text-fine text-muted sm:text-base">{label}</dt>
      <dd
        className="mt-0.5 font-serif text-[min(1.375rem,8cqi)] leading-tight font-semibold sm:mt-1 sm:text-[2.125rem]"
        title={title}
      >
        {value === undefined ? (
          <Skeleton className="my-1 h-8 w-24" />
        ) : (
          <>
            <span className="mr-1.5 whitespace-nowrap">
              {to ? (
                <Link className="thumb hover:underline" aria-label={`${label}: ${value}`} to={to}>
                  {value}
                </Link>
              ) : (
                value
              )}
            </span>
            {unit && <small className="text-sm sm:text-[1.0625rem]">{unit}</small>}
          </>
        )}
      </dd>
      {base && <dd className="mt-0.5 text-fine text-muted sm:text-sm">{base}</dd>}
      {note && (
        <dd
          className={cx(
            'mt-0.5 text-fine sm:text-sm',
            trend === 'better' ? 'text-primary' : trend === 'worse' ? 'text-clay' : 'text-muted',
          )}
        >
          {note}
        </dd>
      )}
    </div>
  );
}
