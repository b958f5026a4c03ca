import type { ParcelDetail } from '@ardhi/contract';
import { EllipsisVertical, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useWide } from '../../../lib/page/use-wide.ts';
import { useT } from '../../../lib/text/i18n.tsx';
import { WithUnsentBadge } from '../../../outbox/unsent-badge.tsx';
import { useQueuedWrite } from '../../../outbox/use-queued-write.ts';
import { DataTable } from '../../../ui/charts/table.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Disclosure } from '../../../ui/controls/disclosure.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Menu } from '../../../ui/controls/menu.tsx';
import { Pager } from '../../../ui/controls/pager.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useAction } from '../../use-action.ts';
import { calls } from '../calls.ts';
import { clampPage, pageCount, pageOf } from '../parcel/paging.ts';
import { descriptions } from './descriptions.ts';
import { ADD_RECORD, historyAnchor, IN_PARCEL, type RecordKind, type RecordOf, recordsOf } from './kinds.ts';
import { MonthChart } from './month-chart.tsx';
import { useRecordFormats } from './use-amounts.ts';

export const ROWS_PER_PAGE = { phone: 3, wide: 5 };

interface RecordHistoryProps<K extends RecordKind> {
  kind: K;
  parcel: ParcelDetail;
  /** Opens the form for this record, or for a new one. */
  onRecord: (record?: RecordOf[K]) => void;
}

/** Records of one kind, newest first, as a chart and a paged table. */
export function RecordHistory<K extends RecordKind>({ kind, parcel, onRecord }: RecordHistoryProps<K>) {
  const { history, summary } = descriptions[kind];
  const formats = useRecordFormats();
  const act = useAction();
  const deletion = useQueuedWrite<`DELETE /land/{id}/${RecordKind}/{recordId}`>(
    `DELETE /land/{id}/${kind}/{recordId}`,
    calls,
  );
  const wide = useWide();
  const [requestedPage, setRequestedPage] = useState(1);
  const { t, format } = formats;
  const { amounts, empty } = history;
  const rows = [...recordsOf(parcel, kind)].reverse();
  const { count, total } = IN_PARCEL[kind];
  const rowsPerPage = ROWS_PER_PAGE[wide ? 'wide' : 'phone'];
  const pages = pageCount(rows.length, rowsPerPage);
  const page = clampPage(requestedPage, pages);
  const title = t(history.title);
  const amount = (value: number) => amounts?.format(value, formats) ?? '';
  const remove = (recordId: string, what: string) =>
    act({
      question: {
        title: t('land.record.deleteQuestion'),
        text: t('land.record.deleteText', { what }),
        action: t('land.delete'),
      },
      run: () => deletion.mutateAsync({ params: { id: parcel._id, recordId } }),
      done: t('land.record.deleted', { what }),
      failed: 'land.error.deleteRecord',
    });
  const add = (
    <Button size={empty.title ? undefined : 'small'} onClick={() => onRecord()}>
      {t(ADD_RECORD[kind])}
    </Button>
  );
  const sum = total && rows.length > 0 ? t('land.record.total', { amount: amount(parcel[total]) }) : null;
  const content = (
    <>
      {amounts && rows.length > 0 && (
        <MonthChart
          label={t(amounts.chart)}
          measure={t(amounts.measure)}
          records={amounts.records(parcel)}
          amount={amount}
          tone={amounts.tone}
        />
      )}
      <DataTable
        caption={title}
        dense
        columns={history.columns.map(({ label, cell, ...column }, index) => ({
          ...column,
          label: t(label),
          title: index === 0,
          cell: (row: RecordOf[K]) =>
            index === 0 ? (
              <WithUnsentBadge id={row._id}>{cell(row, formats)}</WithUnsentBadge>
            ) : (
              cell(row, formats)
            ),
        }))}
        rows={pageOf(rows, page, rowsPerPage)}
        rowKey={(row) => row._id}
        rowActions={(row) => {
          const what = summary(row, formats);
          return (
            <RecordButtons
              what={what}
              onCorrect={() => onRecord(row)}
              onDelete={() => void remove(row._id, what)}
            />
          );
        }}
        empty={
          empty.title ? (
            <Empty drawing="maize" title={t(empty.title)} text={t(empty.text)} action={add} />
          ) : (
            // One line instead of the large empty state.
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="text-muted">{t(empty.text)}</p>
              {add}
            </div>
          )
        }
      />
      {parcel[count] > rows.length && (
        <p className="mt-3 text-sm text-muted">
          {t('land.record.newest', {
            shown: format.number(rows.length, 0),
            total: format.number(parcel[count], 0),
          })}
        </p>
      )}
      {pages > 1 && (
        <div className="mt-4">
          <Pager
            page={page}
            pages={pages}
            onPage={setRequestedPage}
            label={t('land.record.pages', { title })}
          />
        </div>
      )}
    </>
  );
  // On a phone, kinds with amounts have many records and are folded under their total.
  if (sum && !wide) {
    return (
      <section aria-label={title} className="rounded-card border border-line bg-surface px-4 shadow-card">
        <Disclosure
          summary={
            <h2 className="py-2">
              {title}
              <span className="block font-sans text-base font-normal text-muted">{sum}</span>
            </h2>
          }
        >
          {/* Inside the disclosure, so that a link to the anchor opens it. */}
          <div id={historyAnchor(kind)}>{content}</div>
        </Disclosure>
      </section>
    );
  }
  return (
    <Panel id={historyAnchor(kind)} title={title} note={sum} className="scroll-mt-4">
      {content}
    </Panel>
  );
}

interface RecordButtonsProps {
  /** Short text of the record, for the accessible labels. */
  what: string;
  onCorrect: () => void;
  onDelete: () => void;
}

/** On a phone the actions are in a menu. */
function RecordButtons({ what, onCorrect, onDelete }: RecordButtonsProps) {
  const t = useT();
  const wide = useWide();
  if (!wide) {
    return (
      <Menu
        label={t('land.record.actions', { what })}
        icon={<EllipsisVertical size={20} aria-hidden="true" />}
        iconOnly
        items={[
          { key: 'correct', label: t('land.record.correctShort'), onSelect: onCorrect },
          { key: 'delete', label: t('land.record.deleteShort'), onSelect: onDelete, danger: true },
        ]}
      />
    );
  }
  return (
    <>
      <IconButton
        size="small"
        label={t('land.record.correct', { what })}
        icon={<Pencil size={16} aria-hidden="true" />}
        onClick={onCorrect}
      />
      <IconButton
        size="small"
        label={t('land.record.delete', { what })}
        icon={<Trash2 size={16} aria-hidden="true" />}
        onClick={onDelete}
      />
    </>
  );
}
