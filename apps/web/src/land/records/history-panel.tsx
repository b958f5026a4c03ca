import { type ReactNode, useState } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type Column, DataTable } from '../../ui/table.tsx';
import { clampPage, pageCount, pageOf } from '../parcel/paging.ts';
import { historyAnchor, type RecordKind } from '../score/evidence-records.ts';

const ROWS_PER_PAGE = 5;

interface HistoryPanelProps<Row> {
  kind: RecordKind;
  title: string;
  /** What all records together come to. */
  note?: string;
  actions?: ReactNode;
  columns: readonly Column<Row>[];
  /** Newest first. */
  rows: readonly Row[];
  /** How many there are in all; a parcel carries only the newest thousand. */
  total: number;
  rowActions: (row: Row) => ReactNode;
  empty: ReactNode;
  chart?: ReactNode;
}

/** All records of one kind: over time, and as a table in pages. */
export function HistoryPanel<Row extends { _id: string }>(props: HistoryPanelProps<Row>) {
  const { kind, title, note, actions, columns, rows, total, rowActions, empty, chart } = props;
  const t = useT();
  const format = useFormat();
  const [wanted, setWanted] = useState(1);
  const pages = pageCount(rows.length, ROWS_PER_PAGE);
  const page = clampPage(wanted, pages);
  return (
    <Panel
      id={historyAnchor(kind)}
      title={title}
      note={rows.length > 0 ? note : undefined}
      actions={actions}
      className="scroll-mt-4"
    >
      {rows.length > 0 && chart}
      <DataTable
        caption={title}
        columns={columns}
        rows={pageOf(rows, page, ROWS_PER_PAGE)}
        rowKey={(row) => row._id}
        rowActions={rowActions}
        empty={empty}
      />
      {total > rows.length && (
        <p className="mt-3 text-sm text-muted">
          {t('land.record.newest', { shown: format.number(rows.length, 0), total: format.number(total, 0) })}
        </p>
      )}
      {pages > 1 && (
        <div className="mt-4">
          <Pager page={page} pages={pages} onPage={setWanted} label={t('land.record.pages', { title })} />
        </div>
      )}
    </Panel>
  );
}
