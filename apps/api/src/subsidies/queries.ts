import type {
  EligibilityReport,
  Region,
  ReturnField,
  StoredRules,
  SubsidyKind,
  SubsidyStatus,
} from '@ardhi/contract';
import { TIME_ZONE } from '@ardhi/contract/dates';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../lib/db.ts';
import { COUNTRY, covers, type Scope, within } from '../lib/scope.ts';

/** Enough to see that there is work; the list of those that wait counts further. */
const PENDING_COUNT_LIMIT = 100;

/** How many wait at a programme. Officials see it; a farmer's list would pay for it in vain. */
const countWaiting = (scope: Scope) => sql<number | null>`case subsidy.kind when 'programme' then (
  select count(*) from (
    select from subsidies as waiting
    where waiting.programme_id = subsidy.id and waiting.status = 'pending'
      and ${within(scope, sql`waiting.county`)} limit ${sql.lit(PENDING_COUNT_LIMIT)}
  ) as counted
) end`;
const uncounted = sql<number | null>`null::bigint`;

/** What an official said of an application that two decide, while it counts; of a decided one the two that did. */
interface StoredMark {
  _id: string;
  name: string;
  status: 'approved' | 'rejected';
  at: string;
}

interface StoredAppeal {
  status: 'pending' | 'upheld' | 'dismissed';
  reason: string;
  at: string;
  answer: string | null;
  decidedAt: string | null;
  newId: string | null;
}

/** A programme or application with the names that belong to it. */
function selectSubsidies(db: Db, waiting: RawBuilder<number | null>) {
  return db
    .selectFrom('subsidies as subsidy')
    .innerJoin('users as owner', 'owner.id', 'subsidy.owner_id')
    .leftJoin('subsidies as programme', 'programme.id', 'subsidy.programme_id')
    .leftJoin('users as decider', 'decider.id', 'subsidy.decided_by')
    .select([
      'subsidy.id',
      sql<SubsidyKind>`subsidy.kind`.as('kind'),
      'subsidy.owner_id',
      'subsidy.owner_name',
      'owner.location as owner_location',
      'owner.email as owner_email',
      'owner.phone_number as owner_phone',
      'subsidy.programme_id',
      'programme.name as programme_name',
      'subsidy.name',
      'subsidy.description',
      'subsidy.amount_cents',
      sql<SubsidyStatus>`subsidy.status`.as('status'),
      'subsidy.reason',
      'subsidy.decided_at',
      'decider.name as decided_by_name',
      sql<Region[]>`subsidy.regions`.as('regions'),
      'subsidy.county',
      // Of one that waits: since how many working days, without those on which it lay with the farmer, and at which office, where there is one.
      sql<number>`case subsidy.status when 'pending'
        then working_days_between(nairobi_date(subsidy.created_at),
          nairobi_date(coalesce(subsidy.returned_at, now()))) - subsidy.stopped_days end`.as('age'),
      sql<
        string | null
      >`(select place from current_posts where level = 'county' and place = subsidy.county limit 1)`.as(
        'office',
      ),
      'subsidy.counties',
      'subsidy.approved_cents',
      'subsidy.closes_on',
      'subsidy.closed_at',
      'subsidy.second_above_cents',
      'programme.second_above_cents as wants_two_above_cents',
      sql<StoredMark[] | null>`case when programme.second_above_cents is not null then (
        select jsonb_agg(jsonb_build_object('_id', marker.id, 'name', marker.name, 'status', mark.status,
          'at', mark.marked_at) order by mark.marked_at)
        from subsidy_marks as mark join users as marker on marker.id = mark.marked_by
        where mark.subsidy_id = subsidy.id and (subsidy.status <> 'pending'
          or mark.subsidy_revision = subsidy.revision and mark.programme_revision = programme.revision)
      ) end`.as('marks'),
      sql<StoredRules | null>`subsidy.rules`.as('rules'),
      'subsidy.revision',
      'subsidy.created_at',
      'subsidy.edited_at',
      'subsidy.returned_at',
      sql<ReturnField[] | null>`subsidy.return_fields`.as('return_fields'),
      'subsidy.return_reason',
      'subsidy.appeal_of',
      sql<StoredAppeal | null>`case subsidy.status when 'rejected' then (
        select jsonb_build_object('status', appeal.status, 'reason', appeal.reason, 'at', appeal.created_at,
          'answer', appeal.answer, 'decidedAt', appeal.decided_at, 'newId', opened.id)
        from appeals as appeal left join subsidies as opened on opened.appeal_of = appeal.subsidy_id
        where appeal.subsidy_id = subsidy.id
      ) end`.as('appeal'),
      sql<string[]>`array(
        select parcel_id from subsidy_parcels where subsidy_id = subsidy.id order by parcel_id
      )`.as('parcel_ids'),
      waiting.as('pending_applications'),
    ]);
}

