import type { Duty, User } from '@ardhi/contract';

/** Whether an official has a permission in the active post. Without a post officials view and decide nationally. */
export function hasDuty({ post, manage }: User, duty: Duty): boolean {
  if (post) return post.duties.includes(duty);
  return duty === 'manage' ? manage === true : duty === 'view' || duty === 'decide';
}

/** Whether the official reads the audit log. */
export const canAudit = (user: User): boolean => hasDuty(user, 'manage') || isAuditor(user);

/** Whether the official creates and reads audit binders. */
export const canUseBinders = (user: User): boolean => hasDuty(user, 'decide') || isAuditor(user);

/** An auditor has only the board, the audit log and audit binders, where farmers are masked. */
export const isAuditor = (user: User): boolean => hasDuty(user, 'auditor');
