import { reminders } from '@ardhi/contract';
import { routesOf } from '../../lib/http/bind.ts';
import { findSettings, saveSettings } from './queries.ts';

export const reminderRoutes = routesOf(reminders, {
  'GET /reminders/settings': ({ user, db }) => findSettings(db, user.id),

  'PUT /reminders/settings': async ({ user, body, db, emit }) => {
    await saveSettings(db, user.id, body);
    // Other tabs refetch their notices.
    emit({ user: user.id }, 'notice');
    return body;
  },
});