export type SubsidyRow = Awaited<ReturnType<ReturnType<typeof selectSubsidies>['execute']>>[number];

/** Whoever asks: for the farmer's own side, and for what an official's call has found to be theirs. */
export function findSubsidy(db: Db, id: string): Promise<SubsidyRow | undefined> {
  return selectSubsidies(db, countWaiting(COUNTRY)).where('subsidy.id', '=', id).executeTakeFirst();
}

/** Whether an official sees it: what belongs to their county, and programmes of the country. */
const isManaged = (scope: Scope, row: Pick<SubsidyRow, 'kind' | 'county'>): boolean =>
  covers(scope, row.county) || (row.kind === 'programme' && row.county === null);

/** As an official sees it; what belongs elsewhere is not there. */
export async function findManaged(db: Db, scope: Scope, id: string): Promise<SubsidyRow | undefined> {
  const row = await listManaged(db, scope, [id]).executeTakeFirst();
  return row && isManaged(scope, row) ? row : undefined;
}

export function listManaged(db: Db, scope: Scope, ids: string[]) {
  return selectSubsidies(db, countWaiting(scope)).where('subsidy.id', '=', sql<string>`any(${ids}::uuid[])`);
}

/** A withdrawn application is gone for its farmer. */
export function findOwnApplication(db: Db, ownerId: string, id: string): Promise<SubsidyRow | undefined> {
  return selectSubsidies(db, uncounted)
    .where('subsidy.id', '=', id)
    .where('subsidy.owner_id', '=', ownerId)
    .where('subsidy.kind', '=', 'application')
    .where('subsidy.status', '!=', 'withdrawn')
    .executeTakeFirst();
}

export interface PageRequest {
  limit: number;
  after: string[] | null;
}

export function listOwnApplications(db: Db, ownerId: string, { limit, after }: PageRequest) {
  return selectSubsidies(db, uncounted)
    .where('subsidy.owner_id', '=', ownerId)
    .where('subsidy.kind', '=', 'application')
    .where('subsidy.status', '!=', 'withdrawn')
    .$if(after !== null, (query) => query.where(olderThan(after ?? [])))
    .orderBy('subsidy.created_at', 'desc')
    .orderBy('subsidy.id', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function countOwnApplications(db: Db, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('subsidies')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'application')
    .where('status', '!=', 'withdrawn')
    .executeTakeFirstOrThrow();
  return count;
}

/** The own applications added up by the year in which they were sent, newest first, and after them the sum of all. */
export async function sumOwnApplications(db: Db, ownerId: string) {
  const year = sql<number | null>`extract(year from created_at at time zone ${sql.lit(TIME_ZONE)})::int`;
  const cents = (status: string | null) =>
    sql<number>`coalesce(sum(amount_cents) filter (where ${status}::text is null or status = ${status}), 0)::bigint`;
  return db
    .selectFrom('subsidies')
    .select([
      year.as('year'),
      cents(null).as('asked_cents'),
      cents('approved').as('granted_cents'),
      cents('pending').as('waiting_cents'),
    ])
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 'application')
    .where('status', '!=', 'withdrawn')
    .groupBy(sql`rollup (${year})`)
    .orderBy(year, (order) => order.desc().nullsLast())
    .execute();
}

export type TotalsRow = Awaited<ReturnType<typeof sumOwnApplications>>[number];

/** Programmes that farmers can apply to on this day. */
export function listOpenProgrammes(db: Db, today: string, { limit, after }: PageRequest) {
  return selectSubsidies(db, uncounted)
    .where('subsidy.kind', '=', 'programme')
    .where('subsidy.status', '=', 'approved')
    .where('subsidy.closed_at', 'is', null)
    .where((where) =>
      where.or([where('subsidy.closes_on', 'is', null), where('subsidy.closes_on', '>=', today)]),
    )
    .whereRef('subsidy.approved_cents', '<', 'subsidy.amount_cents')
    .$if(after !== null, (query) => query.where(olderThan(after ?? [])))
    .orderBy('subsidy.created_at', 'desc')
    .orderBy('subsidy.id', 'desc')
    .limit(limit + 1)
    .execute();
}

