/** Who looked at a person's data: every call that gives it to somebody else leaves a line which that person reads. */
import { z } from 'zod';
import { id, paging, Role, timestamp } from '../base/fields.ts';
import { contract } from '../base/route.ts';

/** What was looked at: one thing that was opened, a page of a list, an export. */
export const ACCESS_LOOKS = [
  'farmer',
  'parcel',
  'application',
  'overlap',
  'farmer-list',
  'parcel-list',
  'application-list',
  'overlap-list',
  'people-list',
  'trail-list',
  'application-export',
  'farmer-export',
  'parcel-export',
  'trail-export',
] as const;
export const AccessLook = z.enum(ACCESS_LOOKS);
export type AccessLook = z.infer<typeof AccessLook>;

export const AccessLine = z.object({
  _id: id,
  /** Of several looks within ten minutes the first. */
  at: timestamp,
  viewer: z.object({
    /** Empty for a deleted account. */
    name: z.string(),
    role: Role,
    department: z.string().nullable(),
  }),
  look: AccessLook,
  /** The parcel or the application that was opened; null where it is gone, and in a list. */
  entityName: z.string().nullable(),
  /** Of an export of more than 1,000 people: a county, a region or `all`. */
  area: z.string().nullable(),
});
export type AccessLine = z.infer<typeof AccessLine>;

export const accessLines = contract({
  'GET /auth/access-lines': {
    summary: 'Who looked at the caller’s data, newest first',
    access: 'signed-in',
    enrolling: true,
    query: z.object(paging),
    answer: z.array(AccessLine),
    paged: true,
  },
});
