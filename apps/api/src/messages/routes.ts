import { type ChannelType, type Correspondent, type Message, messages, type Role } from '@ardhi/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../lib/bind.ts';
import type { Translate } from '../lib/i18n.ts';
import { decodeCursor, pageSize, toPage } from '../lib/page.ts';
import { problem } from '../lib/problem.ts';
import type { Services } from '../lib/services.ts';
import { findPeople } from './directory.ts';
import { isParticipant, partnerRole } from './policy.ts';
import {
  countUnreadMessages,
  findThread,
  getMessage,
  listMessages,
  listThreads,
  type MessageRow,
  markThreadRead,
} from './queries.ts';
import { sendMessage } from './service.ts';

const channelOf = (filter: ChannelType | 'all' | undefined) => (filter === 'all' ? null : (filter ?? null));

export function messageRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, messages, {
    'POST /messages': async ({ user, body, db, audit, emit, t }) => {
      const { id, threadId, recipientId, known } = await sendMessage(db, user, body);
      if (!known) {
        await audit({
          action: 'message.send',
          entity: 'message',
          entityId: id,
          after: { threadId, recipientId },
        });
        emit({ user: user.id }, 'message', [threadId]);
        emit({ user: recipientId }, 'message', [threadId]);
      }
      return present(await getMessage(db, id), t);
    },

    'GET /messages': async ({ user, query, db, t }) => {
      const limit = pageSize(query.limit);
      const rows = await listThreads(db, user.id, {
        channel: channelOf(query.channelType),
        limit,
        after: decodeCursor(query.cursor, 2),
      });
      return toPage(
        rows,
        limit,
        (row) => [row.last_message_at, row.thread_id],
        (row) => ({ ...present(row, t), unreadCount: row.unread_count }),
      );
    },

    'GET /messages/thread/{threadId}': async ({ user, params, query, db, transaction, t }) => {
      const thread = await findThread(db, params.threadId);
      if (!thread || !isParticipant(thread, user.id)) throw problem('not-found');
      // Read before it is shown, so that the answer already says so. Nobody is told where nothing changes.
      const peeks = query.peek === 'true';
      await transaction(async ({ db: write, emit }) => {
        if (peeks || !(await markThreadRead(write, thread.id, user.id))) return;
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
        (row) => present(row, t),
        thread.message_count,
      );
      return { ...page, rows: page.rows.reverse() };
    },

    'GET /messages/unread-count': async ({ user, query, db }) => ({
      count: await countUnreadMessages(db, user.id, channelOf(query.channelType)),
    }),

    'GET /messages/users': async ({ user, query, db }) => {
      const channel = channelOf(query.channelType);
      const role = channel ? partnerRole(channel, user.role) : null;
      if (role === undefined) return [];
      return findPeople(db, services.env, user, { ...query, role });
    },
  });
}

function present(row: MessageRow, t: Translate): Message {
  return {
    _id: row.id,
    threadId: row.thread_id,
    subject: row.subject,
    content: row.content,
    channelType: row.channel_type as ChannelType,
    sender: person(row.sender_id, row.sender_name, row.sender_role, row.sender_deleted_at, t),
    recipient: person(row.recipient_id, row.recipient_name, row.recipient_role, row.recipient_deleted_at, t),
    read: row.read_at !== null,
    createdAt: row.created_at,
  };
}

function person(
  id: string,
  name: string,
  role: string,
  deletedAt: string | null,
  t: Translate,
): Correspondent {
  const deleted = deletedAt !== null;
  return { _id: id, name: deleted ? t('deleted.user') : name, role: role as Role, deleted };
}
