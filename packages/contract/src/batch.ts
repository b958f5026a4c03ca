/** Several reads in one response, for phones that sync offline data over a slow connection. */
import * as z from 'zod';
import { text } from './base/fields.ts';
import { contract } from './base/route.ts';

export const BatchPart = z.object({
  /** The path as requested. */
  get: z.string(),
  status: z.number().int(),
  etag: z.string().nullable(),
  /** Lists only: total number of rows, and the cursor of the next page in `next`. */
  total: z.number().int().nullable(),
  next: z.string().nullable(),
  /** The response body of the individual call. */
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
    response: z.array(BatchPart),
  },
});
