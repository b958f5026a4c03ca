/** Tokens of map programs. They read the area of the post they were made in, while the official still holds it. */
import type { Duty, Language, Role } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db } from '../database/db.ts';
import { hashSecret } from '../database/id.ts';
import type { Env } from '../settings/env.ts';
import { scopeOf } from './scope.ts';
import type { SignedInUser } from './session.ts';

/** The official as a user whose session is the token; null if it is unknown, expired or revoked. */
export async function findGisUser(db: Db, env: Env, token: string): Promise<SignedInUser | null> {
  const row = await db
    .selectFrom('gis_tokens')
    .innerJoin('users', 'users.id', 'gis_tokens.user_id')
    .leftJoinLateral(
      sql<{ id: string; place: string; duties: Duty[] }>`(
        select id, place, duties from current_posts where current_posts.id = gis_tokens.post_id)`.as('post'),
      (join) => join.onTrue(),
    )
    .select([
      'gis_tokens.id as token_id',
      'users.id',
      'users.role',
      'users.name',
      'users.email',
      'users.language',
      'users.manage',
      'post.id as post_id',
      'post.place as post_place',
      'post.duties as post_duties',
      // Also for a token made without a post: a post that was assigned since may be for a smaller area.
      sql<boolean>`exists (select from posts where official_id = users.id)`.as('posted'),
    ])
    .where('gis_tokens.token_hash', '=', hashSecret(token))
    .where('gis_tokens.expires_at', '>', sql<string>`now()`)
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    sessionId: row.token_id,
    role: row.role as Role,
    name: row.name,
    email: row.email,
    language: row.language as Language,
    mustConfirmEmail: false,
    mustEnrol: false,
    scope: scopeOf(row, env.jurisdiction),
    scopeEndsAt: null,
    manage: false,
  };
}
