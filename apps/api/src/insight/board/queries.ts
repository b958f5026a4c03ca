/** Figures of the board. Exact: every call counts the stored rows of its period. */
import type { BoardFigure } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db, Sql } from '../../lib/database/db.ts';
import { type PageRequest, rowsOf } from '../../lib/database/rows.ts';
import { type BoardView, decided, type EventKind, endOfPeriod, eventsOf, inView, isOf } from './events.ts';

/** Number of events of one kind, in all or in one county, programme, official or week. */
export interface CountRow {
  kind: EventKind;
  /** Working days to decide; null for other kinds. */
  days: number | null;
  grouped: 'total' | 'county' | 'programme' | 'official' | 'week';
  county: string | null;
  programme_id: string | null;
  official_id: string | null;
  /** Monday of the week. */
  week: string | null;
  count: number;
}

const dimensions = sql`county, programme_id, official_id, date_trunc('week', nairobi_date(at))::date as week`;
const others = Object.keys(eventsOf).filter((kind) => kind !== 'decided') as EventKind[];

/** The rule of the queue: the clock ends with the decision, or when the farmer got the application before it. */
const clock = sql`, nairobi_date(created_at) as created_on,
  nairobi_date(coalesce(returned_at, decided_at)) as stopped_on, stopped_days`;

/**
 * The days are computed once for each pair of dates: as often as there are days in the period, not applications. Events
 * are counted by all dimensions first, so that each is grouped only from those counts.
 */
export const countEvents = (db: Db, view: BoardView): Promise<CountRow[]> => rowsOf<CountRow>(db)`
  with decisions as materialized (${decided(view, clock)}),
  pairs as materialized (
    select created_on, stopped_on, working_days_between(created_on, stopped_on) as days
    from (select distinct created_on, stopped_on from decisions) as dates
  ),
  events as (
    select 'decided' as kind, days - stopped_days as days, ${dimensions} from decisions join pairs using (created_on, stopped_on)
    union all ${sql.join(
      others.map(
        (kind) =>
          sql`select ${sql.lit(kind)}, null, ${dimensions} from (${eventsOf[kind](view)}) as ${sql.ref(kind)}`,
      ),
      sql` union all `,
    )}
  ),
  counted as materialized (
    select kind, days, county, programme_id, official_id, week, count(*) as count
    from events group by kind, days, county, programme_id, official_id, week
  )
  select kind, days,
    case grouping(county, programme_id, official_id, week)
      when 15 then 'total' when 7 then 'county' when 11 then 'programme' when 13 then 'official' else 'week' end as grouped,
    county, programme_id, official_id, week, sum(count)::bigint as count
  from counted
  group by grouping sets (
    (kind, days), (kind, days, county), (kind, days, programme_id), (kind, days, official_id), (kind, days, week))`;

export interface OverdueRow {
  /** First and last day at whose end the application was overdue, within the period. */
  first: string;
  last: string;
  count: number;
}

/** When applications were overdue: for the state at the end of each week. */
export const countOverdueDays = (db: Db, view: BoardView): Promise<OverdueRow[]> => rowsOf<OverdueRow>(db)`
  select greatest(starts, ${view.from}::date) as first, least(ends, ${view.to}::date) as last, count(*) as count
  from (
    select greatest(due_on + 1, nairobi_date(since)) as starts, nairobi_date(until) - 1 as ends
    from application_clocks as application
    where due_on < ${view.to}::date and (until is null or until >= ${endOfPeriod({ ...view, to: view.from })})
      and ${inView(view, sql`application`)}
  ) as stretch
  where starts <= ${view.to}::date and (ends is null or ends >= greatest(starts, ${view.from}::date))
  group by 1, 2`;

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
