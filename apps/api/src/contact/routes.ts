import { type ContactMessage, contact } from '@ardhi/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../lib/bind.ts';
import { queueMail } from '../lib/mail.ts';
import { decodeCursor, pageSize, toPage } from '../lib/page.ts';
import { problem } from '../lib/problem.ts';
import { assertRevision } from '../lib/revision.ts';
import type { Services } from '../lib/services.ts';
import {
  type ContactMessageRow,
  insertContactMessage,
  listContactMessages,
  lockContactMessage,
  setHandled,
} from './queries.ts';

export function contactRoutes(app: FastifyInstance, services: Services): void {
  const { env } = services;

  implement(app, services, contact, {
    'POST /contact': async ({ body, db, t }) => {
      // A robot is thanked like everybody else, so that it does not learn to leave the field alone.
      if (body.website) return { message: t('done.contact') };
      await insertContactMessage(db, { name: body.name, email: body.email, message: body.message });
      if (env.contactEmail) {
        await queueMail(db, env, {
          to: env.contactEmail,
          replyTo: body.email,
          subject: t('mail.contact.subject', { name: body.name }),
          text: `${t('mail.contact.body', { name: body.name, email: body.email })}\n\n${body.message}`,
        });
      }
      return { message: t('done.contact') };
    },

    'GET /government/contact-messages': async ({ query, db }) => {
      const limit = pageSize(query.limit);
      const rows = await listContactMessages(db, {
        state: query.state ?? 'all',
        limit,
        after: decodeCursor(query.cursor, 2),
      });
      return toPage(rows, limit, (row) => [row.created_at, row.id], present);
    },

    'PUT /government/contact-messages/{id}': async ({ user, params, body, db, audit }) => {
      const before = await lockContactMessage(db, params.id);
      if (!before) throw problem('not-found');
      assertRevision(body.revision, before, () => present(before));
      await setHandled(db, params.id, body.handled ? user.id : null);
      await audit({
        action: body.handled ? 'contact.handled' : 'contact.reopened',
        entity: 'contact',
        entityId: params.id,
      });
      const after = await lockContactMessage(db, params.id);
      if (!after) throw problem('not-found');
      return { ...present(after), handledBy: body.handled ? user.name : null };
    },
  });
}

function present(row: ContactMessageRow): ContactMessage {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    message: row.message,
    createdAt: row.created_at,
    handledAt: row.handled_at,
    handledBy: row.handled_by,
    revision: row.revision,
  };
}
