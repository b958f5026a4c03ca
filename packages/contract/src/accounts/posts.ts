/** Posts of officials: an area, the permissions in it, and a period. */
import * as z from 'zod';
import { Duty, date, email, id, money, optional, paging, timestamp } from '../base/fields.ts';
import { MAX_KIND_LENGTH } from '../base/limits.ts';
import { contract } from '../base/route.ts';

/** The fields of a post that its holder can see. */
export const OwnPost = z.object({
  _id: id,
  /** null: national. */
  county: z.string().nullable(),
  duties: z.array(Duty),
  from: date,
  /** The last day; null: open-ended. */
  until: date.nullable(),
  /** Approval limits per decision and per calendar month, in KES; null: the default, and no monthly limit. */
  limit: z.number().nullable(),
  monthLimit: z.number().nullable(),
});
export type OwnPost = z.infer<typeof OwnPost>;

export const Post = OwnPost.extend({
  /** The name of a deleted account is empty. */
  official: z.object({ _id: id, name: z.string(), email: z.string() }),
  /** null: the operator. */
  givenBy: z.string().nullable(),
  givenAt: timestamp,
  /** Set if the post ended before its last day. */
  endedAt: timestamp.nullable(),
  /** Whether the post is valid today. */
  current: z.boolean(),
});
export type Post = z.infer<typeof Post>;

export const NewPost = z
  .object({
    /** The official's account. */
    email,
    /** Absent: national. */
    county: optional(z.string().trim().max(MAX_KIND_LENGTH)),
    duties: z.array(Duty).max(10),
    /** Defaults to today. */
    from: optional(date),
    until: optional(date),
    /** At most the caller's own limits. Without a limit the default applies, or the caller's if it is lower. */
    limit: optional(money),
    monthLimit: optional(money),
  })
  .refine(({ duties }) => duties.includes('view') || duties.includes('auditor'), {
    path: ['duties'],
    error: 'issue.view-needed',
  })
  .refine(({ duties }) => !duties.includes('auditor') || duties.every((duty) => duty === 'auditor'), {
    path: ['duties'],
    error: 'issue.auditor-alone',
  })
  .refine(({ from, until }) => !from || !until || until >= from, {
    path: ['until'],
    error: 'issue.before-start',
  });
export type NewPost = z.input<typeof NewPost>;

export const posts = contract({
  'GET /government/posts/own': {
    summary: 'The own posts that hold today, and the one that is worked in',
    access: 'government',
    duty: 'none',
    response: z.object({
      working: id.nullable(),
      posts: z.array(OwnPost),
      /** Limits of the caller, alone and per month, null: unlimited. Null without an area. */
      limits: z
        .object({
          alone: z.number().nullable(),
          month: z.number().nullable(),
          approvedThisMonth: z.number(),
        })
        .nullable(),
    }),
  },
  'PUT /government/posts/own': {
    summary: 'Work in another of the own posts from now on',
    access: 'government',
    duty: 'none',
    body: z.object({ postId: id }),
    response: OwnPost,
  },
  'GET /government/posts': {
    summary: 'Posts in the own area, the newest first',
    access: 'government',
    duty: 'manage',
    query: z.object({ county: optional(z.string().max(MAX_KIND_LENGTH)), ...paging }),
    response: z.array(Post),
    paged: true,
  },
  'POST /government/posts': {
    summary: 'Give an official a post within the own area',
    access: 'government',
    duty: 'manage',
    confirmed: true,
    body: NewPost,
    response: Post,
    status: 201,
  },
  'PUT /government/posts/{id}/end': {
    summary: 'End a post now',
    access: 'government',
    duty: 'manage',
    confirmed: true,
    response: Post,
  },
});
