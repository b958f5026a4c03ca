import { type ContactMessage, contact } from '@ardhi/contract';
import type { FastifyInstance } from 'fastify';
import type { PageRequest } from '../../lib/database/rows.ts';
import { implement } from '../../lib/http/bind.ts';
import { BY_CREATION, readPage } from '../../lib/http/page.ts';
import { assertRevision } from '../../lib/http/revision.ts';
import type { Area } from '../../lib/http/scope.ts';
import type { Services } from '../../lib/http/services.ts';
import { queueMail } from '../../lib/jobs/mail.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import {
  type ContactMessageRow,
  insertContactMessage,
  listContactMessages,
  lockContactMessage,
  setHandled,
} from './queries.ts';
import { answerMessage, convertToComplaint } from './service.ts';

export function contactRoutes(app: FastifyInstance, services: Services): void {
  const { env } = services;

  implement(app, services, contact, {
    'POST /contact': async ({ body, db, t }) => {
      // Honeypot field: bots get the normal response, so that they do not learn to leave it empty.
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

    'GET /government/contact-messages': (context) => {
      const { query, db } = context;
      const filter = { state: query.state ?? 'all', q: query.q };
      const list = (page: PageRequest) => listContactMessages(db, viewerOf(context), filter, page);
      return readPage(query, BY_CREATION, list, present);
    },

    'POST /government/contact-messages/{id}/answer': async (context) =>
      present(await answerMessage(context, viewerOf(context), context.params.id, context.body)),

    'POST /government/contact-messages/{id}/complaint': async (context) => {
      const { params, body } = context;
      const { number, due_on } = await convertToComplaint(context, viewerOf(context), params.id, body);
      return { number, dueOn: due_on };
    },

    'PUT /government/contact-messages/{id}': async (context) => {
      const { user, params, body, db, audit } = context;
      const viewer = viewerOf(context);
      const before = orNotFound(await lockContactMessage(db, viewer, params.id));
      assertRevision(body.revision, before, () => present(before));
      await setHandled(db, params.id, body.handled ? user.id : null);
      await audit({
        action: body.handled ? 'contact.handled' : 'contact.reopened',
        entity: 'contact',
        entityId: params.id,
      });
      return present((await lockContactMessage(db, viewer, params.id))!);
    },
  });
}

const viewerOf = ({ user, scope }: { user: { id: string }; scope: Area }) => ({ id: user.id, scope });

function present(row: ContactMessageRow): ContactMessage {
  return {
    _id: row.id,
    name: row.complaint_id ? '' : row.name,
    email: row.complaint_id ? '' : row.email,
    message: row.message,
    createdAt: row.created_at,
    handledAt: row.handled_at,
    handledBy: row.handled_by,
    answer: row.answer,
    answeredAt: row.answered_at,
    complaint:
      row.complaint_id && row.complaint_number
        ? { _id: row.complaint_id, number: row.complaint_number }
        : null,
    revision: row.revision,
  };
}
