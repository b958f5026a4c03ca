/** Several reads in one answer, for a phone that keeps its owner's data on the device over a slow line. */
import { z } from 'zod';
import { text } from './base/fields.ts';
import { contract } from './base/route.ts';

export const BatchPart = z.object({
  /** As it was asked for. */
  get: z.string(),
  status: z.number().int(),
  etag: z.string().nullable(),
  /** Of a list: how many rows there are in all, and the cursor of the next page. */
  total: z.number().int().nullable(),
  next: z.string().nullable(),
  /** What the call itself would answer. */
  answer: z.unknown(),
});
export type BatchPart = z.infer<typeof BatchPart>;

export const batch = contract({
  'GET /batch': {
    summary:
      'Several reads in one answer. `get` names them, apart by spaces, each with the ETag that the caller has: `land land/{id}*Xa3`. What still has that ETag is left out',
    access: 'signed-in',
    enrolling: true,
    query: z.object({ get: text(12_000) }),
    answer: z.array(BatchPart),
  },
});
