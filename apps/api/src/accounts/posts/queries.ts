/** Posts of officials. They are assigned and ended, never edited. */
import type { Duty } from '@ardhi/contract';
import { sql } from 'kysely';
import type { DB } from '../../lib/database/database.generated.ts';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { firstRow, type PageRequest } from '../../lib/database/rows.ts';
import { countyWithin, type PostedRow, type Scope, scopeOf, within } from '../../lib/http/scope.ts';
import { lockUser } from '../users/queries.ts';
import type { PostLimits } from './limits.ts';

export type OwnPostRow = Pick<
  DB['posts'],
  'id' | 'place' | 'from_day' | 'until_day' | 'limit_cents' | 'month_limit_cents'
> & { duties: Duty[] };

/** Current posts, the working post first. */
export async function listOwnPosts(db: Db, officialId: string): Promise<OwnPostRow[]> {
  const { rows } = await sql<OwnPostRow>`
    select post.id, place, duties, from_day, until_day, limit_cents, month_limit_cents
    from current_posts as post join users on users.id = official_id
    where official_id = ${officialId}
    order by post.id is distinct from users.post_id, given_at, post.id
  `.execute(db);
  return rows;
}

/** The official's present scope, for a job that acts for them; a call has it from the session. */
export async function findScope(
  db: Db,
  officialId: string,
  jurisdiction: 'open' | 'strict',
): Promise<Scope | null> {
  const row = await firstRow<PostedRow>(db)`
    select role, manage, post.id as post_id, post.place as post_place, post.duties as post_duties,
      exists (select from posts where official_id = users.id) as posted
    from users left join working_post(users.id) as post on true where users.id = ${officialId}`;
  return row ? scopeOf(row, jurisdiction) : null;
}

function selectPosts(db: Db, scope: Scope) {
  return db
    .selectFrom('posts as post')
    .innerJoin('users as official', 'official.id', 'post.official_id')
    .leftJoin('users as giver', 'giver.id', 'post.given_by')
    .select([
      'post.id',
      'post.official_id',
      'official.name as official_name',
      'official.email as official_email',
      'official.deleted_at as official_deleted_at',
      'post.place',
      sql<Duty[]>`post.duties`.as('duties'),
      'post.from_day',
      'post.until_day',
      'post.limit_cents',
      'post.month_limit_cents',
      'giver.name as given_by_name',
      'post.given_at',
      'post.ended_at',
      sql<boolean>`exists (select from current_posts where current_posts.id = post.id)`.as('is_current'),
    ])
    .where(within(scope, sql`post.place`));
}

export type PostRow = Awaited<ReturnType<ReturnType<typeof selectPosts>['execute']>>[number];

