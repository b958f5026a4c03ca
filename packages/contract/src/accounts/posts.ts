/** Where officials work: a post is an area, duties in it, and its days. */
import { z } from 'zod';
import { Duty, date, email, id, optional, paging, timestamp } from '../base/fields.ts';
import { MAX_KIND_LENGTH } from '../base/limits.ts';
import { contract } from '../base/route.ts';

/** What an official knows of a post of their own. */
export const OwnPost = z.object({
  _id: id,
  /** null: the whole country. */
  county: z.string().nullable(),
  duties: z.array(Duty),
  from: date,
  /** The last day; null: without an end. */
  until: date.nullable(),
});
export type OwnPost = z.infer<typeof OwnPost>;

export const Post = OwnPost.extend({
  /** The name is empty for a deleted account. */
  official: z.object({ _id: id, name: z.string(), email: z.string() }),
  /** null: the operator. */
  givenBy: z.string().nullable(),
  givenAt: timestamp,
  /** Ended before its last day. */
  endedAt: timestamp.nullable(),
  /** Whether it holds today. */
  current: z.boolean(),
});
export type Post = z.infer<typeof Post>;

export const NewPost = z
  .object({
    /** Of the official's account. */
    email,
    /** Nothing is the whole country. */
    county: optional(z.string().trim().max(MAX_KIND_LENGTH)),
    duties: z.array(Duty).max(10),
    /** Today, unless said. */
    from: optional(date),
    until: optional(date),
  })
  .refine(({ duties }) => duties.includes('view'), { path: ['duties'], error: 'issue.view-needed' })
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
    answer: z.object({ working: id.nullable(), posts: z.array(OwnPost) }),
  },
  'PUT /government/posts/own': {
    summary: 'Work in another of the own posts from now on',
    access: 'government',
    duty: 'none',
    body: z.object({ postId: id }),
    answer: OwnPost,
  },
  'GET /government/posts': {
    summary: 'Posts in the own area, the newest first',
    access: 'government',
    duty: 'manage',
    query: z.object({ county: optional(z.string().max(MAX_KIND_LENGTH)), ...paging }),
    answer: z.array(Post),
    paged: true,
  },
  'POST /government/posts': {
    summary: 'Give an official a post within the own area',
    access: 'government',
    duty: 'manage',
    confirmed: true,
    body: NewPost,
    answer: Post,
    status: 201,
  },
  'PUT /government/posts/{id}/end': {
    summary: 'End a post now',
    access: 'government',
    duty: 'manage',
    confirmed: true,
    answer: Post,
  },
});
