import * as z from 'zod';
import { optional, wholeNumber } from './base/fields.ts';
import { contract } from './base/route.ts';

/** Server configuration for the web pages. Contains no secrets. */
export const PublicConfig = z.object({
  contact: z.object({ email: z.string(), phone: z.string(), address: z.string() }),
  /** Organisation and country, or the country alone. */
  operator: z.string(),
  /** An entry with an empty URL is shown without a link. */
  social: z.array(z.object({ name: z.string(), url: z.string() })),
  governmentSignup: z.enum(['open', 'invite', 'domains']),
  mail: z.boolean(),
  /** Public key for push messages (VAPID); null where the server sends none. */
  pushKey: z.string().nullable(),
  basemapUrl: z.string().nullable(),
  /** Tiles of BASEMAP_FILE, with its version in the address. */
  basemapTiles: z.object({ url: z.string(), maxZoom: z.number().int() }).nullable(),
  imagery: z.object({ url: z.string(), attribution: z.string() }).nullable(),
});
export type PublicConfig = z.infer<typeof PublicConfig>;

/** Change event: clients invalidate and refetch. */
export const ChangeEvent = z.object({
  kind: z.enum([
    'message',
    'notice',
    'land',
    'subsidy',
    'equipment',
    'policy',
    'session',
    'settings',
    'report',
    // The server does not know what changed: all cached data may be stale.
    'everything',
  ]),
  ids: z.array(z.string()),
  /** WAL position after the change; a read that sends it sees the change. */
  position: z.string().optional(),
});
export type ChangeEvent = z.infer<typeof ChangeEvent>;

/** Basemaps end at 15. */
const MAX_BASEMAP_ZOOM = 22;
const tileIndex = wholeNumber(0, 2 ** MAX_BASEMAP_ZOOM - 1);

const count = z.number().int().min(1).max(1000).optional();

/** Sync error counts by type, without the content of the changes. */
export const SyncErrors = z.strictObject({
  /** Rejected by the server; the user has to correct it. */
  refused: count,
  /** Someone else changed the same row. */
  conflict: count,
  /** Server error; the device retries. */
  failed: count,
});
export type SyncErrors = z.infer<typeof SyncErrors>;

export const system = contract({
  'GET /config': { summary: 'Public configuration', access: 'public', response: PublicConfig },
  'GET /health': {
    summary: 'The process is alive',
    access: 'public',
    response: z.object({ status: z.literal('ok') }),
  },
  'GET /ready': {
    summary:
      'The database is reachable and migrated, passwords can be hashed, and the process is not about to stop',
    access: 'public',
    response: z.object({
      status: z.literal('ready'),
      /** False while the disk of the database is full. Reads, sign-in and deletions still work. */
      writes: z.boolean(),
    }),
  },
  'GET /basemap/{z}/{x}/{y}': {
    summary: 'A Mapbox vector tile of BASEMAP_FILE in the schema of Protomaps; 204 where the file has none',
    access: 'public',
    params: z.object({ z: wholeNumber(0, MAX_BASEMAP_ZOOM), x: tileIndex, y: tileIndex }),
    /** Version of the file: the response may then be cached for good. */
    query: z.object({ v: optional(z.string().max(20)) }),
    produces: 'application/vnd.mapbox-vector-tile',
  },
  'POST /sync-errors': {
    summary: 'How many changes a device had trouble with, by kind: counted, and nothing else',
    access: 'signed-in',
    limit: 'sync-errors',
    // Counted in process memory: there is nothing to commit.
    transaction: 'own',
    body: SyncErrors,
    response: z.object({}),
    status: 202,
  },
  'GET /events': {
    summary: 'A stream of hints to the signed-in user',
    access: 'signed-in',
    enrolling: true,
    query: z.object({
      /** `Date` header of the page's first response; later changes are replayed first. */
      since: z.iso.datetime().optional(),
    }),
    produces: 'text/event-stream',
  },
});
