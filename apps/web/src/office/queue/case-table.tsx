import { DECISION_WORKING_DAYS } from '@ardhi/contract/limits';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { hasDuty } from '../../lib/session/duties.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { type Column, DataTable, numeric } from '../../ui/charts/table.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/forms/field.tsx';
import { CaseActions } from '../cases/case-actions.tsx';
import type { CaseAction } from '../subsidies/case-dialogs.tsx';
import { FarmerLink } from '../subsidies/farmer-link.tsx';
import { StatusBadge } from '../subsidies/status-badge.tsx';
import type { CaseRow } from './queries.ts';

interface CaseTableProps {
  /** Undefined while loading. */
  rows: readonly CaseRow[] | undefined;
  /** The open case. Beside it the rows have fewer columns. */
  openId: string | undefined;
  /** The address of the list with this case open. */
  linkTo: (id: string) => string;
  isSelected: (row: CaseRow) => boolean;
  onSelect: (row: CaseRow, selected: boolean) => void;
  onAct: (row: CaseRow, action: CaseAction) => void;
  empty: ReactNode;
}

export function CaseTable({ rows, openId, linkTo, isSelected, onSelect, onAct, empty }: CaseTableProps) {
  const t = useT();
  const format = useFormat();
  const user = useUser();
  const isNational = !user.post?.county;
  const canDecide = hasDuty(user, 'decide');
  const isDecidable = (row: CaseRow) => canDecide && row.status === 'pending';
  const isBeside = openId !== undefined;
  const name: Column<CaseRow> = {
    key: 'name',
    share: isBeside ? 37 : 20,
    label: t('queue.name'),
    title: true,
    cell: (row) => (
      <div className="case-name">
        {isDecidable(row) && (
          <Checkbox
            label={t('subsidies.bulk.select', { name: row.name })}
            labelHidden
            checked={isSelected(row)}
            onChange={(event) => onSelect(row, event.target.checked)}
          />
        )}
        <div className="min-w-0">
          <Link className="link" to={linkTo(row._id)}>
            {row.name}
          </Link>
          {isBeside ? (
            <span className="second text-sm font-normal text-muted">
              {row.applicant?.name || t('queue.deletedFarmer')}
            </span>
          ) : (
            <span className="second text-sm font-normal text-muted">
              {row.reference && <span className="num">{row.reference}</span>} {row.programmeName}
            </span>
          )}
        </div>
      </div>
    ),
  };
  const farmer: Column<CaseRow> = {
    key: 'farmer',
    share: 15,
    label: isNational ? t('queue.farmerAndOffice') : t('queue.farmer'),
    cell: (row) => (
      <>
        {row.applicant && <FarmerLink farmer={row.applicant} deleted={t('queue.deletedFarmer')} />}
        {isNational && <span className="second text-sm text-muted">{row.county ?? t('queue.country')}</span>}
      </>
    ),
  };
  const columns: Column<CaseRow>[] = [
    name,
    ...(isBeside ? [] : [farmer]),
    {
      ...numeric('amount', t('queue.amount')),
      share: isBeside ? 22 : 11,
      cell: (row) => format.money(row.amount),
    },
    { key: 'state', label: t('queue.state'), cell: (row) => <State row={row} /> },
    ...(isBeside
      ? []
      : [
          {
            key: 'holder',
            share: 10,
            label: t('queue.holder'),
            cell: (row: CaseRow) => (
              <span className="lg:line-clamp-2 lg:whitespace-normal">
                {row.assignedTo?.name ?? t('queue.nobody')}
              </span>
            ),
          },
        ]),
  ];
  return (
    <DataTable
      list
      twoLines
      // Beside a case there is room for a table, but the container is too narrow by the rule for cards.
      cards={!isBeside}
      caption={t('queue.title')}
      columns={columns}
      rows={rows}
      loading={!rows}
      rowKey={(row) => row._id}
      isCurrent={(row) => row._id === openId}
      // The open case has its own buttons, and its list the room for amounts and badges.
      rowActions={isBeside ? undefined : (row) => isDecidable(row) && <RowActions row={row} onAct={onAct} />}
      empty={empty}
    />
  );
}

function RowActions({ row, onAct }: { row: CaseRow; onAct: CaseTableProps['onAct'] }) {
  const t = useT();
  const approve = t('subsidies.manage.approveNamed', { name: row.name });
  const reject = t('subsidies.manage.rejectNamed', { name: row.name });
  return (
    <>
      <Button size="small" aria-label={approve} onClick={() => onAct(row, 'approved')}>
        {t('subsidies.manage.approve')}
      </Button>
      <Button size="small" aria-label={reject} onClick={() => onAct(row, 'rejected')}>
        {t('subsidies.manage.reject')}
      </Button>
      <CaseActions row={row} />
    </>
  );
}

/** Working day of the clock, and what the next actor must know. */
function State({ row }: { row: CaseRow }) {
  const t = useT();
  if (row.status !== 'pending') return <StatusBadge status={row.status} />;
  const { age = 1, late, returned, appealOf, needsTwo, marks, hasRules, meets = null } = row;
  return (
    <div className="case-state">
      <span className={late ? 'font-semibold text-clay' : undefined}>
        {t('queue.day', { day: Math.max(1, age), of: DECISION_WORKING_DAYS })}
      </span>{' '}
      {late && <Badge tone="no">{t('queue.late')}</Badge>}
      {returned && <Badge tone="info">{t('queue.returned')}</Badge>}
      {appealOf && <Badge tone="info">{t('queue.reopened')}</Badge>}
      {needsTwo && <Badge tone="wait">{t('queue.votes', { count: marks.length })}</Badge>}
      {hasRules && !meets && <Rules meets={meets} />}
    </div>
  );
}

/** Result at submission if it is not as expected; the case shows the current one. */
function Rules({ meets }: { meets: false | null }) {
  const t = useT();
  return meets === null ? (
    <Badge tone="off">{t('queue.rules.unchecked')}</Badge>
  ) : (
    <Badge tone="wait">{t('queue.rules.notMet')}</Badge>
  );
}
