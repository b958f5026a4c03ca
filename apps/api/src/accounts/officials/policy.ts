/** Actions that an official may take on other accounts. */

import type { SignedInUser } from '../../lib/http/session.ts';
import type { Env } from '../../lib/settings/env.ts';

/** With open signup anyone may register as an official, so an invitation grants nothing extra. */
export function canInvite(env: Env, official: SignedInUser): boolean {
  return env.governmentSignup.mode === 'open' || official.manage;
}

/** Any official may reset a farmer's password; an official's password requires `manage`. */
export function canResetPassword(official: SignedInUser, person: { role: string }): boolean {
  return person.role === 'farmer' || official.manage;
}
