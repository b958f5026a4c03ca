import type { Duty, User } from '@ardhi/contract';

/** Whether an official has a permission in the active post. Without a post officials view and decide nationally. */
export function hasDuty({ post, manage }: User, duty: Duty): boolean {
  if (post) return post.duties.includes(duty);
  return duty === 'manage' ? manage === true : duty !== 'ombudsperson';
}
