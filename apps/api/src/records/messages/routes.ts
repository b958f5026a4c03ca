import { type ChannelType, messages } from '@ardhi/contract';
import { NATIONAL_OFFICE } from '@ardhi/contract/offices';
import type { Audience } from '../../lib/database/change-events.ts';
import type { Db } from '../../lib/database/db.ts';
import { routesOf } from '../../lib/http/bind.ts';
import { decodeCursor, pageSize, readPage, toPage } from '../../lib/http/page.ts';
import type { SignedInUser } from '../../lib/http/session.ts';
import { problem } from '../../lib/text/problem.ts';
import { findRecipients } from './directory.ts';
import { worksFor } from './offices.ts';
import { isParticipant, partnerRole } from './policy.ts';
import { presentMessage } from './present.ts';
import {
  countUnreadMessages,
  findThread,
  getMessage,
  listMessages,
  listThreads,
  markThreadRead,
} from './queries.ts';
import { agreeOnNames, sendMessage } from './service.ts';

const toOffice = (place: string): Audience => ({ offices: [place === NATIONAL_OFFICE ? null : place] });

/** The party as which the user reads the thread: themselves, or the office. null: no right to read it. */
async function readerOf(
  db: Db,
  { id, scope }: SignedInUser,
  thread: { starter_id: string; partner_id: string | null; office: string | null },
): Promise<string | null> {
  if (isParticipant(thread, id)) return id;
  return thread.office !== null && (await worksFor(db, scope, thread.office)) ? 'office' : null;
}

const channelOf = (filter: ChannelType | 'all' | undefined) => (filter === 'all' ? null : (filter ?? null));

export const messageRoutes = routesOf(messages, {
  'POST /messages': async ({ user, body, db, env, audit, emit, t }) => {
    const { id, threadId, recipientId, office, known } = await sendMessage({ db, env }, user, body);
    if (!known) {
      await audit({ action: 'message.send', entityId: id, after: { threadId, recipientId } });
      emit({ user: user.id }, 'message', [threadId]);
      emit({ user: recipientId }, 'message', [threadId]);
      if (office !== undefined) emit(toOffice(office), 'message', [threadId]);
    }
    return presentMessage(await getMessage(db, id), user.id, t);
  },

  'GET /messages': async ({ user, query, db, t }) => {
    return readPage(
      query,
      ['last_message_at', 'thread_id'],
      (page) => listThreads(db, user, channelOf(query.channelType), page),
      (row) => ({ ...presentMessage(row, user.id, t), unreadCount: row.unread_count }),
    );
  },

  'GET /messages/thread/{threadId}': async ({ user, params, query, db, transaction, t }) => {
    const thread = await findThread(db, params.threadId);
    const reader = thread && (await readerOf(db, user, thread));
    if (!reader) throw problem('not-found');
    // Marked as read before the query, so that the response shows it. No change event if nothing was unread.
    const isPeek = query.peek === 'true';
    await transaction(async ({ db: write, emit }) => {
      if (isPeek || !(await markThreadRead(write, thread.id, reader))) return;
      emit({ user: thread.starter_id }, 'message', [thread.id]);
      if (thread.partner_id) emit({ user: thread.partner_id }, 'message', [thread.id]);
      if (thread.office !== null) emit(toOffice(thread.office), 'message', [thread.id]);
    });
    const limit = pageSize(query.limit);
    const cursor = decodeCursor(query.cursor, 1);
    const rows = await listMessages(db, thread.id, { limit, before: cursor && Number(cursor[0]) });
    const page = toPage(
      rows,
      limit,
      (row) => [row.number],
      (row) => presentMessage(row, user.id, t),
      thread.message_count,
    );
    return { ...page, rows: page.rows.reverse() };
  },

  'PUT /messages/thread/{threadId}/names': async (context) => ({
    names: await agreeOnNames(context, context.params.threadId, context.body.agreed),
  }),

  'GET /messages/unread-count': async ({ user, query, db }) => ({
    count: await countUnreadMessages(db, user, channelOf(query.channelType)),
  }),

  'GET /messages/users': async ({ user, query, db, env, t }) => {
    const channel = channelOf(query.channelType);
    const role = channel ? partnerRole(channel, user.role) : null;
    if (role === undefined) return [];
    return findRecipients({ db, env, user, t }, { ...query, role });
  },
});
