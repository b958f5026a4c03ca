import type { User } from '@ardhi/contract';
import type { UserRow } from './queries.ts';

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
    ...(row.role === 'government' ? { manage: row.manage } : {}),
    language: row.language as User['language'],
    emailConfirmed: row.email_confirmed_at !== null,
    revision: row.revision,
    createdAt: row.created_at,
  };
}
