/** What an official may do for another's account. */

import type { SignedInUser } from '../../lib/http/session.ts';
import type { Env } from '../../lib/settings/env.ts';

/** Where anybody may register as an official, a code gives nothing away. */
export function mayInvite(env: Env, official: SignedInUser): boolean {
  return env.governmentSignup.mode === 'open' || official.manage;
}

/** Any official helps a farmer; a colleague's account is only for who manages. */
export function mayReset(official: SignedInUser, person: { role: string }): boolean {
  return person.role === 'farmer' || official.manage;
}
