/** Who may register as an official. */
import type { FastifyRequest } from 'fastify';
import type { Env, GovernmentSignup } from '../lib/env.ts';
import { fieldProblem, problem } from '../lib/problem.ts';

let proxySeen = false;

/** Not configured means open on a machine of one's own; a proxy in front means the world can reach it. */
export function signupMode(env: Env, request?: FastifyRequest): GovernmentSignup {
  if (env.governmentSignup) return env.governmentSignup;
  const headers = request?.headers ?? {};
  if (headers['x-forwarded-for'] || headers['x-forwarded-host'] || headers.forwarded || headers.via)
    proxySeen = true;
  return proxySeen ? { mode: 'invite' } : { mode: 'open' };
}

export function assertMaySignUp(mode: GovernmentSignup, email: string, invitation: string | undefined): void {
  if (invitation) return;
  if (mode.mode === 'invite')
    throw fieldProblem('invitation', 'issue.required', undefined, 'invitation-needed');
  if (mode.mode === 'domains') {
    const domain = email.split('@')[1]?.toLowerCase() ?? '';
    const allowed = mode.domains.some((one) => domain === one || domain.endsWith(`.${one}`));
    if (!allowed) throw problem('domain-not-allowed');
  }
}
