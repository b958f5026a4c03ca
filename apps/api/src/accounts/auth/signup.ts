/** Registration rules for officials. */
import type { GovernmentSignup } from '../../lib/settings/env.ts';
import { problem } from '../../lib/text/problem.ts';

export function assertMaySignUp(mode: GovernmentSignup, email: string, invitation: string | undefined): void {
  if (invitation) return;
  if (mode.mode === 'invite') throw invitationNeeded('issue.required');
  if (mode.mode === 'domains') {
    const domain = email.split('@')[1]?.toLowerCase() ?? '';
    const allowed = mode.domains.some((one) => domain === one || domain.endsWith(`.${one}`));
    if (!allowed) throw problem('domain-not-allowed', { setting: 'GOVERNMENT_SIGNUP' });
  }
}

export function invitationNeeded(key: 'issue.required' | 'issue.invitation') {
  return problem('invitation-needed', {
    setting: 'GOVERNMENT_SIGNUP',
    issues: [{ path: 'invitation', code: key.replace('issue.', ''), key }],
  });
}
