/**
 * Sends messages (new thread or reply) if sender and recipient may write to each other, and reveals hidden names.
 * Messages of farmers to an office, and the replies of its officials, are in `office-messages.ts`.
 */

import { randomUUID } from 'node:crypto';
import type { Api, BodyOf, ChannelType, Names, Role } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { hasLandWithin, seesMasked, viewingScope } from '../../lib/http/scope.ts';
import type { SignedInUser } from '../../lib/http/session.ts';
import { limitCalls } from '../../lib/http/throttle.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import type { Env } from '../../lib/settings/env.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import { replyToOfficeThread, startOfficeThread } from './office-messages.ts';
import { placeOf } from './offices.ts';
import { isChannelAllowed, isParticipant } from './policy.ts';
import { aliasOfOther, namesFor } from './present.ts';
import {
  findMessage,
  findPerson,
  insertMessage,
  insertThread,
  lockThread,
  setAgreement,
  showNames,
} from './queries.ts';
import type { SentMessage } from './sent-message.ts';

// High enough for a device that syncs a whole day's messages at once, low enough to stop bots.
const DEPLOYED = {
  sends: { name: 'messages', count: 200, windowSeconds: 15 * 60 },
  newThreads: { name: 'conversations', count: 100, windowSeconds: 60 * 60 },
};
const LOOPBACK = {
  sends: { name: 'messages', count: 1000, windowSeconds: 60 * 60 },
  newThreads: { name: 'conversations', count: 1000, windowSeconds: 60 * 60 },
};
const limitsOf = ({ deployed }: Env) => (deployed ? DEPLOYED : LOOPBACK);

type SendContext = Pick<WriteContext, 'db' | 'env'>;

/** With `hidesNames` a new thread starts with hidden names. */
type NewMessage = BodyOf<Api['POST /messages']> & { hidesNames?: true };

export async function sendMessage(
  { db, env }: SendContext,
  sender: SignedInUser,
  message: NewMessage,
): Promise<SentMessage> {
  const known = message._id && (await findDuplicate(db, sender, message._id, message.content));
  if (known) return known;
  await limitCalls(db, limitsOf(env).sends, [sender.id]);
  const id = message._id ?? newId();
  return message.threadId
    ? reply(db, sender, id, message.threadId, message)
    : startThread({ db, env }, sender, id, message);
}

/** A device may resend a message weeks later, after its idempotency key has expired. */
async function findDuplicate(
  db: Db,
  sender: SignedInUser,
  id: string,
  content: string,
): Promise<SentMessage | null> {
  const found = await findMessage(db, id);
  if (!found) return null;
  if (found.sender_id !== sender.id || found.content !== content) throw problem('id-taken');
  return { id, threadId: found.thread_id, recipientId: found.recipient_id ?? '', known: true };
}

async function startThread(
  { db, env }: SendContext,
  sender: SignedInUser,
  id: string,
  message: NewMessage,
): Promise<SentMessage> {
  const { recipientId = '', channelType = 'general', subject = '', content, hidesNames, about } = message;
  const place = placeOf(recipientId);
  if (place !== undefined) {
    await limitCalls(db, limitsOf(env).newThreads, [sender.id]);
    return startOfficeThread(db, sender, { id, place, channelType, subject, content, about });
  }
  if (about) throw fieldProblem('about', 'issue.about-office');
  await assertMayWrite(db, sender, recipientId, channelType);
  await assertWithinArea(db, sender, recipientId);
  await limitCalls(db, limitsOf(env).newThreads, [sender.id]);
  await insertThread(db, {
    id,
    channel_type: channelType,
    subject,
    starter_id: sender.id,
    partner_id: recipientId,
    starter_alias: hidesNames ? randomUUID() : null,
    partner_alias: hidesNames ? randomUUID() : null,
  });
  await insertMessage(db, {
    id,
    thread_id: id,
    sender_id: sender.id,
    recipient_id: recipientId,
    subject,
    content,
  });
  return { id, threadId: id, recipientId };
}

async function reply(
  db: Db,
  sender: SignedInUser,
  id: string,
  threadId: string,
  message: NewMessage,
): Promise<SentMessage> {
  const thread = await lockThread(db, threadId);
  if (thread?.office != null)
    return replyToOfficeThread(db, sender, id, { ...thread, office: thread.office }, message);
  if (!thread || !isParticipant(thread, sender.id)) throw problem('not-found');
  const recipientId = thread.starter_id === sender.id ? thread.partner_id! : thread.starter_id;
  if (message.recipientId === sender.id) throw fieldProblem('recipientId', 'issue.recipient-self');
  // In a thread with hidden names only the alias matches; otherwise a sender could confirm a guessed id.
  if (message.recipientId && message.recipientId !== (aliasOfOther(thread, sender.id) ?? recipientId))
    throw fieldProblem('recipientId', 'issue.recipient-other');
  await assertMayWrite(db, sender, recipientId, message.channelType ?? (thread.channel_type as ChannelType));
  await insertMessage(db, {
    id,
    thread_id: thread.id,
    sender_id: sender.id,
    recipient_id: recipientId,
    subject: message.subject ?? thread.subject,
    content: message.content,
  });
  return { id, threadId, recipientId };
}

/** Officials cannot start threads with farmers outside their area; existing threads stay open. */
async function assertWithinArea(db: Db, user: SignedInUser, recipientId: string): Promise<void> {
  const scope = viewingScope(user.scope);
  if (!scope || scope.kind === 'national') return;
  const { rows } = await sql<{ near: boolean }>`
    select role <> 'farmer' or ${hasLandWithin(scope, sql`users.id`)} as near from users where id = ${recipientId}
  `.execute(db);
  if (rows[0]?.near) return;
  if (user.scope && seesMasked(user.scope)) throw problem('duty-needed');
  if (scope.kind === 'none') throw problem('post-needed', { setting: 'JURISDICTION' });
  throw fieldProblem('recipientId', 'issue.recipient-unknown');
}

async function assertMayWrite(db: Db, sender: SignedInUser, recipientId: string, channel: ChannelType) {
  if (recipientId === sender.id) throw fieldProblem('recipientId', 'issue.recipient-self');
  const recipient = await findPerson(db, recipientId);
  if (!recipient) throw fieldProblem('recipientId', 'issue.recipient-unknown');
  if (recipient.deleted_at) throw fieldProblem('recipientId', 'issue.recipient-deleted');
  if (!isChannelAllowed(channel, sender.role, recipient.role as Role))
    throw fieldProblem('channelType', 'issue.channel-roles');
}

/** Consent of both cannot be withdrawn: each has already seen the other's name. */
export async function agreeOnNames(
  { db, user, audit, emit }: WriteContext<SignedInUser>,
  threadId: string,
  agreed: boolean,
): Promise<Names> {
  const thread = await lockThread(db, threadId);
  if (!thread || !isParticipant(thread, user.id)) throw problem('not-found');
  const before = namesFor(thread, user.id);
  if (before === 'shown') {
    if (!agreed) throw problem('names-shown');
    return before;
  }
  if (agreed === (before === 'offered')) return before;
  if (before === 'asked') await showNames(db, threadId);
  else await setAgreement(db, threadId, thread.starter_id === user.id ? 'starter' : 'partner', agreed);
  await audit({ action: agreed ? 'thread.agree-names' : 'thread.hide-names', entityId: threadId });
  for (const person of [thread.starter_id, thread.partner_id!]) emit({ user: person }, 'message', [threadId]);
  if (before === 'asked') return 'shown';
  return agreed ? 'offered' : 'hidden';
}
