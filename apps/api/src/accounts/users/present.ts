import type { User } from '@ardhi/contract';
import type { UserRow } from './queries.ts';

/** The working post decides; the account flag counts only for officials who never had a post. */
function canManage({ manage }: UserRow, { post, posted }: NonNullable<UserRow['office']>): boolean {
  return post ? post.duties.includes('manage') : manage && !posted;
}

export function presentUser(row: UserRow): User {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    role: row.role as User['role'],
    phoneNumber: row.phone_number,
    location: row.location,
    farmSize: row.farm_size_acres,
    department: row.department,
    ...(row.office ? { manage: canManage(row, row.office), post: row.office.post } : {}),
    language: row.language as User['language'],
    emailConfirmed: row.email_confirmed_at !== null,
    revision: row.revision,
    createdAt: row.created_at,
  };
}
