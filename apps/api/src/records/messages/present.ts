/** Messages as one participant sees them. While names are hidden, nothing may identify the other participant. */
import type {
  AboutKind,
  ChannelType,
  Correspondent,
  Message,
  Names,
  OfficeThread,
  Role,
} from '@ardhi/contract';
import type { Translate } from '../../lib/text/i18n.ts';
import { presentOffice } from './offices.ts';
import type { MessageRow, NamesRow } from './queries.ts';

/** Alias of the other participant; null if names are shown. */
export const aliasOfOther = (thread: NamesRow, viewerId: string) =>
  thread.starter_id === viewerId ? thread.partner_alias : thread.starter_alias;

export function namesFor(thread: NamesRow, viewerId: string): Names {
  if (thread.starter_alias === null) return 'shown';
  const isStarter = thread.starter_id === viewerId;
  const [own, theirs] = isStarter
    ? [thread.starter_agreed_at, thread.partner_agreed_at]
    : [thread.partner_agreed_at, thread.starter_agreed_at];
  if (own) return 'offered';
  return theirs ? 'asked' : 'hidden';
}

export function presentMessage(row: MessageRow, viewerId: string, t: Translate): Message {
  const alias = aliasOfOther(row, viewerId);
  const person = (id: string, name: string, role: string, deletedAt: string | null): Correspondent => {
    const about = { role: role as Role, deleted: deletedAt !== null };
    if (alias && id !== viewerId) return { _id: alias, name: t('hidden.neighbour'), ...about };
    return { _id: id, name: name || t('deleted.user'), ...about };
  };
  return {
    _id: row.id,
    threadId: row.thread_id,
    subject: row.subject,
    content: row.content,
    channelType: row.channel_type as ChannelType,
    sender: person(row.sender_id, row.sender_name, row.sender_role, row.sender_deleted_at),
    recipient:
      row.recipient_id === null
        ? presentOffice(row.office!, t)
        : person(row.recipient_id, row.recipient_name!, row.recipient_role!, row.recipient_deleted_at),
    names: namesFor(row, viewerId),
    office: row.office === null ? undefined : presentOfficeThread(row, row.office, t),
    read: row.read_at !== null,
    createdAt: row.created_at,
  };
}

function presentOfficeThread(row: MessageRow, place: string, t: Translate): OfficeThread {
  const { _id, name } = presentOffice(place, t);
  return {
    _id,
    name,
    answerBy: row.answer_by,
    about:
      row.about_name === null
        ? null
        : {
            kind: row.about_kind as AboutKind,
            _id: row.about_id!,
            name: row.about_name,
            parcelId: row.about_parcel_id,
          },
  };
}
