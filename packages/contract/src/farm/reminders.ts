import * as z from 'zod';
import { contract } from '../base/route.ts';

/** Reminder types shown in the app; `mail` also sends them to a confirmed email address. */
export const ReminderSettings = z.object({
  harvest: z.boolean(),
  service: z.boolean(),
  programme: z.boolean(),
  mail: z.boolean(),
});
export type ReminderSettings = z.infer<typeof ReminderSettings>;

export const reminders = contract({
  'GET /reminders/settings': {
    summary: 'What the farmer is reminded of',
    access: 'farmer',
    response: ReminderSettings,
  },
  'PUT /reminders/settings': {
    summary: 'Choose what to be reminded of, and whether by mail too',
    access: 'farmer',
    body: ReminderSettings,
    response: ReminderSettings,
  },
});
