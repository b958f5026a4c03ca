import type { Invitation, Official } from '@ardhi/contract';
import type { listInvitations, OfficialRow } from './queries.ts';

type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number];

export function presentInvitation(row: InvitationRow): Invitation {
  return {
    _id: row.id,
    note: row.note,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    usedBy: row.used_by,
  };
}

export function presentOfficial(row: OfficialRow): Official {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    department: row.department,
    manage: row.manage,
    suspended: row.suspended_at !== null,
    createdAt: row.created_at,
  };
}
