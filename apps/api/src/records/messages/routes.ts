import { type ChannelType, messages } from '@ardhi/contract';
import { routesOf } from '../../lib/http/bind.ts';
import { decodeCursor, pageSize, readPage, toPage } from '../../lib/http/page.ts';
import { problem } from '../../lib/text/problem.ts';
import { findPeople } from './directory.ts';
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

const channelOf = (filter: ChannelType | 'all' | undefined) => (filter === 'all' ? null : (filter ?? null));

export const messageRoutes = routesOf(messages, {
  'POST /messages': async ({ user, body, db, env, audit, emit, t }) => {
    const { id, threadId, recipientId, known } = await sendMessage({ db, env }, user, body);
    if (!known) {
      await audit({ action: 'message.send', entityId: id, after: { threadId, recipientId } });
      emit({ user: user.id }, 'message', [threadId]);
      emit({ user: recipientId }, 'message', [threadId]);
    }
    return presentMessage(await getMessage(db, id), user.id, t);
  },

  'GET /messages': async ({ user, query, db, t }) => {
    return readPage(
      query,
      ['last_message_at', 'thread_id'],
      (page) => listThreads(db, user.id, channelOf(query.channelType), page),
      (row) => ({ ...presentMessage(row, user.id, t), unreadCount: row.unread_count }),
    );
  },

  'GET /messages/thread/{threadId}': async ({ user, params, query, db, transaction, t }) => {
    const thread = await findThread(db, params.threadId);
    if (!thread || !isParticipant(thread, user.id)) throw problem('not-found');
    // Marked as read before the query, so that the response shows it. No change event if nothing was unread.
    const isPeek = query.peek === 'true';
    await transaction(async ({ db: write, emit }) => {
      if (isPeek || !(await markThreadRead(write, thread.id, user.id))) return;
      emit({ user: thread.starter_id }, 'message', [thread.id]);
      emit({ user: thread.partner_id }, 'message', [thread.id]);
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
    count: await countUnreadMessages(db, user.id, channelOf(query.channelType)),
  }),

  'GET /messages/users': async ({ user, query, db, env }) => {
    const channel = channelOf(query.channelType);
    const role = channel ? partnerRole(channel, user.role) : null;
    if (role === undefined) return [];
    return findPeople(db, env, user, { ...query, role });
  },
});
