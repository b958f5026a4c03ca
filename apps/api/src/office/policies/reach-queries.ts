/** Audience of a policy before sending, recipients at the time of sending, and readers since. */
import type { Region } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { onlyRow, rowsOf } from '../../lib/database/rows.ts';
import { type Area, countyOf, type Scope, within } from '../../lib/http/scope.ts';

export interface AudienceRow {
  total: number;
  placed: number;
  regions: Partial<Record<Region, number>>;
}

/** Current farmers by region of their land, read from the rollups, which are exact at any moment. */
export async function countAudience(db: Db, scope: Area): Promise<AudienceRow> {
  const county = countyOf(scope);
  if (county !== null) {
    const { total } = await onlyRow<{ total: number }>(db)`
        select coalesce(sum(farmers), 0)::bigint as total from live_farmers where region = ${county}`;
    return { total, placed: total, regions: {} };
  }
  return onlyRow<AudienceRow>(db)`
    select
      coalesce((select farmers from live_farmers where region = 'all'), 0) as total,
      (select count(*) from farmer_places where north > 0 or south > 0 or east > 0 or west > 0) as placed,
      (select coalesce(jsonb_object_agg(region, farmers), '{}') from live_farmers
        where region in ('north', 'south', 'east', 'west')) as regions`;
}

/** Returns null if the policy was never sent. */
export async function secondsSinceSent(db: Db, policyId: string): Promise<number | null> {
  const row = await db
    .selectFrom('policy_sendings')
    .select(sql<number>`extract(epoch from now() - sent_at)::float8`.as('seconds'))
    .where('policy_id', '=', policyId)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.seconds ?? null;
}

export async function insertSending(
  db: Db,
  sending: { notice_id: string; policy_id: string; sent_by: string; mail: boolean },
): Promise<void> {
  const { mail, ...row } = sending;
  await db
    .insertInto('policy_sendings')
    .values({ ...row, mail, mail_finished_at: mail ? null : sql<string>`now()` })
    .execute();
}

/** Locks the sending if its audience has not been counted yet. */
export function lockUncounted(db: Db, noticeId: string) {
  return db
    .selectFrom('policy_sendings')
    .select(['notice_id', 'sent_at'])
    .where('notice_id', '=', noticeId)
    .where('farmers', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Stores the farmers who existed at the time of sending, with the counties of the land they had then. */
export async function freezeRecipients(
  db: Db,
  { notice_id: noticeId, sent_at: sentAt }: { notice_id: string; sent_at: string },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into policy_recipients (notice_id, user_id, counties)
    select ${noticeId}, users.id, coalesce(land.counties, '{}')
    from users
    left join (
      select owner_id, array_agg(distinct county) as counties from parcels
      where county is not null and created_at <= ${sentAt} and (deleted_at is null or deleted_at > ${sentAt})
      group by owner_id
    ) as land on land.owner_id = users.id
    where users.role = 'farmer' and users.created_at <= ${sentAt}
      and (users.deleted_at is null or users.deleted_at > ${sentAt})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export interface CountyCount {
  county: string | null;
  farmers: number;
}

export const countRecipients = (db: Db, noticeId: string) =>
  rowsOf<CountyCount>(db)`
      select county, count(*) as farmers
      from policy_recipients left join unnest(counties) as county on true
      where notice_id = ${noticeId}
      group by county`;

export async function insertAudience(
  db: Db,
  noticeId: string,
  rows: (CountyCount & { region: string | null })[],
): Promise<void> {
  if (!rows.length) return;
  await db
    .insertInto('policy_audience')
    .values(rows.map((row) => ({ notice_id: noticeId, ...row })))
    .execute();
}

export async function setFarmers(db: Db, noticeId: string, farmers: number): Promise<void> {
  await db.updateTable('policy_sendings').set({ farmers }).where('notice_id', '=', noticeId).execute();
}

const MAX_SENDINGS = 10;

export function listSendings(db: Db, policyId: string) {
  return db
    .selectFrom('policy_sendings as sending')
    .innerJoin('users', 'users.id', 'sending.sent_by')
    .select([
      'sending.notice_id',
      'sending.sent_at',
      'sending.farmers',
      'sending.mail',
      'sending.mailed',
      'sending.mail_refused',
      'sending.mail_finished_at',
      'users.name as sent_by',
    ])
    .where('sending.policy_id', '=', policyId)
    .orderBy('sending.sent_at', 'desc')
    .limit(MAX_SENDINGS)
    .execute();
}

export type SendingRow = Awaited<ReturnType<typeof listSendings>>[number];

export interface ReachRow {
  notice_id: string;
  county: string | null;
  region: Region | null;
  farmers: number;
  read: number;
}

/** Per county: the farmers at the time of sending, and how many of them have read it. */
export async function listReach(db: Db, scope: Scope, noticeIds: string[]): Promise<ReachRow[]> {
  if (!noticeIds.length) return [];
  return rowsOf<ReachRow>(db)`
    with live as materialized (
      select notice_id, county, readers from live_policy_readers where notice_id = any(${noticeIds}::uuid[])
    )
    select audience.notice_id, audience.county, audience.region, audience.farmers, coalesce(live.readers, 0) as read
    from policy_audience as audience
    left join live on live.notice_id = audience.notice_id and live.county = coalesce(audience.county, '')
    where audience.notice_id = any(${noticeIds}::uuid[]) and ${within(scope, sql`audience.county`)}
    order by audience.farmers desc, audience.county`;
}

/** Readers per notice. A farmer with land in several counties counts once. */
export async function countReaders(db: Db, scope: Area, noticeIds: string[]): Promise<Map<string, number>> {
  if (!noticeIds.length) return new Map();
  const rows = await rowsOf<{ notice_id: string; readers: number }>(db)`
    select notice_id, readers from live_policy_readers
    where notice_id = any(${noticeIds}::uuid[]) and county = ${countyOf(scope) ?? '*'}`;
  return new Map(rows.map((row) => [row.notice_id, row.readers]));
}
