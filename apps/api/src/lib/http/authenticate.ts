/** Authentication and authorisation of calls. */
import type { Route } from '@ardhi/contract';
import type { FastifyRequest } from 'fastify';
import { problem } from '../text/problem.ts';
import { findGisUser } from './gis-token.ts';
import { assertNotHeld } from './reset-hold.ts';
import { hasDuty, type Scope } from './scope.ts';
import type { Services } from './services.ts';
import { isConfirmed, type SignedInUser } from './session.ts';

export const tokenOf = (request: FastifyRequest): string | undefined =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];

export async function authenticate(
  services: Services,
  route: Route,
  request: FastifyRequest,
): Promise<SignedInUser | undefined> {
  if (route.access === 'public') return undefined;
  const token = tokenOf(request);
  if (route.access === 'gis') return authenticateGis(services, route, token);
  const user = token ? await services.sessions.find(token) : null;
  if (!user) {
    const isDeleted = token !== undefined && (await services.sessions.belongsToDeletedAccount(token));
    throw problem(isDeleted ? 'account-deleted' : 'not-signed-in');
  }
  if (route.access !== 'signed-in' && route.access !== user.role) throw problem('wrong-role');
  if (!route.enrolling) {
    if (user.mustConfirmEmail) throw problem('email-not-confirmed');
    assertEnrolled(user);
  }
  // Checked before a stored response is replayed: only a caller who still has the permission gets it.
  if (user.scope && route.access === 'government') assertDuty(route, user.scope);
  if (route.resetHold && !(route.resetHold === 'unless-enrolling' && user.mustEnrol))
    await assertNotHeld(services.db, user.id);
  if (route.confirmed && !(await isConfirmed(services.db, user.sessionId))) throw problem('confirm-needed');
  return user;
}

/** A session's token is not accepted here, nor a map program's token anywhere else. */
async function authenticateGis(
  { db, env }: Services,
  route: Route,
  token: string | undefined,
): Promise<SignedInUser> {
  const user = token ? await findGisUser(db, env, token) : null;
  if (!user?.scope) throw problem('not-signed-in');
  assertDuty(route, user.scope);
  return user;
}

export function assertEnrolled({ mustEnrol }: SignedInUser): void {
  if (mustEnrol) throw problem('second-factor-required', { setting: 'OFFICIALS_SECOND_FACTOR' });
}

export function assertDuty({ duty = 'view', area }: Pick<Route, 'duty' | 'area'>, scope: Scope): void {
  if (duty === 'none') return;
  if (scope.duties.length === 0) throw problem('post-needed', { setting: 'JURISDICTION' });
  const accepted = typeof duty === 'string' ? [duty] : duty;
  if (!accepted.some((one) => hasDuty(scope, one)))
    throw problem(accepted.includes('manage') ? 'manage-needed' : 'duty-needed');
  if (area === 'country' && scope.kind === 'county') throw problem('country-needed');
}
