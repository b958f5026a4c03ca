import type { BoardFigure } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { useFilters } from '../../lib/page/use-filters.ts';
import { hasDuty } from '../../lib/session/duties.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { ShowName } from '../../records/audit/show-name.tsx';
import { DensityButton } from '../../ui/charts/density.tsx';
import { DataTable, numeric } from '../../ui/charts/table.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { PagedList } from '../../ui/layout/paged-list.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { BOARD_FIGURES } from './figures.ts';
import { type RecordQuery, useBoardRecords } from './queries.ts';

const FILTERS = ['figure', 'from', 'to', 'county', 'programmeId', 'officialId'] as const;

/** The applications that one figure of the board counts. Auditors see farmers by initials. */
export default function RecordsPage() {
  const t = useT();
  const format = useFormat();
  const canView = hasDuty(useUser(), 'view');
  const [{ figure: requested, ...filters }] = useFilters<RecordQuery>(FILTERS);
  const figure: BoardFigure = BOARD_FIGURES.find((one) => one === requested) ?? 'received';
  const query = { ...filters, figure };
  const records = useBoardRecords(query);
  const title = t(`board.figure.${figure}`);
  const { from, to } = filters;
  return (
    <div className="wrap pt-4 pb-9 lg:pt-2">
      <PageHeader
        back={{ to: paths.board, label: t('board.title') }}
        eyebrow={from && to && `${format.date(from, 'medium')} – ${format.date(to, 'medium')}`}
        title={title}
        lead={t(`board.records.${figure}`)}
        actions={<DensityButton />}
      />
      <Panel className="list-panel" aria-label={title}>
        <PagedList query={records} failed={t('board.records.failed')}>
          {(rows) => (
            <DataTable
              list
              caption={title}
              loading={!rows}
              loadingRows={6}
              rows={rows}
              rowKey={(row) => `${row._id} ${row.at}`}
              empty={<Empty title={t('board.records.none')} text={t('board.records.noneText')} />}
              columns={[
                {
                  key: 'name',
                  share: 26,
                  label: t('board.application'),
                  title: true,
                  cell: (row) => (
                    <>
                      {canView ? (
                        <Link className="link" to={paths.subsidyCase(row._id)}>
                          {row.name}
                        </Link>
                      ) : (
                        (row.reference ?? t('board.application'))
                      )}
                      {canView && <span className="second text-sm text-muted">{row.reference}</span>}
                    </>
                  ),
                },
                {
                  key: 'farmer',
                  share: 18,
                  label: t('board.farmer'),
                  cell: ({ applicant }) =>
                    canView ? (
                      <Link className="link" to={paths.registerFarmer(applicant._id)}>
                        {applicant.name || t('board.deletedAccount')}
                      </Link>
                    ) : (
                      <>
                        {applicant.name || t('board.deletedAccount')}{' '}
                        {applicant.name && <ShowName personId={applicant._id} />}
                      </>
                    ),
                },
                {
                  key: 'place',
                  label: t('board.programme'),
                  cell: (row) => [row.county, row.programme].filter(Boolean).join(' · ') || '–',
                },
                { ...numeric('amount', t('board.amount')), cell: (row) => format.money(row.amount) },
                { key: 'at', label: t('board.date'), cell: (row) => format.date(row.at, 'medium') },
                ...(figure === 'decided'
                  ? [
                      {
                        ...numeric('days', t('board.daysToDecide')),
                        cell: ({ days }: { days: number | null }) =>
                          days === null ? '–' : format.number(days, 0),
                      },
                    ]
                  : []),
                ...(figure === 'received'
                  ? []
                  : [
                      {
                        key: 'official',
                        label: t('board.officer'),
                        cell: ({ official }: { official: string | null }) =>
                          official === null ? t('board.unassigned') : official || t('board.deletedAccount'),
                      },
                    ]),
              ]}
            />
          )}
        </PagedList>
      </Panel>
    </div>
  );
}
