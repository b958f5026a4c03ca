import type { Board, OfficerFigures } from '@ardhi/contract';
import { NONE, paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { useFilters } from '../../lib/page/use-filters.ts';
import { canUseBinders, hasDuty } from '../../lib/session/duties.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { DensityButton } from '../../ui/charts/density.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { FilterTag } from '../../ui/controls/filter-tag.tsx';
import { AsOf } from '../../ui/feedback/as-of.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { StatTiles } from '../../ui/layout/stat-tiles.tsx';
import { BoardExport } from './board-export.tsx';
import { COUNTS, type Count, recordsOf } from './figures.ts';
import { type FigureRow, FiguresTable } from './figures-table.tsx';
import { MonthlyReports } from './monthly-reports.tsx';
import { PeriodForm, type PeriodParams, PeriodPresets, paramsOf, periodOf } from './period.tsx';
import { useBoard } from './queries.ts';

interface Filters extends PeriodParams {
  county?: string;
  programmeId?: string;
}

/** How the office is doing in a period. The filters are stored in the URL. */
export default function BoardPage() {
  const t = useT();
  const format = useFormat();
  const user = useUser();
  const [{ days, from: first, to: last, ...filters }, change] = useFilters<Filters>([
    'days',
    'from',
    'to',
    'county',
    'programmeId',
  ]);
  const period = periodOf({ days, from: first, to: last });
  const { from, to } = period;
  const query = { from, to, ...filters };
  const board = useBoard(query);
  const { data } = board;
  const isEmpty = data && COUNTS.every((count) => data.total[count] === 0);
  const county = user.post?.county ?? null;
  const area = county ?? t('board.national');
  return (
    <div className="wrap pt-4 pb-9 lg:pt-2" aria-busy={board.isPlaceholderData || undefined}>
      <PageHeader
        low
        back={{ to: paths.dashboard }}
        eyebrow={`${area} · ${format.date(from, 'medium')} – ${format.date(to, 'medium')}`}
        title={t('board.title')}
        lead={data && <AsOf moment={data.asOf} />}
        actions={
          <>
            <DensityButton />
            <PeriodPresets period={period} onChange={change} />
            <BoardExport query={query} />
          </>
        }
      />
      {period.preset === 'custom' && <PeriodForm key={`${from} ${to}`} period={period} onChange={change} />}
      {(filters.county || filters.programmeId) && (
        <p className="no-print mb-3 flex flex-wrap gap-2">
          {filters.county && (
            <FilterTag
              name={filters.county === NONE ? t('board.noCounty') : filters.county}
              onRemove={() => change({ county: undefined })}
            />
          )}
          {filters.programmeId && (
            <FilterTag
              name={filters.programmeId === NONE ? t('board.noProgramme') : (data?.programme?.name ?? '…')}
              onRemove={() => change({ programmeId: undefined })}
            />
          )}
          {filters.programmeId && canUseBinders(user) && (
            <ButtonLink to={paths.binders(filters.programmeId)}>{t('board.binders')}</ButtonLink>
          )}
        </p>
      )}
      {board.isError && !data ? (
        <Panel aria-label={t('board.title')}>
          <LoadError query={board} headline={t('board.failed')} />
        </Panel>
      ) : isEmpty ? (
        <Panel aria-label={t('board.title')}>
          <Empty title={t('board.empty')} text={t('board.emptyText')} />
        </Panel>
      ) : (
        <div className="space-y-4">
          <Totals board={data} query={query} />
          <Groups board={data} query={query} period={paramsOf(period)} isNational={county === null} />
          <p className="text-sm text-muted">{t('board.note')}</p>
        </div>
      )}
      <div className="mt-4">
        <MonthlyReports />
      </div>
    </div>
  );
}

interface PartProps {
  board: Board | undefined;
  query: { from: string; to: string; county?: string; programmeId?: string };
}

function Totals({ board, query }: PartProps) {
  const t = useT();
  const format = useFormat();
  const canOpenComplaints = hasDuty(useUser(), 'view');
  const total = board?.total;
  const number = (value: number | null | undefined) => (value == null ? '–' : format.number(value, 0));
  const tile = (count: Count, base?: string) => ({
    label: t(`board.figure.${count}`),
    value: number(total?.[count]),
    base,
    to: total?.[count] && (count !== 'complaints' || canOpenComplaints) ? recordsOf(count, query) : undefined,
  });
  /** A figure in the context of a tile. Within other text it needs no target for a thumb, which would cover the value. */
  const baseLink = (count: Count, text: string) =>
    total?.[count] ? (
      <Link className="link" to={recordsOf(count, query)}>
        {text}
      </Link>
    ) : (
      text
    );
  return (
    <>
      <StatTiles
        label={t('board.open')}
        loading={!board}
        tiles={[
          {
            label: t('board.daysToDecide'),
            value: number(total?.medianDays),
            to: tile('decided').to,
            base:
              total?.p90Days == null ? (
                t('board.noDecisions')
              ) : (
                <>
                  {t('board.median')}; {baseLink('decided', t('board.p90Base', { days: total.p90Days }))}
                </>
              ),
          },
          tile('backlog', t('board.backlogBase')),
          tile('overdue', t('board.overdueBase')),
          tile('received'),
        ]}
      />
      <StatTiles
        label={t('board.done')}
        loading={!board}
        tiles={[
          tile('decided'),
          tile('returned', t('board.returnedBase')),
          {
            ...tile('appealed'),
            base: (
              <>
                {baseLink('upheld', t('board.upheldBase', { count: total?.upheld ?? 0 }))}{' '}
                {t('board.inPeriod')}
              </>
            ),
          },
          tile('complaints'),
        ]}
      />
    </>
  );
}

/** Names of counties and programmes narrow the board to them. */
function Groups({
  board,
  query,
  period,
  isNational,
}: PartProps & { period: PeriodParams; isNational: boolean }) {
  const t = useT();
  const format = useFormat();
  const loading = !board;
  const { from: _from, to: _to, ...filters } = query;
  const narrowed = (name: string, filter: { county?: string; programmeId?: string }) => {
    const search = new URLSearchParams(Object.entries({ ...period, ...filters, ...filter }));
    return (
      <Link className="link" to={`${paths.board}?${search}`}>
        {name}
      </Link>
    );
  };
  const otherRows = (others: (OfficerFigures & { count: number }) | null | undefined): FigureRow[] =>
    others ? [{ key: 'others', name: t('board.others', { count: others.count }), figures: others }] : [];
  return (
    <>
      {isNational && !query.county && (
        <FiguresTable
          title={t('board.counties')}
          name={t('board.county')}
          loading={loading}
          rows={board?.counties.map(({ county, ...figures }) => {
            const filter = { county: county ?? NONE };
            return {
              key: county ?? '',
              name: narrowed(county ?? t('board.noCounty'), filter),
              figures,
              filter: { ...query, ...filter },
            };
          })}
        />
      )}
      {!query.programmeId && (
        <FiguresTable
          title={t('board.programmes')}
          name={t('board.programme')}
          loading={loading}
          rows={board?.programmes
            .map(({ programme, ...figures }): FigureRow => {
              const filter = { programmeId: programme?._id ?? NONE };
              return {
                key: programme?._id ?? '',
                name: narrowed(programme?.name ?? t('board.noProgramme'), filter),
                figures,
                filter: { ...query, ...filter },
              };
            })
            .concat(otherRows(board.otherProgrammes))}
        />
      )}
      <FiguresTable
        title={t('board.officers')}
        note={t('board.officersNote')}
        name={t('board.officer')}
        without="received"
        loading={loading}
        rows={board?.officers
          .map(
            ({ official, ...figures }): FigureRow => ({
              key: official?._id ?? '',
              name: official ? official.name || t('board.deletedAccount') : t('board.unassigned'),
              figures,
              filter: { ...query, officialId: official?._id ?? NONE },
            }),
          )
          .concat(otherRows(board.otherOfficers))}
      />
      <FiguresTable
        title={t('board.weeks')}
        note={t('board.weeksNote')}
        name={t('board.week')}
        loading={loading}
        rows={board?.weeks
          .map(({ from, to, ...figures }) => ({
            key: from,
            name: <span className="whitespace-nowrap">{format.date(from, 'medium')}</span>,
            figures,
            filter: { ...query, from, to },
          }))
          .reverse()}
      />
    </>
  );
}
