import * as z from 'zod';
import { Done, id, paging, timestamp } from '../base/fields.ts';
import { contract } from '../base/route.ts';

export const Notice = z.object({
  _id: id,
  kind: z.string(),
  /** In the language of Accept-Language. */
  title: z.string(),
  body: z.string(),
  /** A path of the web application. */
  link: z.string().nullable(),
  read: z.boolean(),
  createdAt: timestamp,
});
export type Notice = z.infer<typeof Notice>;

export const UnreadCount = z.object({ count: z.number().int() });

export const notices = contract({
  'GET /notices': {
    summary: 'What the caller was told, newest first',
    access: 'signed-in',
    enrolling: true,
    query: z.object(paging),
    response: z.array(Notice),
    paged: true,
  },
  'GET /notices/unread-count': {
    summary: 'How many notices the caller has not read; counting stops at 1,000',
    access: 'signed-in',
    enrolling: true,
    response: UnreadCount,
  },
  'POST /notices/{id}/read': {
    summary: 'Mark a notice as read',
    access: 'signed-in',
    enrolling: true,
    response: UnreadCount,
  },
  'POST /notices/read-all': {
    summary: 'Mark every notice as read',
    access: 'signed-in',
    enrolling: true,
    response: Done,
  },
});
