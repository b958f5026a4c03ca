import { z } from 'zod';
import { contract } from './base/route.ts';

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
  kind: z.enum([
    'message',
    'notice',
    'land',
    'subsidy',
    'equipment',
    'policy',
    'session',
    'report',
    // The server does not know what changed: whatever is shown may be old.
    'everything',
  ]),
  ids: z.array(z.string()),
  /** Where the database's log stood after the change; sent with a read, the answer knows of it. */
  position: z.string().optional(),
});
export type ChangeEvent = z.infer<typeof ChangeEvent>;

const count = z.number().int().min(1).max(1000).optional();

/** What became of changes that a device could not send, so many of each kind. Nothing of the changes themselves. */
export const SyncErrors = z.strictObject({
  /** The server refused it: the person has to correct it. */
  refused: count,
  /** Somebody else changed the same. */
  conflict: count,
  /** The server failed over it: it is tried again. */
  failed: count,
});
export type SyncErrors = z.infer<typeof SyncErrors>;

export const system = contract({
  'GET /config': { summary: 'Public configuration', access: 'public', answer: PublicConfig },
  'GET /health': {
    summary: 'The process is alive',
    access: 'public',
    answer: z.object({ status: z.literal('ok') }),
  },
  'GET /ready': {
    summary: 'The database is reachable and migrated, and the process is not about to stop',
    access: 'public',
    answer: z.object({ status: z.literal('ready') }),
  },
  'POST /sync-errors': {
    summary: 'How many changes a device had trouble with, by kind: counted, and nothing else',
    access: 'signed-in',
    limit: 'sync-errors',
    // It is counted in the process: there is nothing to commit.
    transaction: 'own',
    body: SyncErrors,
    answer: z.object({}),
    status: 202,
  },
  'GET /events': {
    summary: 'A stream of hints to the signed-in user',
    access: 'signed-in',
    enrolling: true,
    query: z.object({
      /** When the page was first answered, by the `Date` of that answer: what changed after it is told first. */
      since: z.iso.datetime().optional(),
    }),
    produces: 'text/event-stream',
  },
});
