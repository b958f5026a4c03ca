/** Figures of the board. Exact: every call counts the stored rows of its period. */
import type { BoardFigure } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db, Sql } from '../../lib/database/db.ts';
import { type PageRequest, rowsOf } from '../../lib/database/rows.ts';
import { type BoardView, decided, type EventKind, endOfPeriod, eventsOf, inView, isOf } from './events.ts';

/** Number of events of one kind in a county, programme, week, or of an official. */
export interface CountRow {
  kind: EventKind;
  /** Working days to decide; null for other kinds. */
  days: number | null;
  grouped: 'county' | 'programme' | 'official' | 'week';
  county: string | null;
  programme_id: string | null;
  official_id: string | null;
  /** Monday of the week. */
  week: string | null;
  count: number;
}

const kinds = Object.keys(eventsOf) as EventKind[];

const firstMonday = sql`'2001-01-01T00:00+03'::timestamptz`;

/** The rule of the queue: the clock ends with the decision, or when the farmer got the application before it. */
const daysToDecide = sql`greatest(0,
    numbers[nairobi_date(coalesce(returned_at, decided_at)) - first + 1] - numbers[nairobi_date(created_at) - first + 1])
  - stopped_days`;

/** `offset 0`: from the expressions within, the planner would expect as many groups as rows, and sort them. */
function countKind(kind: EventKind, view: BoardView): Sql {
  const isDecided = kind === 'decided';
  const days = isDecided ? sql`days, ` : sql``;
  const events = isDecided
    ? sql`numbers cross join (${decided(view, sql`, created_at, returned_at, decided_at, stopped_days`)})`
    : sql`(${eventsOf[kind](view)})`;
  return sql`
    select ${sql.lit(kind)} as kind, ${isDecided ? sql`days` : sql`null::integer as days`},
      case grouping(county, programme_id, official_id, week)
        when 7 then 'county' when 11 then 'programme' when 13 then 'official' else 'week' end as grouped,
      county, programme_id, official_id, nairobi_date(week) as week, count(*) as count,
      null::date as first, null::date as last
    from (
      select ${isDecided ? sql`${daysToDecide} as days, ` : sql``}county, programme_id, official_id,
        date_bin('7 days', at, ${firstMonday}) as week
      from ${events} as ${sql.ref(kind)} offset 0
    ) as events
    group by grouping sets ((${days}county), (${days}programme_id), (${days}official_id), (${days}week))`;
}

export interface OverdueRow {
  /** First and last day at whose end the application was overdue, within the period. */
  first: string;
  last: string;
  count: number;
}

/** When applications were overdue, for the state at the end of each week: in the columns of `countKind`. */
const countOverdueDays = (view: BoardView): Sql => sql`
  select 'overdue', null, 'days', null, null, null, null, count(*), first, last
  from (
    select greatest(starts, ${view.from}::date) as first, least(ends, ${view.to}::date) as last
    from (
      select greatest(due_on + 1, nairobi_date(since)) as starts, nairobi_date(until) - 1 as ends
      from application_clocks as application
      where due_on < ${view.to}::date and (until is null or until >= ${endOfPeriod({ ...view, to: view.from })})
        and ${inView(view, sql`application`)}
    ) as stretch
    where starts <= ${view.to}::date and (ends is null or ends >= greatest(starts, ${view.from}::date))
  ) as overdue_days
  group by first, last`;

export interface BoardCounts {
  counts: CountRow[];
  overdue: OverdueRow[];
}

/**
 * One statement, so that total and weeks are of one snapshot: exports that read from a replica have no transaction. Working
 * days are numbered once, not counted for each application.
 */
export async function countBoard(db: Db, view: BoardView): Promise<BoardCounts> {
  const rows = await rowsOf<(CountRow & { first: null }) | OverdueRow>(db)`
    with start as materialized (
      select nairobi_date(min(created_at)) as first from subsidies where kind = 'application'
    ),
    numbers as materialized (select first, working_day_numbers(first, ${view.to}::date) as numbers from start)
    ${sql.join([...kinds.map((kind) => countKind(kind, view)), countOverdueDays(view)], sql` union all `)}`;
  const counts: CountRow[] = [];
  const overdue: OverdueRow[] = [];
  for (const row of rows)
    if (row.first === null) counts.push(row);
    else overdue.push(row);
  return { counts, overdue };
}

export interface NamedRow {
  id: string;
  name: string;
}

export const listProgrammeNames = (db: Db, ids: string[]): Promise<NamedRow[]> =>
  rowsOf<NamedRow>(db)`select id, name from subsidies where id = any(${ids}::uuid[]) and kind = 'programme'`;

export const listOfficialNames = (db: Db, ids: string[]): Promise<NamedRow[]> =>
  rowsOf<NamedRow>(db)`select id, name from users where id = any(${ids}::uuid[])`;

export interface RecordRow {
  id: string;
  subsidy_id: string;
  reference: string | null;
  name: string;
  programme_name: string | null;
  owner_id: string;
  owner_name: string;
  county: string | null;
  amount_cents: number;
  status: 'pending' | 'approved' | 'rejected' | 'withdrawn';
  at: string;
  days: number | null;
  official_name: string | null;
}

export interface RecordFilter {
  figure: BoardFigure;
  officialId?: string;
}

/** Latest first. The cursor is the moment and the id of the event. */
export const listRecords = (
  db: Db,
  view: BoardView,
  { figure, officialId }: RecordFilter,
  { limit, after }: PageRequest,
): Promise<RecordRow[]> => rowsOf<RecordRow>(db)`
  with page as materialized (
    select id, subsidy_id, official_id, at from (${eventsOf[figure](view)}) as events
    where ${isOf(sql`official_id`, officialId)}
      and ${after ? sql`(at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`}
    order by at desc, id desc limit ${limit + 1}
  )
  select page.id, page.subsidy_id, subsidy.reference, subsidy.name, programme.name as programme_name, subsidy.owner_id,
    subsidy.owner_name, subsidy.county, subsidy.amount_cents, subsidy.status, page.at, official.name as official_name,
    ${figure === 'decided' ? decisionDays : sql`null::integer`} as days
  from page join subsidies as subsidy on subsidy.id = page.subsidy_id
    left join subsidies as programme on programme.id = subsidy.programme_id
    left join users as official on official.id = page.official_id
  order by page.at desc, page.id desc`;

const decisionDays: Sql = sql`working_days_between(nairobi_date(subsidy.created_at),
  nairobi_date(coalesce(subsidy.returned_at, subsidy.decided_at))) - subsidy.stopped_days`;
