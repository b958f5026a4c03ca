import type { OfficerFigures } from '@ardhi/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { hasDuty } from '../../lib/session/duties.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { type Column, DataTable, numeric } from '../../ui/charts/table.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { COUNTS, type Count, type RecordFilter, recordsOf } from './figures.ts';

export interface FigureRow {
  key: string;
  name: ReactNode;
  figures: OfficerFigures & { received?: number };
  /** Selects the records of the row; without it, figures are no links. */
  filter?: RecordFilter;
}

interface FiguresTableProps {
  title: string;
  note?: string;
  /** Label of the first column. */
  name: string;
  rows: readonly FigureRow[] | undefined;
  loading: boolean;
  /** Officials receive nothing. */
  without?: Count;
}

export function FiguresTable({ title, note, name, rows, loading, without }: FiguresTableProps) {
  const t = useT();
  const columns: Column<FigureRow>[] = [
    { key: 'name', label: name, title: true, share: 15, cell: (row) => row.name },
    {
      ...numeric('median', t('board.median')),
      share: 7.5,
      cell: (row) => daysCell(row, row.figures.medianDays),
    },
    { ...numeric('p90', t('board.p90')), share: 5.5, cell: (row) => daysCell(row, row.figures.p90Days) },
    ...COUNTS.filter((count) => count !== without).map((count) => ({
      ...numeric(count, t(`board.figure.${count}`)),
      // The longest header.
      share: count === 'complaints' ? 10.5 : undefined,
      cell: ({ figures, filter }: FigureRow) => (
        <FigureLink count={count} value={figures[count] ?? 0} filter={filter} />
      ),
    })),
  ];
  return (
    <Panel title={title} note={note} className="list-panel board-figures">
      <DataTable
        list
        dense
        caption={title}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.key}
        loading={loading}
        empty={<p className="text-muted">{t('board.noRows')}</p>}
      />
    </Panel>
  );
}

/** Days to decide open the decisions. Zero days are days of a decision too. */
const daysCell = ({ figures, filter }: FigureRow, value: number | null) => (
  <FigureLink count="decided" value={value} records={figures.decided} filter={filter} />
);

interface FigureLinkProps {
  count: Count;
  value: number | null;
  /** Number of records, if the figure is not their count. */
  records?: number;
  filter: RecordFilter | undefined;
}

/** A figure that opens its records. Auditors do not read complaints. */
function FigureLink({ count, value, records = value ?? 0, filter }: FigureLinkProps) {
  const format = useFormat();
  const canOpen = hasDuty(useUser(), 'view') || count !== 'complaints';
  const text = value === null ? '–' : format.number(value, 0);
  if (records === 0 || !canOpen || !filter) return text;
  return (
    <Link className={count === 'overdue' ? 'link text-clay' : 'link'} to={recordsOf(count, filter)}>
      {text}
    </Link>
  );
}