export function listPosts(
  db: Db,
  scope: Scope,
  { county: requested, limit, after }: PageRequest & { county?: string },
): Promise<PostRow[]> {
  const county = countyWithin(scope, requested);
  return selectPosts(db, scope)
    .$if(county !== undefined, (query) => query.where('post.place', '=', county!))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(post.given_at, post.id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`),
    )
    .orderBy('post.given_at', 'desc')
    .orderBy('post.id', 'desc')
    .limit(limit + 1)
    .execute();
}

export function findPost(db: Db, scope: Scope, postId: string): Promise<PostRow | undefined> {
  return selectPosts(db, scope).where('post.id', '=', postId).executeTakeFirst();
}

/** Row lock: serialises concurrent attempts to end the post. */
export function lockPost(db: Db, scope: Scope, postId: string): Promise<PostRow | undefined> {
  return selectPosts(db, scope).where('post.id', '=', postId).forUpdate('post').executeTakeFirst();
}

export interface NewPostRow {
  officialId: string;
  county: string | null;
  duties: Duty[];
  /** Defaults to today. */
  from?: string;
  until?: string | null;
  limits?: PostLimits;
  givenBy: string | null;
}

export async function insertPost(db: Db, post: NewPostRow): Promise<string> {
  const id = newId();
  await db
    .insertInto('posts')
    .values({
      id,
      official_id: post.officialId,
      level: post.county === null ? 'country' : 'county',
      place: post.county ?? '',
      duties: post.duties,
      from_day: post.from ?? sql<string>`nairobi_date(now())`,
      until_day: post.until ?? null,
      limit_cents: post.limits?.limitCents ?? null,
      month_limit_cents: post.limits?.monthLimitCents ?? null,
      given_by: post.givenBy,
    })
    .execute();
  return id;
}

const unpostedManagers = (db: Db) =>
  db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'government')
    .where('manage', '=', true)
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .where(sql<boolean>`not exists (select from posts where official_id = users.id)`);

/** Managers who never had a post. The row lock excludes a post that is assigned meanwhile by the same rule. */
export function lockUnpostedManagers(db: Db): Promise<{ id: string }[]> {
  return unpostedManagers(db).orderBy('id').forUpdate().execute();
}

/** The first official, if they manage and never had a post. */
export function findUnpostedFirstOfficial(db: Db): Promise<{ id: string } | undefined> {
  return unpostedManagers(db).where('first_official', '=', true).executeTakeFirst();
}

/** SQL condition on `posts`: neither ended nor over. */
export const isLasting = sql<boolean>`ended_at is null and coalesce(until_day >= nairobi_date(now()), true)`;

/** Whether the official has a national post, now or later, or manages nationally without one. */
export async function hasNationalPost(db: Db, officialId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from posts where official_id = ${officialId} and ${isLasting} and place = ''
    union all
    select 1 from users where id = ${officialId} and manage
      and not exists (select from posts where official_id = users.id)
    limit 1
  `.execute(db);
  return rows.length > 0;
}

const AUDITING: Duty[] = ['auditor'];
const ACTING: Duty[] = ['decide', 'manage'];

/** Whether a post of the other kind overlaps: an auditor must not audit their own decisions. A post to view never conflicts. */
export async function hasConflictingPost(
  db: Db,
  { officialId, duties, from, until }: Omit<NewPostRow, 'givenBy'>,
): Promise<boolean> {
  const isOneOf = (kind: Duty[]) => duties.some((duty) => kind.includes(duty));
  const conflicting = isOneOf(AUDITING) ? ACTING : isOneOf(ACTING) ? AUDITING : null;
  if (!conflicting) return false;
  // Serialises the assignments to one official.
  await lockUser(db, officialId);
  const { rows } = await sql`
    select 1 from posts
    where official_id = ${officialId} and ${isLasting} and duties && ${conflicting}::text[]
      and daterange(from_day, until_day, '[]')
        && daterange(coalesce(${from ?? null}::date, nairobi_date(now())), ${until ?? null}::date, '[]')
    limit 1`.execute(db);
  return rows.length > 0;
}

export async function setEnded(db: Db, postId: string, endedBy: string | null): Promise<void> {
  await db
    .updateTable('posts')
    .set({ ended_at: sql<string>`now()`, ended_by: endedBy })
    .where('id', '=', postId)
    .execute();
}

/** Ends the current and future posts of an official who leaves. */
export async function endAllPosts(db: Db, officialId: string): Promise<void> {
  await sql`
    update posts set ended_at = now(), ended_by = ${officialId}
    where official_id = ${officialId} and ended_at is null
      and coalesce(until_day >= nairobi_date(now()), true)`.execute(db);
}

/** Unassigns pending applications whose official left, is suspended or has no post in their area; null checks all. */
export async function unassignApplications(db: Db, officialId: string | null): Promise<number> {
  const { numAffectedRows } = await sql`
    update subsidies set assigned_to = null, assigned_at = null
    where kind = 'application' and status = 'pending' and assigned_to is not null
      and (${officialId}::uuid is null or assigned_to = ${officialId})
      and (
        exists (select from users
          where id = assigned_to and (deleted_at is not null or suspended_at is not null))
        or exists (select from posts where official_id = assigned_to)
        and not exists (
          select from current_posts where official_id = assigned_to and (level = 'country' or place = county)))
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}
