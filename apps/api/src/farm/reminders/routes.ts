import { reminders } from '@ardhi/contract';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../lib/http/bind.ts';
import type { Services } from '../../lib/http/services.ts';
import { findSettings, saveSettings } from './queries.ts';

export function reminderRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, reminders, {
    'GET /reminders/settings': ({ user, db }) => findSettings(db, user.id),

    'PUT /reminders/settings': async ({ user, body, db, emit }) => {
      await saveSettings(db, user.id, body);
      // Other tabs refetch their notices.
      emit({ user: user.id }, 'notice');
      return body;
    },
  });
}
