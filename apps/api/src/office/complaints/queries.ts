import { randomInt } from 'node:crypto';
import { type ComplaintKind, NONE } from '@ardhi/contract';
import { COMPLAINT_NUMBERS, complaintNumber } from '@ardhi/contract/complaint-number';
import { TIME_ZONE } from '@ardhi/contract/dates';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../lib/database/database.generated.ts';
import type { Db } from '../../lib/database/db.ts';
import {
  listPage,
  nextRevision,
  now,
  onlyRow,
  type PageRequest,
  updateRow,
} from '../../lib/database/rows.ts';
import { complaintIsOpenTo, type Viewer } from '../../lib/http/scope.ts';
import { prefixQuery } from '../../lib/text/search-terms.ts';

function selectComplaints(db: Db) {
  return db
    .selectFrom('complaints as complaint')
    .leftJoin('subsidies as subsidy', 'subsidy.id', 'complaint.subsidy_id')
    .leftJoin('users as answerer', 'answerer.id', 'complaint.answered_by')
    .leftJoin('users as handler', 'handler.id', 'complaint.taken_up_by')
    .select([
      'complaint.id',
      'complaint.number',
      sql<ComplaintKind>`complaint.kind`.as('kind'),
      'complaint.message',
      'complaint.name',
      'complaint.email',
      'complaint.user_id',
      'complaint.county',
      'complaint.created_at',
      'complaint.due_on',
      'complaint.taken_up_at',
      'handler.name as taken_up_by',
      'complaint.answer',
      'complaint.answered_at',
      'answerer.name as answered_by',
      'complaint.revision',
      'subsidy.id as subsidy_id',
      'subsidy.name as subsidy_name',
      sql<string[]>`array(
        select users.name from complaint_subjects join users on users.id = complaint_subjects.user_id
        where complaint_subjects.complaint_id = complaint.id order by users.name)`.as('about'),
    ]);
}

export type ComplaintRow = Awaited<ReturnType<ReturnType<typeof selectComplaints>['execute']>>[number];

export function findComplaint(db: Db, id: string): Promise<ComplaintRow | undefined> {
  return selectComplaints(db).where('complaint.id', '=', id).executeTakeFirst();
}

export function findOpenComplaint(db: Db, viewer: Viewer, id: string): Promise<ComplaintRow | undefined> {
  return selectComplaints(db)
    .where('complaint.id', '=', id)
    .where(complaintIsOpenTo(viewer))
    .executeTakeFirst();
}

export function listOwnComplaints(db: Db, userId: string, page: PageRequest): Promise<ComplaintRow[]> {
  const own = selectComplaints(db).where('complaint.user_id', '=', userId);
  return listPage(own, ['complaint.created_at', 'complaint.id'], 'desc', page);
}

export interface ComplaintFilter {
  state: 'open' | 'answered' | 'all';
  /** A complete complaint number; replaces the search by `q`. */
  number?: string;
  q?: string;
  from?: string;
  to?: string;
  county?: string;
  programmeId?: string;
  officialId?: string;
}

const equals = (column: RawBuilder<unknown>, value: string) =>
  value === NONE ? sql<boolean>`${column} is null` : sql<boolean>`${column} = ${value}`;
