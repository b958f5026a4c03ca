import type { ReminderSettings } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { rowsOf } from '../../lib/database/rows.ts';

const DEFAULTS: ReminderSettings = { harvest: true, service: true, programme: true, mail: false };

export async function findSettings(db: Db, userId: string): Promise<ReminderSettings> {
  const row = await db
    .selectFrom('reminder_settings')
    .select(['harvest', 'service', 'programme', 'mail'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? DEFAULTS;
}

export async function saveSettings(db: Db, userId: string, settings: ReminderSettings): Promise<void> {
  await db
    .insertInto('reminder_settings')
    .values({ user_id: userId, ...settings })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(settings))
    .execute();
}

export async function deleteReminders(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('reminder_settings').where('user_id', '=', userId).execute();
  await db.deleteFrom('reminders').where('user_id', '=', userId).execute();
}

export interface DueHarvest {
  id: string;
  parcel_id: string;
  owner_id: string;
  crop: string;
  parcel: string;
  harvest_date: string;
}

/** Unconfirmed crops with a harvest date in the last `days`, in the order of the index crops_unconfirmed. */
export async function listDueHarvests(
  db: Db,
  today: string,
  { days, limit, after }: { days: number; limit: number; after: Pick<DueHarvest, 'parcel_id' | 'id'> | null },
): Promise<DueHarvest[]> {
  const further = after ? sql`and (crops.parcel_id, crops.id) > (${after.parcel_id}, ${after.id})` : sql``;
  return rowsOf<DueHarvest>(db)`
    select crops.id, parcel_id, owner_id, crops.name as crop, parcels.name as parcel, harvest_date
    from crops join parcels on parcels.id = crops.parcel_id
    where not yield_confirmed and harvest_date between ${today}::date - ${days}::int and ${today}
      and deleted_at is null ${further}
    order by crops.parcel_id, crops.id
    limit ${limit}`;
}

const personColumns = sql`users.id, users.name, users.email, users.language, users.email_confirmed_at`;

export interface RemindedPerson {
  id: string;
  name: string;
  email: string;
  language: string;
  email_confirmed_at: string | null;
  mail: boolean;
}

/** Returns the users who have this kind of reminder enabled. */
export const listReminded = (db: Db, kind: 'harvest' | 'service', userIds: string[]) =>
  rowsOf<RemindedPerson>(db)`
    select ${personColumns}, coalesce(settings.mail and users.email_confirmed_at is not null, false) as mail
    from users left join reminder_settings as settings on settings.user_id = users.id
    where users.id = any(${userIds}::uuid[]) and users.deleted_at is null
      and coalesce(settings.${sql.ref(kind)}, true)`;

/** Farmers who get closing programmes by mail, after the mailing's cursor. */
export const listMailedProgrammes = (db: Db, { after, limit }: { after: string | null; limit: number }) =>
  rowsOf<RemindedPerson>(db)`
    select ${personColumns}, true as mail
    from reminder_settings as settings join users on users.id = settings.user_id
    where settings.mail and settings.programme ${after ? sql`and settings.user_id > ${after}` : sql``}
      and users.email_confirmed_at is not null and users.deleted_at is null
    order by settings.user_id
    limit ${limit}`;

/** Returns the ids that had no reminder before. */
export async function insertReminders(
  db: Db,
  kind: 'harvest' | 'service',
  dues: { userId: string; thingId: string; due: string }[],
): Promise<Set<string>> {
  if (dues.length === 0) return new Set();
  const rows = await db
    .insertInto('reminders')
    .values(dues.map(({ userId, thingId, due }) => ({ user_id: userId, kind, thing_id: thingId, due })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('thing_id')
    .execute();
  return new Set(rows.map((row) => row.thing_id));
}

/** Open programmes that close between today and `until` and have no reminder yet. */
export const listClosingProgrammes = (
  db: Db,
  { today, until, limit }: { today: string; until: string; limit: number },
) =>
  rowsOf<{ id: string; name: string; closes_on: string }>(db)`
    select id, name, closes_on from subsidies as programme
    where kind = 'programme' and status = 'approved' and closed_at is null
      and closes_on between ${today} and ${until} and approved_cents < amount_cents
      and not exists (
        select from programme_reminders
        where programme_id = programme.id and closes_on = programme.closes_on)
    limit ${limit}`;

/** Returns false if it exists already. */
export async function insertProgrammeReminder(db: Db, programmeId: string, closesOn: string) {
  const row = await db
    .insertInto('programme_reminders')
    .values({ programme_id: programmeId, closes_on: closesOn })
    .onConflict((conflict) => conflict.doNothing())
    .returning('programme_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function setProgrammeNotice(db: Db, programmeId: string, closesOn: string, noticeId: string) {
  await db
    .updateTable('programme_reminders')
    .set({ notice_id: noticeId })
    .where('programme_id', '=', programmeId)
    .where('closes_on', '=', closesOn)
    .execute();
}

/** Locks the next closing programme whose mailing is not finished. */
export function lockNextMailing(db: Db, today: string) {
  return db
    .selectFrom('programme_reminders as reminder')
    .innerJoin('notices', 'notices.id', 'reminder.notice_id')
    .select([
      'reminder.programme_id',
      'reminder.closes_on',
      'reminder.mail_cursor',
      'notices.kind',
      'notices.details',
      'notices.link',
    ])
    .where('mail_finished_at', 'is', null)
    .where('closes_on', '>=', today)
    .orderBy('closes_on')
    .orderBy('programme_id')
    .limit(1)
    .forUpdate('reminder')
    .executeTakeFirst();
}

/** Finishes the mailing if there is no last user. */
export async function advanceMailing(
  db: Db,
  { programme_id, closes_on }: { programme_id: string; closes_on: string },
  lastUserId: string | undefined,
): Promise<void> {
  await db
    .updateTable('programme_reminders')
    .set(lastUserId ? { mail_cursor: lastUserId } : { mail_finished_at: sql<string>`now()` })
    .where('programme_id', '=', programme_id)
    .where('closes_on', '=', closes_on)
    .execute();
}

/** For a closed or deleted programme: withdraws its notices and stops mails that are not queued yet. */
export async function withdrawProgrammeReminders(db: Db, programmeId: string): Promise<void> {
  await sql`
    with told as (
      delete from programme_reminders where programme_id = ${programmeId} returning notice_id
    )
    update notices set withdrawn_at = now() where id in (select notice_id from told)`.execute(db);
}

/** Marks push subscriptions of farmers with a growing crop as told of this week; returns those that were not yet. */
export const startWeek = (db: Db, { monday, day, limit }: { monday: string; day: string; limit: number }) =>
  rowsOf<{ id: string }>(db)`
    update push_subscriptions set week = ${monday}
    where id in (
      select id from push_subscriptions as subscription
      where (week is null or week < ${monday}) and exists (
        select from parcels join crops on crops.parcel_id = parcels.id
        where owner_id = subscription.user_id and deleted_at is null and not yield_confirmed
          and planting_date <= ${day} and harvest_date >= ${day})
      order by id limit ${limit} for update skip locked)
    returning id`;
