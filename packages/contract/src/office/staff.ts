/** Officials of an office: their posts, their open cases, and the maximum of open cases. */
import * as z from 'zod';
import { OwnPost } from '../accounts/posts.ts';
import { clearable, Duty, id, optional, paging, text, timestamp, wholeNumber } from '../base/fields.ts';
import { MAX_KIND_LENGTH, MAX_NAME_LENGTH, MAX_OPEN_CASES } from '../base/limits.ts';
import { contract } from '../base/route.ts';

/** `ending`: current, with a last day within 30 days. `ended`: within the last 90 days. */
export const PostState = z.enum(['current', 'future', 'ending', 'ended']);
export type PostState = z.infer<typeof PostState>;

export const StaffMember = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  department: z.string().nullable(),
  suspended: z.boolean(),
  /** Pending applications of the area that are assigned to the official. */
  openCases: z.number().int(),
  /** Posts in the area, current ones first. Empty: never had one, which means national where no post is required. */
  posts: z.array(
    OwnPost.omit({ limit: true, monthLimit: true }).extend({
      state: PostState,
      /** Set if the post ended before its last day. */
      endedAt: timestamp.nullable(),
    }),
  ),
});
export type StaffMember = z.infer<typeof StaffMember>;

/** `ending`: with a post that ends soon. `ended`: whose posts in the area have ended. */
export const StaffFilter = z.enum(['ending', 'ended']);

/** Maximum of open cases per official; null: none. It limits assigning, never deciding. */
export const CaseLimit = z.object({
  /** Of the caller's office: it counts the cases of its county, or all cases if it is the national office. */
  max: z.number().int().nullable(),
  /** Of the national office. It applies in every county too. */
  nationalMax: z.number().int().nullable(),
});
export type CaseLimit = z.infer<typeof CaseLimit>;

export const staff = contract({
  'GET /government/staff': {
    summary: 'Officials of the own area with their posts and open cases, by name',
    access: 'government',
    limit: 'search',
    query: z.object({
      /** Beginnings of words of the name, or the beginning of the email address. */
      q: optional(text(MAX_NAME_LENGTH)),
      state: optional(StaffFilter),
      /** With a post in this county, and with this permission in it. With `state`, that post is meant. */
      county: optional(z.string().max(MAX_KIND_LENGTH)),
      duty: optional(Duty),
      ...paging,
    }),
    response: z.array(StaffMember),
    paged: true,
  },
  'GET /government/case-limit': {
    summary: 'How many open cases an official of the own office may have',
    access: 'government',
    response: CaseLimit,
  },
  'PUT /government/case-limit': {
    summary: 'Set or remove the maximum of open cases per official of the own office',
    access: 'government',
    duty: 'manage',
    body: z.object({ max: clearable(wholeNumber(1, MAX_OPEN_CASES)) }),
    response: CaseLimit,
  },
});