function olderThan([createdAt, id]: string[]) {
  return sql<boolean>`(subsidy.created_at, subsidy.id) < (${createdAt}::timestamptz, ${id}::uuid)`;
}

const lockColumns = [
  'id',
  'kind',
  'county',
  'owner_id',
  'programme_id',
  'name',
  'description',
  'amount_cents',
  'status',
  'approved_cents',
  'amount_set_by',
  'closes_on',
  'closed_at',
  'second_above_cents',
  'rules',
  'regions',
  'counties',
  'decided_by',
  'decided_at',
  'decided_level',
  'revision',
] as const;

/** For a change of the row itself. A programme is always locked before its applications. */
export function lockSubsidy(db: Db, id: string) {
  return db
    .selectFrom('subsidies')
    .select(lockColumns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export type LockedSubsidy = NonNullable<Awaited<ReturnType<typeof lockSubsidy>>>;

/** Keeps a programme as it is while somebody applies to it; others may apply at the same time. */
export function holdProgramme(db: Db, id: string) {
  return db
    .selectFrom('subsidies')
    .select(lockColumns)
    .where('id', '=', id)
    .where('kind', '=', 'programme')
    .forShare()
    .executeTakeFirst();
}

export interface NewSubsidy {
  id: string;
  kind: SubsidyKind;
  /** Of a programme: the county that made it. */
  county?: string | null;
  owner_id: string;
  programme_id?: string | null;
  appeal_of?: string;
  name: string;
  description: string;
  amount_cents: number;
  amount_set_by?: string;
  closes_on?: string | null;
  second_above_cents?: number | null;
  rules?: string | null;
  regions?: string[];
}

export async function insertSubsidy(db: Db, subsidy: NewSubsidy): Promise<void> {
  await db
    .insertInto('subsidies')
    .values({
      ...subsidy,
      owner_name: ({ selectFrom }) =>
        selectFrom('users').select('name').where('id', '=', subsidy.owner_id).$asScalar().$notNull(),
    })
    .execute();
}

export interface SubsidyChange {
  name?: string;
  description?: string;
  amount_cents?: number;
  amount_set_by?: string;
  programme_id?: string | null;
  closes_on?: string | null;
  closed_at?: string | null;
  second_above_cents?: number | null;
  rules?: string | null;
  regions?: string[];
}

export async function editSubsidy(db: Db, id: string, change: SubsidyChange): Promise<void> {
  await db
    .updateTable('subsidies')
    .set({ ...change, revision: sql<number>`revision + 1`, edited_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}

/** The level at which an official works now; without a post for the country. */
export const levelOf = (officialId: string) =>
  sql<'country' | 'county'>`coalesce((select level from working_post(${officialId})), 'country')`;

export interface Decision {
  status: 'approved' | 'rejected';
  reason: string | null;
  decidedBy: string;
  facts: EligibilityReport | null;
}

export async function setDecision(db: Db, id: string, decision: Decision): Promise<void> {
  await db
    .updateTable('subsidies')
    .set({
      status: decision.status,
      reason: decision.reason,
      decided_by: decision.decidedBy,
      decided_at: sql<string>`now()`,
      decided_level: levelOf(decision.decidedBy),
      facts: decision.facts && JSON.stringify(decision.facts),
      revision: sql<number>`revision + 1`,
    })
    .where('id', '=', id)
    .execute();
}

/** Takes an amount from the budget of a locked programme. That it is there is a rule of the table, too. */
export async function takeFromBudget(db: Db, programmeId: string, cents: number): Promise<void> {
  await db
    .updateTable('subsidies')
    .set({ approved_cents: sql<number>`approved_cents + ${cents}` })
    .where('id', '=', programmeId)
    .execute();
}

export async function setMeets(db: Db, id: string, meets: boolean | null): Promise<void> {
  await db.updateTable('subsidies').set({ meets_rules: meets }).where('id', '=', id).execute();
}

export async function setWithdrawn(db: Db, id: string): Promise<void> {
  await db
    .updateTable('subsidies')
    .set({ status: 'withdrawn', withdrawn_at: sql<string>`now()`, revision: sql<number>`revision + 1` })
    .where('id', '=', id)
    .execute();
}

export async function hasApplications(db: Db, programmeId: string): Promise<boolean> {
  const found = await db
    .selectFrom('subsidies')
    .select('id')
    .where('programme_id', '=', programmeId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function deleteSubsidy(db: Db, id: string): Promise<void> {
  await db.deleteFrom('subsidies').where('id', '=', id).execute();
}
