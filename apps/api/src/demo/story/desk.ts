/**
 * What officials do and farmers answer: posts, a queue with its day, cases that somebody has or returned, marks of two,
 * appeals and complaints. Made of what was loaded, by rank of the ids, so that one seed gives one desk.
 */
import type { ComplaintKind } from '@ardhi/contract';
import { complaintNumber } from '@ardhi/contract/complaint-number';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '../../lib/database/database.generated.ts';
import { liveFacts } from '../../office/subsidies/decide.ts';
import { type Day, dateOf, isoOf, momentOf } from '../calendar.ts';
import type { Country } from '../country.ts';
import { answers, complaintTexts, returnReasons } from './desk-texts.ts';

type Desk = Pick<Country, 'asOf' | 'officials' | 'hero'> & { db: Kysely<DB> };

/** Noon so many days ago. */
const noon = (asOf: Day, daysAgo: number) => isoOf(momentOf(asOf - daysAgo, 12 * 60));

/** An id that follows from what it is about. */
const idOf = (...parts: (string | ReturnType<typeof sql>)[]) =>
  sql<string>`md5(concat_ws('/', ${sql.join(parts.map((part) => (typeof part === 'string' ? sql`${part}::text` : part)))}))::uuid`;

export async function addDesk(desk: Desk): Promise<void> {
  await addPosts(desk);
  await fillQueue(desk);
  await addMark(desk);
  await addAppeals(desk);
  await addComplaints(desk);
}