const startOf = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone ${TIME_ZONE}`;

export function listComplaints(
  db: Db,
  viewer: Viewer,
  { state, number, q, from, to, county, programmeId, officialId }: ComplaintFilter,
  page: PageRequest,
): Promise<ComplaintRow[]> {
  const matching = selectComplaints(db)
    .where(complaintIsOpenTo(viewer))
    .$if(state === 'open', (query) => query.where('complaint.answered_at', 'is', null))
    .$if(state === 'answered', (query) => query.where('complaint.answered_at', 'is not', null))
    .$if(from !== undefined, (query) =>
      query.where(sql<boolean>`complaint.created_at >= ${startOf(sql`${from}::date`)}`),
    )
    .$if(to !== undefined, (query) =>
      query.where(sql<boolean>`complaint.created_at < ${startOf(sql`${to}::date + 1`)}`),
    )
    .$if(county !== undefined, (query) => query.where(equals(sql`complaint.county`, county!)))
    .$if(programmeId !== undefined, (query) => query.where(equals(sql`subsidy.programme_id`, programmeId!)))
    .$if(officialId !== undefined, (query) =>
      query.where(sql<boolean>`exists (
        select from complaint_subjects where complaint_id = complaint.id and user_id = ${officialId})`),
    )
    .$if(number !== undefined, (query) => query.where('complaint.number', '=', number ?? ''))
    .$if(number === undefined && q !== undefined, (query) =>
      query.where(sql<boolean>`complaint.words @@ to_tsquery('simple', ${prefixQuery(q ?? '')})`),
    );
  return listPage(matching, ['complaint.due_on', 'complaint.created_at', 'complaint.id'], 'asc', page);
}

/** Stops counting at `most`. */
export async function countOpenComplaints(db: Db, viewer: Viewer, most: number): Promise<number> {
  const { count } = await onlyRow<{ count: number }>(db)`
    select count(*) as count from (
      select from complaints as complaint where answered_at is null and ${complaintIsOpenTo(viewer)} limit ${most}
    ) as counted`;
  return count;
}

/** Random: a number reveals neither another one nor how many complaints there are. */
const drawNumber = () => complaintNumber(randomInt(COMPLAINT_NUMBERS));
const MAX_DRAWS = 50;

/**
 * Assigned to the county of the application, or to the farmer's county if all their land is in one. Draws another number
 * if one is taken; `draw` is a parameter for the test of that.
 */
export async function insertComplaint(
  db: Db,
  complaint: Omit<Insertable<DB['complaints']>, 'due_on' | 'number' | 'taken_up_at'>,
  workingDays: number,
  draw = drawNumber,
): Promise<string> {
  for (let attempt = 1; attempt <= MAX_DRAWS; attempt += 1) {
    const inserted = await db
      .insertInto('complaints')
      .values({
        ...complaint,
        number: draw(),
        taken_up_at: complaint.taken_up_by ? now : null,
        due_on: sql<string>`add_working_days(nairobi_date(now()), ${workingDays}::integer)`,
        county: sql<string | null>`coalesce(
          (select county from subsidies where id = ${complaint.subsidy_id}),
          (select min(county) from parcels where owner_id = ${complaint.user_id} and deleted_at is null
            having count(distinct county) = 1))`,
      })
      .onConflict((conflict) => conflict.column('number').doNothing())
      .returning('number')
      .executeTakeFirst();
    if (inserted) return inserted.number;
  }
  throw new Error('no complaint number is left');
}

/** Subjects: the named official, and all officials involved in the application. */
export async function insertSubjects(
  db: Db,
  complaintId: string,
  { officialId, subsidyId }: { officialId: string | null; subsidyId: string | null },
): Promise<void> {
  await sql`
    insert into complaint_subjects (complaint_id, user_id)
    select ${complaintId}, person from (
      select ${officialId}::uuid as person
      union select decided_by from subsidies where id = ${subsidyId}
      union select returned_by from subsidies where id = ${subsidyId}
      union select assigned_to from subsidies where id = ${subsidyId}
      union select marked_by from subsidy_marks where subsidy_id = ${subsidyId}
      union select actor_id from audit_log where entity = 'subsidy' and entity_id = ${subsidyId}
        and action in ('subsidy.return', 'subsidy.mark-approve', 'subsidy.mark-reject', 'subsidy.dismiss')
    ) as people join users on users.id = person and users.role = 'government'
  `.execute(db);
}

export async function lockComplaint(db: Db, id: string): Promise<void> {
  await db.selectFrom('complaints').select('id').where('id', '=', id).forUpdate().execute();
}

export const setTakenUp = (db: Db, id: string, takenUpBy: string) =>
  updateRow(db, 'complaints', id, { taken_up_by: takenUpBy, taken_up_at: now, revision: nextRevision });

export const setAnswer = (db: Db, id: string, answer: string, answeredBy: string) =>
  updateRow(db, 'complaints', id, {
    answer,
    answered_by: answeredBy,
    answered_at: now,
    taken_up_at: sql<string>`coalesce(taken_up_at, now())`,
    taken_up_by: sql<string>`coalesce(taken_up_by, ${answeredBy}::uuid)`,
    revision: nextRevision,
  });

/** For the account data export. */
export function accountComplaints(db: Db, userId: string) {
  return db
    .selectFrom('complaints')
    .select([
      'number',
      'kind',
      'message',
      'subsidy_id',
      'created_at',
      'due_on',
      'taken_up_at',
      'answer',
      'answered_at',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .limit(100_000)
    .execute();
}
