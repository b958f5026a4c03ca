import { type ReactNode, type RefCallback, useEffect, useId, useState } from 'react';
import { Link } from 'react-router';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../controls/button.tsx';
import { DataTable } from './table.tsx';

export interface ChartProps {
  /** Accessible name, and the heading text if `heading` is set. */
  label: string;
  /** Shows the label as a heading of this level, next to the table toggle. */
  heading?: 2 | 3;
  /** Header of the table's first column: the meaning of the bars or points. */
  category: string;
  /** Header of the second column: the quantity. */
  measure: string;
  /** Shown instead of the chart if there is no data. */
  empty: ReactNode;
  loading?: boolean;
}

interface ChartFrameProps extends ChartProps {
  rows: readonly { key: string; label: string; text: string; to?: string }[];
  height: number;
  children: ReactNode;
}

/** Common parts of all charts: name, table view behind a toggle, placeholder while loading. */
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
      <figcaption className="mb-2 flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        {heading ? (
          <Heading id={id} className="max-sm:text-xl">
            {label}
          </Heading>
        ) : (
          <span id={id} className="sr-only">
            {label}
          </span>
        )}
        {hasData && (
          <Button
            variant="quiet"
            size="small"
            className="-mx-3 -my-1.5 px-3 text-sm"
            onClick={() => setAsTable(!asTable)}
          >
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

/** Measured width of the chart: drawing at the actual width keeps the text size constant. */
export function useWidth(): [RefCallback<HTMLDivElement>, number] {
  // The element mounts after loading and again after the table view, so the observer is attached each time.
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, width];
}
