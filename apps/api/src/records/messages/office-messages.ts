/** Messages between a farmer and an office: any official who works for the office answers, under their own name. */

import type { ChannelType } from '@ardhi/contract';
import { officeId } from '@ardhi/contract/offices';
import type { Db } from '../../lib/database/db.ts';
import type { SignedInUser } from '../../lib/http/session.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import { type About, isOwnOffice, officeOf, worksFor } from './offices.ts';
import { isChannelAllowed } from './policy.ts';
import { findPerson, hasWritten, insertMessage, insertThread, markThreadRead } from './queries.ts';
import type { SentMessage } from './sent-message.ts';

/** Also the default channel of a message is accepted: clients that know only people send it. */
const CHANNEL = 'government-farmer';

interface OfficeMessage {
  id: string;
  place: string;
  channelType: ChannelType;
  subject: string;
  content: string;
  about?: About;
}

/** The subject decides the office, so that its officials may open the linked row. */
export async function startOfficeThread(
  db: Db,
  sender: SignedInUser,
  { id, place, channelType, subject, content, about }: OfficeMessage,
): Promise<SentMessage> {
  if (sender.role !== 'farmer') throw fieldProblem('recipientId', 'issue.recipient-unknown');
  if (!isChannelAllowed(channelType, 'farmer', 'government'))
    throw fieldProblem('channelType', 'issue.channel-roles');
  const office = about ? await officeOf(db, sender.id, about) : place;
  if (office === undefined) throw fieldProblem('about', 'issue.about-own');
  if (!about && !(await isOwnOffice(db, sender.id, place)))
    throw fieldProblem('recipientId', 'issue.recipient-unknown');
  await insertThread(db, {
    id,
    channel_type: CHANNEL,
    subject,
    starter_id: sender.id,
    office,
    about_kind: about?.kind,
    about_id: about?._id,
  });
  await insertMessage(db, { id, thread_id: id, sender_id: sender.id, subject, content });
  return { id, threadId: id, recipientId: officeId(office), office };
}

interface OfficeThreadRow {
  id: string;
  subject: string;
  starter_id: string;
  office: string;
}

interface Reply {
  recipientId?: string;
  channelType?: ChannelType;
  subject?: string;
  content: string;
}

/** A farmer answers the office, not the official who wrote last; an official answers the farmer. */
export async function replyToOfficeThread(
  db: Db,
  sender: SignedInUser,
  id: string,
  thread: OfficeThreadRow,
  { recipientId, channelType = CHANNEL, subject = thread.subject, content }: Reply,
): Promise<SentMessage> {
  const isFarmer = thread.starter_id === sender.id;
  if (!isFarmer && !(await worksFor(db, sender.scope, thread.office))) throw problem('not-found');
  if (recipientId === sender.id) throw fieldProblem('recipientId', 'issue.recipient-self');
  if (recipientId && !(await takesPart(db, thread, recipientId)))
    throw fieldProblem('recipientId', 'issue.recipient-other');
  if (!isChannelAllowed(channelType, 'farmer', 'government'))
    throw fieldProblem('channelType', 'issue.channel-roles');
  if (!isFarmer && (await findPerson(db, thread.starter_id))?.deleted_at)
    throw fieldProblem('recipientId', 'issue.recipient-deleted');
  const message = { id, thread_id: thread.id, sender_id: sender.id, subject, content };
  // Answering shows that someone read it, also in an app that did not open the thread.
  if (!isFarmer) await markThreadRead(db, thread.id, 'office');
  await insertMessage(db, { ...message, recipient_id: isFarmer ? null : thread.starter_id });
  return {
    id,
    threadId: thread.id,
    recipientId: isFarmer ? officeId(thread.office) : thread.starter_id,
    office: thread.office,
  };
}

/** A client that knows only people names the sender of the newest message, perhaps a colleague. */
const takesPart = async (db: Db, thread: OfficeThreadRow, id: string): Promise<boolean> =>
  id === officeId(thread.office) || id === thread.starter_id || (await hasWritten(db, thread.id, id));
