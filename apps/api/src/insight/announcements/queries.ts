import type { AnnouncementFilter, Language } from '@ardhi/contract';
import { MAX_ANNOUNCEMENT_FARMERS } from '@ardhi/contract/limits';
import { type Insertable, sql } from 'kysely';
import type { DB } from '../../lib/database/database.generated.ts';
import type { Db, Sql } from '../../lib/database/db.ts';
import { firstRow, now, onlyRow, type PageRequest, rowsOf, updateRow } from '../../lib/database/rows.ts';
import { type Area, type Scope, within } from '../../lib/http/scope.ts';

/** Serializes the announcements of an office until the transaction ends: two at once could exceed the limit. */
export const lockOffice = (db: Db, office: string | null) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`ardhi-announcements ${office ?? ''}`}, 0))`.execute(
    db,
  );

/** Announcements of the office in the current calendar month of Nairobi, withdrawn ones included. */
export async function countThisMonth(db: Db, office: string | null): Promise<number> {
  const { count } = await onlyRow<{ count: number }>(db)`
    select count(*) as count from announcements
    where county is not distinct from ${office}
      and sent_at >= date_trunc('month', now() at time zone 'Africa/Nairobi') at time zone 'Africa/Nairobi'`;
  return count;
}

export async function insertAnnouncement(
  db: Db,
  announcement: Omit<Insertable<DB['announcements']>, 'audience'> & { audience: AnnouncementFilter },
): Promise<void> {
  await db
    .insertInto('announcements')
    .values({ ...announcement, audience: JSON.stringify(announcement.audience) })
    .execute();
}

/** Ids in one list: it stays within a row's page, so that checking a reader costs one look. */
const IDS_IN_LIST = 100;

/** The farmers at this moment, read once: the lists hold exactly those that are counted. Returns their number. */
export async function freezeRecipients(db: Db, announcementId: string, condition: Sql): Promise<number> {
  const { count } = await onlyRow<{ count: number }>(db)`
    with chosen as materialized (
      select id, (row_number() over (order by id) - 1) / ${sql.lit(IDS_IN_LIST)} as list
      from (select id from users where ${condition} limit ${MAX_ANNOUNCEMENT_FARMERS + 1}) as users
    ), stored as (
      insert into announcement_farmers (announcement_id, first_id, ids)
      select ${announcementId}::uuid, (array_agg(id order by id))[1], array_agg(id order by id) from chosen group by list
    )
    select count(*) as count from chosen`;
  return count;
}

export const setFarmers = (db: Db, id: string, farmers: number) =>
  updateRow(db, 'announcements', id, { farmers });

export interface AnnouncementRow {
  id: string;
  county: string | null;
  sent_by_name: string;
  sent_at: string;
  language: Language;
  title: string;
  content: string;
  other_title: string | null;
  other_content: string | null;
  audience: AnnouncementFilter;
  programme_name: string | null;
  farmers: number;
  read: number;
  withdrawn_at: string | null;
}

/** Readers come from the rollup of policies, so that their number does not matter. */
const selectAnnouncements = (condition: Sql) => sql`
  select announcement.id, announcement.county, sender.name as sent_by_name, sent_at, announcement.language, title,
    content, other_title, other_content, audience, programme.name as programme_name, farmers,
    announcement.withdrawn_at,
    coalesce((select readers from live_policy_readers where notice_id = announcement.id and county = '*'), 0) as read
  from announcements as announcement join users as sender on sender.id = sent_by
    left join subsidies as programme on programme.id = (audience ->> 'programmeId')::uuid
  where ${condition}`;

export const listAnnouncements = (db: Db, scope: Scope, { limit, after }: PageRequest) =>
  rowsOf<AnnouncementRow>(db)`
    ${selectAnnouncements(sql`${within(scope, sql`announcement.county`)}
      and ${after ? sql`(sent_at, announcement.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`}`)}
    order by sent_at desc, announcement.id desc limit ${limit + 1}`;

export const findAnnouncement = (db: Db, id: string) =>
  firstRow<AnnouncementRow>(db)`${selectAnnouncements(sql`announcement.id = ${id}`)}`;

export const isKnownId = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('notices').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

export const lockAnnouncement = (db: Db, scope: Area, id: string) =>
  db
    .selectFrom('announcements')
    .select(['id', 'title', 'county', 'withdrawn_at'])
    .where('id', '=', id)
    .where(within(scope, sql`county`))
    .forUpdate()
    .executeTakeFirst();

export async function withdraw(db: Db, id: string): Promise<void> {
  await updateRow(db, 'announcements', id, { withdrawn_at: now });
  await updateRow(db, 'notices', id, { withdrawn_at: now });
}
