/** Notices sent by other domains. */
import type { Language, Role } from '@ardhi/contract';
import { newId } from '../../lib/database/id.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { mailEnabled, queueMail } from '../../lib/jobs/mail.ts';
import type { MessageValues } from '../../lib/text/i18n.ts';
import { isPushKind, queuePushes } from '../push/service.ts';
import {
  advanceReadUntil,
  countUnread,
  findRecipient,
  insertNotices,
  insertReads,
  type Reader,
} from './queries.ts';
import { type NoticeKind, noticeMail } from './texts.ts';

export interface NoticeContent {
  kind: NoticeKind;
  /** Placeholder values for the texts of the kind. */
  values: MessageValues;
  /** Path in the web app, such as `/subsidies/apply`. */
  link: string | null;
}

/** `aboutId`: another account whose texts are among the values. */
type PersonalNotice = NoticeContent & { userId: string; aboutId?: string };

/** Notifies one person within the caller's transaction: on screen, and by mail if mail is configured. */
export function addNotice(context: WriteContext<unknown>, notice: PersonalNotice): Promise<string[]> {
  return addNotices(context, [notice]);
}

/** Notifies several people, each with their own notice, in one insert. Without `mail` on screen only. */
export async function addNotices(
  context: WriteContext<unknown>,
  notices: PersonalNotice[],
  { mail = true } = {},
): Promise<string[]> {
  if (notices.length === 0) return [];
  const { db, env, emit } = context;
  const rows = notices.map(({ userId, kind, values, link }) => ({
    id: newId(),
    kind,
    user_id: userId,
    details: JSON.stringify(values),
    link,
  }));
  await insertNotices(db, rows);
  for (const { id, user_id } of rows) emit({ user: user_id }, 'notice', [id]);
  if (mail && mailEnabled(env)) for (const notice of notices) await mailNotice(context, notice);
  for (const { id, user_id, kind, link } of rows)
    if (isPushKind(kind) && link) await queuePushes(context, user_id, { kind, link, tag: id });
  return rows.map(({ id }) => id);
}

async function mailNotice(
  { db, env }: WriteContext<unknown>,
  { userId, aboutId, kind, values, link }: PersonalNotice,
): Promise<void> {
  const person = await findRecipient(db, userId);
  if (!person) return;
  const language = person.language as Language;
  const mail = noticeMail(env, { language, to: person, kind, details: values, link });
  await queueMail(db, env, { to: person.email, userId, aboutId, ...mail });
}

/**
 * Notifies all users of a role with a single row. The caller queues the mails. Only the farmers stored with it see an
 * announcement.
 */
export async function addBroadcast(
  { db, emit }: WriteContext<unknown>,
  { id = newId(), audience, kind, values, link }: NoticeContent & { id?: string; audience: Role },
): Promise<string> {
  await insertNotices(db, [{ id, kind, audience, details: JSON.stringify(values), link }]);
  emit(audience === 'farmer' ? { role: audience } : { offices: 'all' }, 'notice', [id]);
  return id;
}

/** Marks visible notices as read and returns the number of unread ones left. */
export async function markRead(
  { db, user, emit }: WriteContext<Reader>,
  noticeIds: string[],
): Promise<number> {
  const changed = await insertReads(db, user.id, noticeIds);
  const left = await countUnread(db, user);
  if (changed) {
    emit({ user: user.id }, 'notice', noticeIds);
    if (left === 0) await advanceReadUntil(db, user.id);
  }
  return left;
}
