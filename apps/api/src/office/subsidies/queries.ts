/** Programmes and applications as they are read, by whoever may. */
import type { Region, ReturnField, StoredRules, SubsidyKind, SubsidyStatus } from '@ardhi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { type Area, COUNTRY, covers, type Scope, within } from '../../lib/http/scope.ts';

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
export const uncounted = sql<number | null>`null::bigint`;

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
export function selectSubsidies(db: Db, waiting: RawBuilder<number | null>) {
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
const isManaged = (scope: Area, row: Pick<SubsidyRow, 'kind' | 'county'>): boolean =>
  covers(scope, row.county) || (row.kind === 'programme' && row.county === null);

/** As an official sees it; what belongs elsewhere is not there. */
export async function findManaged(db: Db, scope: Area, id: string): Promise<SubsidyRow | undefined> {
  const row = await listManaged(db, scope, [id]).executeTakeFirst();
  return row && isManaged(scope, row) ? row : undefined;
}

export function listManaged(db: Db, scope: Scope, ids: string[]) {
  return selectSubsidies(db, countWaiting(scope)).where('subsidy.id', '=', sql<string>`any(${ids}::uuid[])`);
}

export interface PageRequest {
  limit: number;
  after: string[] | null;
}
