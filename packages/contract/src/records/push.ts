/** Web push: messages of the server to a browser in which a farmer asked for them. */
import * as z from 'zod';
import { MAX_PUSH_ENDPOINT_LENGTH } from '../base/limits.ts';
import { contract } from '../base/route.ts';

const base64url = (length: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .length(length);

/** `PushSubscription.toJSON()` of the browser. */
export const PushSubscriptionInput = z.object({
  endpoint: z.url({ protocol: /^https$/ }).max(MAX_PUSH_ENDPOINT_LENGTH),
  keys: z.object({ p256dh: base64url(87), auth: base64url(22) }),
});

export const PushState = z.object({
  /** Whether this session has a subscription. */
  on: z.boolean(),
});

/** Content of an encrypted message, in both languages: the service worker shows that of the device. */
export const PushMessage = z.object({
  texts: z.record(z.enum(['en', 'sw']), z.object({ title: z.string(), body: z.string() })),
  /** A path of the web application. */
  link: z.string(),
  /** Messages with the same tag replace each other. */
  tag: z.string(),
});
export type PushMessage = z.infer<typeof PushMessage>;

export const push = contract({
  'GET /push/subscription': {
    summary: 'Whether this session gets push messages; 404 where the server sends none',
    access: 'farmer',
    response: PushState,
  },
  'PUT /push/subscription': {
    summary: 'Send push messages to this browser, until the session ends',
    access: 'farmer',
    body: PushSubscriptionInput,
    response: PushState,
  },
  'DELETE /push/subscription': {
    summary: 'Send no more push messages to this browser',
    access: 'farmer',
    response: PushState,
  },
});
