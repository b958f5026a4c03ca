import { type ReactNode, type RefCallback, useEffect, useId, useState } from 'react';
import { Link } from 'react-router';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../controls/button.tsx';
import { DataTable } from './table.tsx';

export interface ChartProps {
  /** The chart's name: read out, and the heading when there is one. */
  label: string;
  /** Shows the label as a heading of this level, with the table toggle beside it. */
  heading?: 2 | 3;
  /** The header of the first column of the table: what the bars or points stand for. */
  category: string;
  /** The header of the second column: what is counted. */
  measure: string;
  /** Said in place of the chart when there is nothing to draw. */
  empty: ReactNode;
  loading?: boolean;
}

interface ChartFrameProps extends ChartProps {
  rows: readonly { key: string; label: string; text: string; to?: string }[];
  height: number;
  children: ReactNode;
}

/** What every chart has: a name, the same numbers as a table behind a toggle, a place kept while loading. */
export function ChartFrame({
  label,
  heading,
  category,
  measure,
  empty,
  loading,
  rows,
  height,
  children,
}: ChartFrameProps) {
  const t = useT();
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  const Heading = heading === 3 ? 'h3' : 'h2';
  const hasData = !loading && rows.length > 0;
  return (
    <figure aria-labelledby={id} aria-busy={loading || undefined}>
      <figcaption className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {heading ? (
          <Heading id={id}>{label}</Heading>
        ) : (
          <span id={id} className="sr-only">
            {label}
          </span>
        )}
        {hasData && (
          <Button variant="quiet" size="small" className="-mx-3 px-3" onClick={() => setAsTable(!asTable)}>
            {asTable ? t('ui.showAsChart') : t('ui.showAsTable')}
          </Button>
        )}
      </figcaption>
      {loading && <div className="skeleton w-full" style={{ height }} />}
      {!loading && !hasData && empty}
      {hasData && !asTable && children}
      {hasData && asTable && (
        <DataTable
          caption={label}
          cards={false}
          rows={rows}
          rowKey={(row) => row.key}
          columns={[
            {
              key: 'label',
              label: category,
              cell: (row) =>
                row.to ? (
                  <Link className="link" to={row.to}>
                    {row.label}
                  </Link>
                ) : (
                  row.label
                ),
            },
            { key: 'text', label: measure, cell: (row) => row.text, numeric: true },
          ]}
        />
      )}
    </figure>
  );
}

/** The width the chart has; text in it keeps its size because the drawing is made for that width. */
export function useWidth(): [RefCallback<HTMLDivElement>, number] {
  // The place comes after the loading, and again after the table: each time it is watched anew.
  const [element, place] = useState<HTMLDivElement | null>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element) return;
    if (typeof ResizeObserver === 'undefined') {
      setWidth(640);
      return;
    }
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [place, width];
}
