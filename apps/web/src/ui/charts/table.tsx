import type { ReactNode } from 'react';
import { useT } from '../../lib/text/i18n.tsx';
import { cx } from '../controls/cx.ts';
import { Skeleton } from '../feedback/skeleton.tsx';
import { useCompact } from './density.tsx';

export interface Column<Row> {
  key: string;
  /** Column header, and the label in the card layout. */
  label: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned. */
  numeric?: boolean;
  /** Name of the row: the heading of its card, without a label. */
  title?: boolean;
  /** Long text: placed below its label in a card, not next to it. */
  text?: boolean;
  /** Share of the width in percent, in an official's list. */
  share?: number;
}

export const numeric = (key: string, label: string) => ({ key, label, numeric: true });

export interface DataTableProps<Row> {
  /** For screen readers only. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** The row that is open beside the table. */
  isCurrent?: (row: Row) => boolean;
  /** Buttons at the end of the row. */
  rowActions?: (row: Row) => ReactNode;
  loading?: boolean;
  loadingRows?: number;
  /** False for two short columns, which fit on the narrowest phone as a table. */
  cards?: boolean;
  /** Compact cards: values in one line, the single button next to the name. */
  dense?: boolean;
  /** Low rows; a card shows name and number, text, status and buttons without labels. */
  brief?: boolean;
  /** An official's list: the header stays visible, and the rows are low if the official prefers that. */
  list?: boolean;
  /** Cells of a list with two lines, which fit the height of a low row. */
  twoLines?: boolean;
  /** Shown instead of the table if there are no rows. */
  empty?: ReactNode;
}

/** Columns that fit a tablet in portrait mode; a text column counts as two. */
const MAX_NARROW_COLUMNS = 5;

// In the card layout (display: block) browsers drop the table semantics; explicit roles restore them.
const role = (name: string) => ({ role: name });

/** Table that shows each row as a card if its container is too narrow for the columns. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  isCurrent,
  rowActions,
  loading = false,
  loadingRows = 3,
  cards = true,
  dense = false,
  brief = false,
  list = false,
  twoLines = false,
  empty,
}: DataTableProps<Row>) {
  const t = useT();
  const compact = useCompact();
  if (!loading && !rows?.length && empty) return <>{empty}</>;
  const columnUnits = columns.length + columns.filter(({ text }) => text).length + (rowActions ? 1 : 0);
  return (
    <div
      className={cx(
        'data-table',
        cards && 'cards',
        dense && 'dense',
        brief && 'brief',
        list && 'list',
        list && compact && 'compact',
        twoLines && 'two-lines',
        columnUnits > MAX_NARROW_COLUMNS && 'wide',
      )}
    >
      <table {...role('table')} aria-busy={loading || undefined}>
        <caption className="sr-only">{caption}</caption>
        <thead {...role('rowgroup')}>
          <tr {...role('row')}>
            {columns.map((column) => (
              <th
                {...role('columnheader')}
                key={column.key}
                scope="col"
                className={cx(column.numeric && 'end')}
                style={list && column.share ? { width: `${column.share}%` } : undefined}
              >
                {column.label}
              </th>
            ))}
            {rowActions && (
              <th {...role('columnheader')} scope="col" className="actions">
                <span className="sr-only">{t('ui.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody {...role('rowgroup')}>
          {loading
            ? Array.from({ length: loadingRows }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: places of rows to come
                <tr {...role('row')} key={row}>
                  {columns.map((column) => (
                    <Cell key={column.key} column={column}>
                      <Skeleton
                        className={cx('h-4', column.title ? 'w-40' : 'w-24', column.numeric && 'ml-auto')}
                      />
                    </Cell>
                  ))}
                  {rowActions && <td {...role('cell')} className="actions" />}
                </tr>
              ))
            : rows?.map((row) => (
                <tr {...role('row')} key={rowKey(row)} aria-current={isCurrent?.(row) || undefined}>
                  {columns.map((column) => (
                    <Cell key={column.key} column={column}>
                      {column.cell(row)}
                    </Cell>
                  ))}
                  {rowActions && (
                    <td {...role('cell')} className="actions">
                      <div className="buttons flex flex-wrap gap-2 sm:justify-end xl:flex-nowrap">
                        {rowActions(row)}
                      </div>
                    </td>
                  )}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  return (
    <td
      {...role('cell')}
      data-label={column.label}
      className={cx(column.numeric && 'end', column.title && 'title font-semibold', column.text && 'text')}
    >
      <div className={cx('value', !column.numeric && 'cell')}>{children}</div>
    </td>
  );
}