/** The first official gives posts; the second has Nakuru, where the demo's farmer lives. */
async function addPosts({ db, officials, asOf }: Desk): Promise<void> {
  const head = officials[0]!;
  await db.updateTable('users').set({ manage: true }).where('id', '=', head.id).execute();
  const posts: [official: number, place: string, duties: string[], daysAgo: number, endedDaysAgo?: number][] =
    [
      [1, 'Nakuru', ['view', 'decide'], 120],
      [4, 'Nakuru', ['view', 'decide', 'manage'], 200],
      [10, 'Kilifi', ['view', 'decide'], 90],
      [6, 'Kericho', ['view', 'decide'], 60],
      [11, '', ['view', 'decide'], 150],
      [8, 'Nakuru', ['view'], 240, 75],
    ];
  for (const [official, place, duties, daysAgo, endedDaysAgo] of posts) {
    const officialId = officials[official]!.id;
    const given = noon(asOf, daysAgo);
    const post = await db
      .insertInto('posts')
      .values({
        id: idOf('post', officialId),
        official_id: officialId,
        level: place ? 'county' : 'country',
        place,
        duties,
        from_day: dateOf(asOf - daysAgo),
        given_by: head.id,
        given_at: given,
        ended_by: endedDaysAgo === undefined ? null : head.id,
        ended_at: endedDaysAgo === undefined ? null : noon(asOf, endedDaysAgo),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await note(db, given, head.id, 'post.give', 'post', post.id, { officialId, county: place || null });
  }
}

const CHECKED = 200;

/** What waits is due on a day and was checked against the rules; some of it is taken, some returned. */
async function fillQueue({ db, officials, asOf }: Desk): Promise<void> {
  const [head, nakuru] = [officials[0]!.id, officials[1]!.id];
  await sql`
    update subsidies set due_on = add_working_days(nairobi_date(created_at), decision_days()),
      county = application_county(id, owner_id)
    where kind = 'application' and status = 'pending'`.execute(db);
  const pending = await db
    .selectFrom('subsidies as subsidy')
    .leftJoin('subsidies as programme', 'programme.id', 'subsidy.programme_id')
    .select(['subsidy.id', 'subsidy.owner_id', 'subsidy.county', 'programme.rules'])
    .where('subsidy.kind', '=', 'application')
    .where('subsidy.status', '=', 'pending')
    .orderBy('subsidy.id')
    .execute();
  for (const [index, row] of pending.entries()) {
    const rules = row.rules as Parameters<typeof liveFacts>[2];
    const meets = rules && index < CHECKED ? (await liveFacts(db, row, rules)).meets : null;
    const holder = index % 5 === 1 ? head : row.county === 'Nakuru' && index % 2 ? nakuru : null;
    await db
      .updateTable('subsidies')
      .set({ meets_rules: meets, assigned_to: holder, assigned_at: holder && noon(asOf, 1) })
      .where('id', '=', row.id)
      .execute();
  }
  for (const [index, { fields, reason }] of returnReasons.entries()) {
    // Every seventh, so that it is not the one that was just taken.
    const row = pending[index * 7 + 3];
    if (!row) return;
    const at = noon(asOf, 2 + index);
    await sql`
      update subsidies set returned_at = ${at}, returned_by = ${head}, return_fields = ${fields}::text[],
        return_reason = ${reason}, revision = revision + 1
      where id = ${row.id} and created_at < ${at}::timestamptz`.execute(db);
    await note(db, at, head, 'subsidy.return', 'subsidy', row.id, { fields, reason });
  }
}

const SECOND_ABOVE_CENTS = 5_000_000;

/** The demo's farmer waits for drip, which two have to agree on; the county has. */
async function addMark({ db, officials, hero, asOf }: Desk): Promise<void> {
  const nakuru = officials[1]!.id;
  const at = noon(asOf, 1);
  const { rows } = await sql<{ id: string }>`
    with programme as (
      update subsidies set second_above_cents = ${SECOND_ABOVE_CENTS}
      where kind = 'programme' and name like '%Drip%' returning id, revision
    )
    insert into subsidy_marks (subsidy_id, marked_by, status, reason, level, subsidy_revision, programme_revision, marked_at)
    select subsidy.id, ${nakuru}, 'approved', ${answers.mark}, 'county', subsidy.revision, programme.revision, ${at}
    from subsidies as subsidy join programme on programme.id = subsidy.programme_id
    where subsidy.owner_id = ${hero.id} and subsidy.status = 'pending' and subsidy.amount_cents > ${SECOND_ABOVE_CENTS}
    returning subsidy_id as id`.execute(db);
  for (const { id } of rows)
    await note(db, at, nakuru, 'subsidy.mark-approve', 'subsidy', id, { reason: answers.mark });
}

/** One of the demo's farmer that waits, others that wait, one dismissed, one upheld with its new application. */
async function addAppeals({ db, officials, hero, asOf }: Desk): Promise<void> {
  const { rows: rejected } = await sql<{ id: string; owner_id: string; at: string; decided_by: string }>`
    select id, owner_id, (decided_at + interval '3 days')::text as at, decided_by from subsidies
    where kind = 'application' and status = 'rejected' and decided_at < ${noon(asOf, 10)}::timestamptz
    order by owner_id <> ${hero.id}, decided_at desc, id limit ${answers.appeals.length}`.execute(db);
  for (const [index, row] of rejected.entries()) {
    const { reason, verdict, answer } = answers.appeals[index]!;
    const decider = officials.find(({ id }) => id !== row.decided_by)!.id;
    const decidedAt = sql<string>`${row.at}::timestamptz + interval '5 days'`;
    await db
      .insertInto('appeals')
      .values({
        id: idOf('appeal', row.id),
        subsidy_id: row.id,
        reason,
        status: verdict ?? 'pending',
        created_at: row.at,
        answer: answer ?? null,
        decided_by: verdict ? decider : null,
        decided_at: verdict ? decidedAt : null,
      })
      .execute();
    await note(db, row.at, row.owner_id, 'subsidy.appeal', 'subsidy', row.id, { reason });
    if (verdict !== 'upheld') continue;
    await sql`
      insert into subsidies (id, kind, owner_id, owner_name, programme_id, name, description, amount_cents, status,
        regions, created_at, due_on, appeal_of)
      select ${idOf('opened', row.id)}, kind, owner_id, owner_name, programme_id, name, description, amount_cents,
        'pending', regions, ${decidedAt}, add_working_days(nairobi_date(${decidedAt}), decision_days()), id
      from subsidies where id = ${row.id}`.execute(db);
    await sql`
      insert into subsidy_parcels (subsidy_id, parcel_id)
      select ${idOf('opened', row.id)}, parcel_id from subsidy_parcels where subsidy_id = ${row.id}`.execute(
      db,
    );
  }
}

interface Complainant {
  id: string;
  name: string;
  email: string;
  county: string | null;
}

async function addComplaints({ db, officials, hero, asOf }: Desk): Promise<void> {
  const { rows: people } = await sql<Complainant>`
    select users.id, users.name, users.email, (select min(county) from parcels where owner_id = users.id) as county
    from users where role = 'farmer' order by users.id <> ${hero.id}, users.id limit ${complaintTexts.length}`.execute(
    db,
  );
  for (const [index, text] of complaintTexts.entries()) {
    // The demo's farmer has made two of them.
    const from = people[Math.max(0, index - 1)];
    if (!from) return;
    const id = await addComplaint({ db, officials, asOf }, complaintNumber(index + 1), from, text);
    if (text.about !== undefined)
      await db
        .insertInto('complaint_subjects')
        .values({ complaint_id: id, user_id: officials[text.about]!.id })
        .execute();
  }
  await sql`select setval('complaint_numbers', ${complaintTexts.length})`.execute(db);
}

async function addComplaint(
  { db, officials, asOf }: Pick<Desk, 'db' | 'officials' | 'asOf'>,
  number: string,
  from: Complainant,
  text: { kind: ComplaintKind; message: string; daysAgo: number; answer?: string },
): Promise<string> {
  const at = noon(asOf, text.daysAgo);
  const answeredAt = text.answer ? noon(asOf, text.daysAgo - 4) : null;
  const { id } = await db
    .insertInto('complaints')
    .values({
      id: idOf('complaint', number),
      number,
      kind: text.kind,
      message: text.message,
      name: from.name,
      email: from.email,
      user_id: from.id,
      county: from.county,
      created_at: at,
      due_on: sql<string>`add_working_days(nairobi_date(${at}::timestamptz), 14)`,
      answer: text.answer ?? null,
      answered_by: text.answer ? officials[0]!.id : null,
      answered_at: answeredAt,
      revision: text.answer ? 2 : 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await note(db, at, from.id, 'complaint.create', 'complaint', id, { number });
  if (answeredAt)
    await note(db, answeredAt, officials[0]!.id, 'complaint.answer', 'complaint', id, { number });
  return id;
}

async function note(
  db: Kysely<DB>,
  at: string,
  actorId: string,
  action: string,
  entity: string,
  entityId: string,
  after: object,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({ at, actor_id: actorId, action, entity, entity_id: entityId, after: JSON.stringify(after) })
    .execute();
}
