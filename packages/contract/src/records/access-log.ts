/** Access log: every call that discloses personal data to another user writes an entry that the person can read. */
import * as z from 'zod';
import { id, paging, Role, timestamp } from '../base/fields.ts';
import { contract } from '../base/route.ts';

/** Types of access: a single record, a page of a list, or an export. */
export const ACCESS_LOOKS = [
  'farmer',
  'parcel',
  'application',
  'overlap',
  'complaint',
  'audit-person',
  'farmer-list',
  'parcel-list',
  'application-list',
  'overlap-list',
  'people-list',
  'trail-list',
  'search',
  'application-export',
  'farmer-export',
  'parcel-export',
  'trail-export',
  'gis-export',
] as const;
export const AccessLook = z.enum(ACCESS_LOOKS);
export type AccessLook = z.infer<typeof AccessLook>;

export const AccessLine = z.object({
  _id: id,
  /** First access; repeated access within ten minutes is not logged again. */
  at: timestamp,
  viewer: z.object({
    /** Empty for a deleted account. */
    name: z.string(),
    role: Role,
    department: z.string().nullable(),
  }),
  look: AccessLook,
  /** The opened parcel or application; null if deleted, and for lists. */
  entityName: z.string().nullable(),
  /** Exports of more than 1,000 people: a county, a region or `all`. */
  area: z.string().nullable(),
});
export type AccessLine = z.infer<typeof AccessLine>;

export const accessLog = contract({
  'GET /auth/access-lines': {
    summary: 'Who looked at the caller’s data, newest first',
    access: 'signed-in',
    enrolling: true,
    query: z.object(paging),
    response: z.array(AccessLine),
    paged: true,
  },
});
