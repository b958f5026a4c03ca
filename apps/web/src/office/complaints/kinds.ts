import type { ComplaintKind } from '@ardhi/contract';

/** Written out, so that a page needs nothing of zod. */
export const KINDS = [
  'delay',
  'decision',
  'conduct',
  'data',
  'money',
  'other',
] as const satisfies readonly ComplaintKind[];
