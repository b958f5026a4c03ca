/** Sync request: a phone's queued writes in one request. */
import * as z from 'zod';
import { MAX_SYNC_BYTES, MAX_SYNC_PARTS } from './base/limits.ts';
import { contract } from './base/route.ts';

export const SyncWrite = z.strictObject({
  /** A queueable call of this contract: `POST /land/{id}/crops`. */
  call: z.string().max(100),
  params: z.record(z.string().max(50), z.string().max(100)),
  /** Idempotency key of this write, valid for its own call as well. */
  key: z.string().min(1).max(200),
  /** Body of the call, validated as if it were sent alone. */
  body: z.unknown().optional(),
  /** Indexes of earlier writes that must succeed first. */
  after: z.array(z.number().int().min(0).max(MAX_SYNC_PARTS)).max(MAX_SYNC_PARTS).optional(),
});
export type SyncWrite = z.infer<typeof SyncWrite>;

export const SyncResult = z.object({
  /** HTTP status of the call; null if it was not tried. */
  status: z.number().int().nullable(),
  /** Seconds to wait before the next attempt. */
  retryAfter: z.number().int().optional(),
  /** The response without lists of records; of those only the row that the write concerns. */
  answer: z.unknown().optional(),
});
export type SyncResult = z.infer<typeof SyncResult>;

export const sync = contract({
  'POST /sync': {
    summary:
      'Queued writes in one request, in order. Each is its own transaction with its own idempotency key and limits, as if sent alone. After 20 seconds no further write is started: it is answered with the status null, as is a write whose predecessor failed',
    access: 'signed-in',
    // Each write checks for itself.
    enrolling: true,
    whileFull: true,
    transaction: 'own',
    maxBodyBytes: MAX_SYNC_BYTES,
    body: z.strictObject({ writes: z.array(SyncWrite).min(1).max(MAX_SYNC_PARTS) }),
    response: z.array(SyncResult),
  },
});
