/** Read queries of programmes and applications, shared by farmers and officials. */
import type { Region, ReturnField, StoredRules, SubsidyKind, SubsidyStatus } from '@ardhi/contract';
import { type RawBuilder, sql } from 'kysely';
import { canDecideIn } from '../../accounts/officials/queries.ts';
import type { Db } from '../../lib/database/db.ts';
import { runPrepared } from '../../lib/database/prepared.ts';
import { type Area, covers, NATIONAL_SCOPE, type Scope, within } from '../../lib/http/scope.ts';

/** Cap of the count per programme; the list of pending applications counts further. */
const PENDING_COUNT_LIMIT = 100;

/** Pending applications per programme. For officials only: farmers' lists do not show it and skip its cost. */
const countPending = (scope: Scope) => sql<number | null>`case subsidy.kind when 'programme' then (
  select count(*) from (
    select from subsidies as waiting
    where waiting.programme_id = subsidy.id and waiting.status = 'pending'
      and ${within(scope, sql`waiting.county`)} limit ${sql.lit(PENDING_COUNT_LIMIT)}
  ) as counted
) end`;
export const withoutPendingCount = sql<number | null>`null::bigint`;

/** A vote under four-eyes approval: while pending, votes that still count; once decided, the two deciding votes. */
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
  answerSw: string | null;
  decidedAt: string | null;
  newId: string | null;
}

/** Includes the names of owner, programme and deciding official. */
export function selectSubsidies(db: Db, waiting: RawBuilder<number | null>) {
  return db
    .selectFrom('subsidies as subsidy')
    .innerJoin('users as owner', 'owner.id', 'subsidy.owner_id')
    .leftJoin('subsidies as programme', 'programme.id', 'subsidy.programme_id')
    .leftJoin('users as decider', 'decider.id', 'subsidy.decided_by')
    .leftJoin('users as holder', 'holder.id', 'subsidy.assigned_to')
    .select([
      'subsidy.id',
      'subsidy.reference',
      sql<SubsidyKind>`subsidy.kind`.as('kind'),
      'subsidy.owner_id',
      'subsidy.owner_name',
      'owner.location as owner_location',
      'owner.language as owner_language',
      'owner.email as owner_email',
      'owner.phone_number as owner_phone',
      'subsidy.programme_id',
      'programme.name as programme_name',
      'programme.name_sw as programme_name_sw',
      'subsidy.name',
      'subsidy.description',
      'subsidy.name_sw',
      'subsidy.description_sw',
      'subsidy.amount_cents',
      sql<SubsidyStatus>`subsidy.status`.as('status'),
      'subsidy.reason',
      'subsidy.reason_sw',
      'subsidy.decided_at',
      'decider.name as decided_by_name',
      sql<Region[]>`subsidy.regions`.as('regions'),
      'subsidy.county',
      // Pending only: age in working days, excluding days when it was returned to the farmer.
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
      // The threshold compares with all that the farmer was granted from the programme in twelve months.
      sql<number>`case when programme.second_above_cents is not null and subsidy.status = 'pending'
        then granted_in_year(subsidy.owner_id, subsidy.programme_id) else 0 end`.as('granted_before_cents'),
      sql<StoredMark[] | null>`(
        select jsonb_agg(jsonb_build_object('_id', users.id, 'name', users.name, 'status', mark.status,
          'at', mark.marked_at) order by mark.marked_at)
        from subsidy_marks as mark join users on users.id = mark.marked_by
        where mark.subsidy_id = subsidy.id and (subsidy.status <> 'pending' or mark.subsidy_revision = subsidy.revision
          and mark.programme_revision = coalesce(programme.revision, subsidy.revision)
          and ${canDecideIn(sql`subsidy.county`, 'open')})
      )`.as('marks'),
      sql<StoredRules | null>`subsidy.rules`.as('rules'),
      'subsidy.revision',
      'subsidy.created_at',
      'subsidy.edited_at',
      'subsidy.assigned_to',
      'holder.name as assigned_name',
      'subsidy.due_on',
      'subsidy.risen_at',
      'subsidy.meets_rules',
      sql<boolean>`programme.rules is not null`.as('has_rules'),
      // An application returned to the farmer is never overdue.
      sql<boolean>`subsidy.due_on < nairobi_date(now()) and subsidy.returned_at is null`.as('is_late'),
      'subsidy.returned_at',
      sql<ReturnField[] | null>`subsidy.return_fields`.as('return_fields'),
      'subsidy.return_reason',
      'subsidy.return_reason_sw',
      'subsidy.appeal_of',
      sql<StoredAppeal | null>`case subsidy.status when 'rejected' then (
        select jsonb_build_object('status', appeal.status, 'reason', appeal.reason, 'at', appeal.created_at,
          'answer', appeal.answer, 'answerSw', appeal.answer_sw, 'decidedAt', appeal.decided_at, 'newId', opened.id)
        from appeals as appeal left join subsidies as opened on opened.appeal_of = appeal.subsidy_id
        where appeal.subsidy_id = subsidy.id
      ) end`.as('appeal'),
      sql<string[]>`array(
        select parcel_id from subsidy_parcels where subsidy_id = subsidy.id order by parcel_id
      )`.as('parcel_ids'),
      // The part of them that the deciding county may see.
      sql<string[]>`array(
        select parcel_id from subsidy_parcels join parcels on parcels.id = parcel_id
        where subsidy_id = subsidy.id and (subsidy.county is null or parcels.county = subsidy.county) order by parcel_id
      )`.as('county_parcel_ids'),
      waiting.as('pending_applications'),
    ]);
}

export type SubsidyRow = Awaited<ReturnType<ReturnType<typeof selectSubsidies>['execute']>>[number];

/** Does not check permissions: for farmers' own rows, and for rows that an official's call has already checked. */
export function findSubsidy(db: Db, id: string): Promise<SubsidyRow | undefined> {
  return selectSubsidies(db, countPending(NATIONAL_SCOPE)).where('subsidy.id', '=', id).executeTakeFirst();
}

/** Officials see rows of their county, and national programmes. */
const isManaged = (scope: Area, row: Pick<SubsidyRow, 'kind' | 'county'>): boolean =>
  covers(scope, row.county) || (row.kind === 'programme' && row.county === null);

/** Returns undefined for rows outside the official's scope. */
export async function findManaged(db: Db, scope: Area, id: string): Promise<SubsidyRow | undefined> {
  const row = await listManaged(db, scope, [id]).executeTakeFirst();
  return row && isManaged(scope, row) ? row : undefined;
}

export function listManaged(db: Db, scope: Scope, ids: string[]) {
  return selectSubsidies(db, countPending(scope)).where('subsidy.id', '=', sql<string>`any(${ids}::uuid[])`);
}

/** Rows in the order of the ids. */
export async function listManagedInOrder(db: Db, scope: Scope, ids: string[]): Promise<SubsidyRow[]> {
  if (!ids.length) return [];
  const rows = await runPrepared(db, listManaged(db, scope, ids).compile());
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
