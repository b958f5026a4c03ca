/**
 * Daily reminders. Each batch records its reminders, notices and mails in one transaction, so that an interrupted or
 * repeated run sends nothing twice.
 */
import type { Language } from '@ardhi/contract';
import { addDays, today } from '@ardhi/contract/dates';
import { paths } from '@ardhi/contract/paths';
import type { WriteContext } from '../../lib/http/write-context.ts';
import type { Job, JobContext } from '../../lib/jobs/jobs.ts';
import { mailEnabled, queueMail } from '../../lib/jobs/mail.ts';
import { addBroadcast, addNotices, type NoticeContent } from '../../records/notices/service.ts';
import { noticeMail } from '../../records/notices/texts.ts';
import { listInService } from '../equipment/queries.ts';
import { serviceOf } from '../equipment/service-due.ts';
import {
  advanceMailing,
  insertProgrammeReminder,
  insertReminders,
  listClosingProgrammes,
  listDueHarvests,
  listMailedProgrammes,
  listReminded,
  lockNextMailing,
  type RemindedPerson,
  setProgrammeNotice,
} from './queries.ts';

declare module '../../lib/jobs/jobs.ts' {
  interface JobPayloads {
    'remind-farmers': Record<string, never>;
  }
}

const BATCH = 500;
/** Older harvests get no reminder; the dashboard shows them. */
const HARVEST_DAYS = 30;
const CLOSING_DAYS = 7;
/** Lower priority than mails that users wait for, such as password resets. */
const MAIL_PRIORITY = 10;

type Context = WriteContext<undefined>;

export const remindFarmers: Job<Record<string, never>> = (_payload, context) => remind(context, today());

export async function remind({ transaction, env }: JobContext, day: string, batch = BATCH): Promise<void> {
  await inBatches(transaction, (context, after: DueHarvest | null) =>
    remindOfHarvests(context, day, batch, after),
  );
  await inBatches(transaction, (context, after: EquipmentRow | null) =>
    remindOfServices(context, day, batch, after),
  );
  await inBatches(transaction, (context) => remindOfProgrammes(context, day, batch));
  if (mailEnabled(env)) await inBatches(transaction, (context) => mailProgrammes(context, day, batch));
}

type DueHarvest = Awaited<ReturnType<typeof listDueHarvests>>[number];
type EquipmentRow = Awaited<ReturnType<typeof listInService>>[number];

/** Each batch returns its last row as the cursor for the next one, or null at the end. */
async function inBatches<Row>(
  transaction: JobContext['transaction'],
  work: (context: Context, after: Row | null) => Promise<Row | null>,
): Promise<void> {
  let after: Row | null = null;
  do {
    after = await transaction((context) => work(context, after));
  } while (after !== null);
}

async function remindOfHarvests(context: Context, day: string, limit: number, after: DueHarvest | null) {
  const rows = await listDueHarvests(context.db, day, { days: HARVEST_DAYS, limit, after });
  await remindOwners(
    context,
    'harvest',
    rows.map((row) => ({
      userId: row.owner_id,
      thingId: row.id,
      due: row.harvest_date,
      kind: 'harvest-due',
      values: { crop: row.crop, parcel: row.parcel, due: noon(row.harvest_date) },
      link: paths.landDetail(row.parcel_id),
    })),
  );
  return rows.at(-1) ?? null;
}

async function remindOfServices(context: Context, day: string, limit: number, after: EquipmentRow | null) {
  const rows = await listInService(context.db, day, { limit, after: after?.id ?? null });
  await remindOwners(
    context,
    'service',
    rows.flatMap((row) => serviceReminder(row, day) ?? []),
  );
  return rows.at(-1) ?? null;
}

function serviceReminder(row: EquipmentRow, day: string): Reminder | null {
  const service = serviceOf(row, day);
  if (service.state !== 'due') return null;
  const reminder = {
    userId: row.owner_id,
    thingId: row.id,
    kind: 'service-due',
    link: paths.equipmentDetail(row.id),
  } as const;
  if (service.by === 'date')
    return {
      ...reminder,
      due: service.dueDate!,
      values: { name: row.name, by: 'date', due: noon(service.dueDate!) },
    };
  return {
    ...reminder,
    // Constant while usage hours are added, until the service is done.
    due: `${row.usage_hours + service.hoursLeft!} h`,
    values: { name: row.name, by: 'hours', hours: row.service_interval_hours! },
  };
}

async function remindOfProgrammes(context: Context, day: string, limit: number) {
  const { db } = context;
  const until = addDays(day, CLOSING_DAYS);
  const rows = await listClosingProgrammes(db, { today: day, until, limit });
  for (const { id, name, closes_on } of rows) {
    if (!(await insertProgrammeReminder(db, id, closes_on))) continue;
    const noticeId = await addBroadcast(context, {
      audience: 'farmer',
      kind: 'programme-closing',
      values: { name, due: noon(closes_on) },
      link: paths.subsidyApply,
    });
    await setProgrammeNotice(db, id, closes_on, noticeId);
  }
  return rows.at(-1) ?? null;
}

async function mailProgrammes(context: Context, day: string, limit: number) {
  const { db } = context;
  const mailing = await lockNextMailing(db, day);
  if (!mailing) return null;
  const people = await listMailedProgrammes(db, { after: mailing.mail_cursor, limit });
  for (const person of people)
    await mailReminder(context, person, { ...mailing, values: mailing.details as NoticeContent['values'] });
  await advanceMailing(db, mailing, people.at(-1)?.id);
  return mailing;
}

interface Reminder extends NoticeContent {
  userId: string;
  thingId: string;
  due: string;
}

async function remindOwners(context: Context, kind: 'harvest' | 'service', reminders: Reminder[]) {
  const { db, env } = context;
  const people = await listReminded(
    db,
    kind,
    reminders.map(({ userId }) => userId),
  );
  const personOf = new Map(people.map((person) => [person.id, person]));
  const enabled = reminders.filter(({ userId }) => personOf.has(userId));
  const added = await insertReminders(db, kind, enabled);
  const newReminders = enabled.filter(({ thingId }) => added.has(thingId));
  await addNotices(context, newReminders, { mail: false });
  if (!mailEnabled(env)) return;
  for (const reminder of newReminders) {
    const person = personOf.get(reminder.userId)!;
    if (person.mail) await mailReminder(context, person, reminder);
  }
}

async function mailReminder(
  { db, env }: Context,
  person: RemindedPerson,
  { kind, values, link }: Pick<NoticeContent, 'values' | 'link'> & { kind: string },
): Promise<void> {
  const language = person.language as Language;
  const mail = noticeMail(env, { language, to: person, kind, details: values, link });
  await queueMail(db, env, { to: person.email, userId: person.id, ...mail }, { priority: MAIL_PRIORITY });
}

/** Noon UTC, so that the date is the same day in any server time zone. */
const noon = (date: string) => `${date}T12:00:00Z`;
