import type { ManagedSubsidy } from '@ardhi/contract';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { type Column, DataTable, numeric } from '../../ui/charts/table.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { ClampedText } from '../../ui/controls/clamped-text.tsx';
import { cx } from '../../ui/controls/cx.ts';
import { BudgetLine } from './budget.tsx';
import type { Decision } from './decision-dialog.tsx';
import { StatusBadge } from './status-badge.tsx';
import { VotesBadge } from './votes.tsx';

interface ManagementTableProps {
  /** Undefined while loading. */
  rows: readonly ManagedSubsidy[] | undefined;
  /** False hides the decisions. */
  canDecide: boolean;
  /** The rows belong to the previous filter until the new ones arrive. */
  dimmed: boolean;
  /** The dashboard's rows are shorter. */
  short: boolean;
  onDecide: (row: ManagedSubsidy, decision: Decision) => void;
  onDetails: (row: ManagedSubsidy) => void;
  empty: ReactNode;
}

export function ManagementTable(props: ManagementTableProps) {
  const { rows, canDecide, dimmed, short, onDecide, onDetails, empty } = props;
  const t = useT();
  const format = useFormat();
  const isDecidable = ({ status }: ManagedSubsidy) => canDecide && status === 'pending';
  const columns: Column<ManagedSubsidy>[] = [
    {
      key: 'name',
      label: t('subsidies.manage.columnName'),
      title: true,
      cell: (row) => <Name row={row} short={short} onDetails={() => onDetails(row)} />,
    },
    {
      key: 'description',
      label: t('subsidies.manage.columnDescription'),
      text: true,
      cell: (row) => <Description row={row} short={short} />,
    },
    { ...numeric('amount', t('subsidies.manage.columnAmount')), cell: (row) => format.money(row.amount) },
    {
      key: 'status',
      label: t('subsidies.manage.columnStatus'),
      cell: (row) => (
        <span className="flex flex-wrap gap-1">
          <StatusBadge status={row.status} />
          {row.closed && <Badge tone="off">{t('subsidies.manage.closed')}</Badge>}
          {row.returned && <Badge tone="info">{t('subsidies.returned.badge')}</Badge>}
          {row.status === 'pending' && row.needsTwo && <VotesBadge row={row} />}
        </span>
      ),
    },
  ];
  return (
    <div className={cx(dimmed && 'opacity-60')} aria-busy={dimmed || undefined}>
      <DataTable
        caption={t('subsidies.manage.table')}
        columns={columns}
        rows={rows}
        loading={!rows}
        brief={short}
        rowKey={(row) => row._id}
        empty={empty}
        rowActions={(row) =>
          isDecidable(row) && (
            <span className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
              <Button
                size="small"
                aria-label={t('subsidies.manage.approveNamed', { name: row.name })}
                onClick={() => onDecide(row, 'approved')}
              >
                {t('subsidies.manage.approve')}
              </Button>
              <Button
                size="small"
                aria-label={t('subsidies.manage.rejectNamed', { name: row.name })}
                onClick={() => onDecide(row, 'rejected')}
              >
                {t('subsidies.manage.reject')}
              </Button>
            </span>
          )
        }
      />
    </div>
  );
}

interface CellProps {
  row: ManagedSubsidy;
  short: boolean;
}

function Name({ row, short, onDetails }: CellProps & { onDetails: () => void }) {
  const t = useT();
  const person = row.applicant ?? row.createdBy;
  return (
    <div className="min-w-0">
      <button
        type="button"
        className={cx('link text-left font-semibold', short && 'thumb')}
        title={t('subsidies.manage.details')}
        onClick={onDetails}
      >
        {row.name}
      </button>
      <span className={cx('block font-normal text-muted', short ? 'text-fine' : 'text-sm')}>
        {(!short || !row.applicant) && `${t(`subsidies.kind.${row.kind}`)} `}
        {short && row.applicant
          ? row.applicant.name || t('subsidies.deletedAccount')
          : t(`subsidies.manage.by.${row.kind}`, { name: person?.name || t('subsidies.deletedAccount') })}
        {!short && row.programmeName && `, ${t('subsidies.manage.to', { programme: row.programmeName })}`}
        {row.reference && (
          <>
            {short && ' · '}
            <span className={cx('num whitespace-nowrap', !short && 'block')}>
              {short ? row.reference : t('subsidies.reference', { reference: row.reference })}
            </span>
          </>
        )}
      </span>
    </div>
  );
}

function Description({ row, short }: CellProps) {
  const t = useT();
  const format = useFormat();
  return (
    <div className="max-w-md">
      <ClampedText className={cx(short && 'text-sm')} text={row.description} />
      {!short && row.kind === 'programme' && row.status === 'approved' && (
        <div className="mt-2">
          <BudgetLine
            amount={row.approvedAmount ?? 0}
            budget={row.amount}
            text={[
              t('subsidies.budget.of', {
                approved: format.money(row.approvedAmount ?? 0),
                budget: format.money(row.amount),
              }),
              pendingCountText(row.pendingApplications ?? 0, t),
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        </div>
      )}
    </div>
  );
}

const MAX_COUNTED = 100;

/** The server stops counting at `COUNTED_UP_TO`. */
export function pendingCountText(count: number, t: ReturnType<typeof useT>): string {
  if (count === 0) return '';
  return count >= MAX_COUNTED ? t('subsidies.manage.waitingMany') : t('subsidies.manage.waiting', { count });
}
