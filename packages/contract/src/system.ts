import { z } from 'zod';
import { contract } from './route.ts';

/** What the pages need to know of the server's configuration. Nothing in it is secret. */
export const PublicConfig = z.object({
  contact: z.object({ email: z.string(), phone: z.string(), address: z.string() }),
  /** Name to address; an empty address is shown but leads nowhere. */
  social: z.array(z.object({ name: z.string(), url: z.string() })),
  governmentSignup: z.enum(['open', 'invite', 'domains']),
  mail: z.boolean(),
  basemapUrl: z.string().nullable(),
});
export type PublicConfig = z.infer<typeof PublicConfig>;

/** A hint that something changed; whoever cares asks for it again. */
export const ChangeEvent = z.object({
  kind: z.enum(['message', 'notice', 'land', 'subsidy', 'equipment', 'policy', 'session', 'report']),
  ids: z.array(z.string()),
});
export type ChangeEvent = z.infer<typeof ChangeEvent>;

export const system = contract({
  'GET /config': { summary: 'Public configuration', access: 'public', answer: PublicConfig },
  'GET /health': {
    summary: 'The process is alive',
    access: 'public',
    answer: z.object({ status: z.literal('ok') }),
  },
  'GET /ready': {
    summary: 'The database is reachable and migrated',
    access: 'public',
    answer: z.object({ status: z.literal('ready') }),
  },
  'GET /events': {
    summary: 'A stream of hints to the signed-in user',
    access: 'signed-in',
    enrolling: true,
    produces: 'text/event-stream',
  },
});
