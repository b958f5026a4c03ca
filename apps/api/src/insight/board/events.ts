/**
 * What the figures of the board count, as one row for each: an application received, a decision, a return, an appeal, a
 * complaint, or an open application at the end of the period. Figures and lists of records read the same rows.
 */
import { type BoardFigure, NONE } from '@ardhi/contract';
import { TIME_ZONE } from '@ardhi/contract/dates';
import { type RawBuilder, sql } from 'kysely';
import type { Sql } from '../../lib/database/db.ts';
import { type Area, within } from '../../lib/http/scope.ts';

export interface BoardView {
  scope: Area;
  /** Both inclusive, in Nairobi. */
  from: string;
  to: string;
  county?: string;
  programmeId?: string;
  /** SQL condition on `complaint`: the complaints that are counted. */
  complaints: RawBuilder<boolean>;
}

const startOf = (day: Sql): Sql => sql`((${day})::timestamp at time zone ${TIME_ZONE})`;
export const startOfPeriod = ({ from }: BoardView): Sql => startOf(sql`${from}::date`);
/** The first moment after the period. */
export const endOfPeriod = ({ to }: BoardView): Sql => startOf(sql`${to}::date + 1`);

const isWithinPeriod = (view: BoardView, column: Sql): Sql =>
  sql`${column} >= ${startOfPeriod(view)} and ${column} < ${endOfPeriod(view)}`;

const matches = (column: Sql, value: string | undefined): Sql =>
  value === undefined ? sql`true` : value === NONE ? sql`${column} is null` : sql`${column} = ${value}`;

/** `table` has the columns county and programme_id. */
export const inView = ({ scope, county, programmeId }: BoardView, table: Sql): Sql => sql`
  ${within(scope, sql`${table}.county`)} and ${matches(sql`${table}.county`, county)}
  and ${matches(sql`${table}.programme_id`, programmeId)}`;

const application = sql`application`;
const inApplication = (view: BoardView) => inView(view, application);

const received = (view: BoardView): Sql => sql`
  select id, id as subsidy_id, county, programme_id, null::uuid as official_id, created_at as at
  from subsidies as application
  where kind = 'application' and ${isWithinPeriod(view, sql`created_at`)} and ${inApplication(view)}`;

export const decided = (view: BoardView, more: Sql = sql``): Sql => sql`
  select id, id as subsidy_id, county, programme_id, decided_by as official_id, decided_at as at ${more}
  from subsidies as application
  where kind = 'application' and decided_at is not null and ${isWithinPeriod(view, sql`decided_at`)}
    and ${inApplication(view)}`;

const withdrawn = (view: BoardView): Sql => sql`
  select id, id as subsidy_id, county, programme_id, null::uuid as official_id, withdrawn_at as at
  from subsidies as application
  where withdrawn_at is not null and ${isWithinPeriod(view, sql`withdrawn_at`)} and ${inApplication(view)}`;

/** Open at the end of the period: still, or closed since. */
function backlog(view: BoardView): Sql {
  const end = endOfPeriod(view);
  const open = (condition: Sql): Sql => sql`
    select id, id as subsidy_id, county, programme_id, assigned_to as official_id, created_at as at
    from subsidies as application
    where kind = 'application' and ${condition} and created_at < ${end} and ${inApplication(view)}`;
  return sql`${open(sql`status = 'pending'`)}
    union all ${open(sql`decided_at is not null and decided_at >= ${end}`)}
    union all ${open(sql`withdrawn_at is not null and withdrawn_at >= ${end}`)}`;
}

/** The clock of the application ran at the end of the period, and its deadline had passed: as in the queue. */
const overdue = (view: BoardView): Sql => sql`
  select subsidy_id as id, subsidy_id, county, programme_id, assigned_to as official_id, created_at as at
  from application_clocks as application
  where due_on < ${view.to}::date and (since is null or since < ${endOfPeriod(view)})
    and (until is null or until >= ${endOfPeriod(view)}) and ${inApplication(view)}`;

const returned = (view: BoardView): Sql => sql`
  select returns.id, subsidy_id, county, programme_id, returns.returned_by as official_id, returns.returned_at as at
  from subsidy_returns as returns join subsidies as application on application.id = subsidy_id
  where ${isWithinPeriod(view, sql`returns.returned_at`)} and ${inApplication(view)}`;

/** Of the official who had rejected the application. */
const appeals = (view: BoardView, column: Sql, condition: Sql): Sql => sql`
  select appeals.id, subsidy_id, county, programme_id, application.decided_by as official_id, ${column} as at
  from appeals join subsidies as application on application.id = subsidy_id
  where ${isWithinPeriod(view, column)} and ${condition} and ${inApplication(view)}`;

const complained = (view: BoardView): Sql => sql`
  select complaint.id, complaint.subsidy_id, complaint.county, application.programme_id, null::uuid as official_id,
    complaint.created_at as at
  from complaints as complaint left join subsidies as application on application.id = complaint.subsidy_id
  where ${isWithinPeriod(view, sql`complaint.created_at`)} and ${view.complaints}
    and ${within(view.scope, sql`complaint.county`)} and ${matches(sql`complaint.county`, view.county)}
    and ${matches(sql`application.programme_id`, view.programmeId)}`;

/** One row for each official that a complaint is about. */
const complainedAbout = (view: BoardView): Sql => sql`
  select complained.id, complained.subsidy_id, complained.county, complained.programme_id,
    subject.user_id as official_id, complained.at
  from (${complained(view)}) as complained join complaint_subjects as subject on subject.complaint_id = complained.id`;

/** `withdrawn` gives the backlog of each week, `complaintsAbout` the complaints of each official. */
export type EventKind = BoardFigure | 'withdrawn' | 'complaints' | 'complaintsAbout';

/** Rows of `id`, `subsidy_id`, `county`, `programme_id`, `official_id` and `at`. */
export const eventsOf: Record<EventKind, (view: BoardView) => Sql> = {
  received,
  decided,
  backlog,
  overdue,
  returned,
  appealed: (view) => appeals(view, sql`appeals.created_at`, sql`true`),
  upheld: (view) => appeals(view, sql`appeals.decided_at`, sql`appeals.status = 'upheld'`),
  withdrawn,
  complaints: complained,
  complaintsAbout: complainedAbout,
};

export const isOf = (column: Sql, value: string | undefined): Sql => matches(column, value);
