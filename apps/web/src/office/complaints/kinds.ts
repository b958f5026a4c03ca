import type { ComplaintKind } from '@ardhi/contract';

/** Duplicated from the contract, so that pages do not load zod. */
export const KINDS = [
  'delay',
  'decision',
  'conduct',
  'data',
  'money',
  'other',
] as const satisfies readonly ComplaintKind[];
