import type { Entry } from './entry.ts';

/** Whether there is a form for it: what only deletes or restores can be tried again or thrown away. */
export function canMend({ call, refusal }: Entry): boolean {
  if (call.startsWith('DELETE ') || call.endsWith('/restore')) return false;
  return refusal?.status !== 410 && refusal?.status !== 404;
}
