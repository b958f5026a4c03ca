/** Sessions: opaque tokens, stored as hashes and cached briefly after a lookup. */
import type { Duty, Language, Role } from '@ardhi/contract';
import { sql, type UpdateObject } from 'kysely';
import type { ChangeEventBus } from '../database/change-events.ts';
import type { DB } from '../database/database.generated.ts';
import type { Db } from '../database/db.ts';
import { hashSecret, newId, newSecret } from '../database/id.ts';
import { type Env, MAX_SESSION_DAYS } from '../settings/env.ts';
import { type Scope, scopeOf } from './scope.ts';
import type { WriteContext } from './write-context.ts';

export interface SignedInUser {
  id: string;
  sessionId: string;
  role: Role;
  name: string;
  email: string;
  language: Language;
  /** Official with an unconfirmed address, if sign-up is by mail domain. */
  mustConfirmEmail: boolean;
  /** Null for a farmer. */
  scope: Scope | null;
  /** When the start or end of a post changes the scope, by the clock of this process. */
  scopeEndsAt: number | null;
  /** Whether the official's scope includes the duty to manage. */
  manage: boolean;
  /** Official without a second factor, if one is required. */
  mustEnrol: boolean;
}

export type Sessions = ReturnType<typeof createSessions>;

type SessionSettings = Pick<
  Env,
  'sessionIdleDays' | 'officialSession' | 'officialsSecondFactor' | 'jurisdiction'
>;

const CACHE_SECONDS = 60;
const CACHE_ENTRIES = 20_000;

export function createSessions(db: Db, changeEvents: ChangeEventBus, settings: SessionSettings) {
  // A Map keeps insertion order, so the oldest entry is the first.
  const cache = new Map<string, { user: SignedInUser; until: number }>();
  let invalidations = 0;
  changeEvents.subscribe(({ kind, to }) => {
    if (kind !== 'session' && kind !== 'everything') return;
    invalidations += 1;
    if (!('user' in to)) return cache.clear();
    for (const [key, entry] of cache) if (entry.user.id === to.user) cache.delete(key);
  });

  return {
    async find(token: string): Promise<SignedInUser | null> {
      const tokenHash = hashSecret(token);
      const key = tokenHash.toString('base64');
      const cached = cache.get(key);
      // Without the listening connection a revocation would be missed, so the cache is not trusted.
      if (cached && cached.until > Date.now() && changeEvents.listening()) return cached.user;
      cache.delete(key);
      const invalidationsBefore = invalidations;
      const row = await findSession(db, tokenHash, settings);
      if (!row) return null;
      if (row.seen_long_ago) await updateSession(db, row.session_id, { last_seen_at: sql<string>`now()` });
      const scope = scopeOf(row, settings.jurisdiction);
      const user: SignedInUser = {
        id: row.id,
        sessionId: row.session_id,
        role: row.role as Role,
        name: row.name,
        email: row.email,
        language: row.language as Language,
        scope,
        scopeEndsAt: row.posts_change_in_ms === null ? null : Date.now() + row.posts_change_in_ms,
        manage: scope?.duties.includes('manage') ?? false,
        mustEnrol:
          settings.officialsSecondFactor === 'required' &&
          row.role === 'government' &&
          !row.has_second_factor,
        mustConfirmEmail: row.must_confirm_email && row.email_confirmed_at === null,
      };
      // The session may have ended during the lookup, so it is not cached.
      if (invalidations !== invalidationsBefore) return user;
      if (cache.size >= CACHE_ENTRIES) cache.delete(cache.keys().next().value!);
      const until = Date.now() + CACHE_SECONDS * 1000;
      cache.set(key, { user, until: Math.min(until, user.scopeEndsAt ?? until) });
      return user;
    },

    /** Evicts all sessions from the cache: their scope or required steps may have changed. */
    clear(): void {
      invalidations += 1;
      cache.clear();
    },

    /** Whether an invalid token belonged to a deleted account. */
    async belongsToDeletedAccount(token: string): Promise<boolean> {
      const found = await db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select('users.id')
        .where('sessions.token_hash', '=', hashSecret(token))
        .where('users.deleted_at', 'is not', null)
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}

function findSession(db: Db, tokenHash: Buffer, { sessionIdleDays, officialSession }: SessionSettings) {
  const isOfficial = sql`users.role = 'government'`;
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoinLateral(
      sql<{ id: string; place: string; duties: Duty[] }>`working_post(users.id)`.as('post'),
      (join) => join.onTrue(),
    )
    .select([
      'users.id',
      'post.id as post_id',
      'post.place as post_place',
      'post.duties as post_duties',
      sql<boolean>`exists (select from posts where official_id = users.id)`.as('posted'),
      sql<number | null>`posts_change_in_ms(users.id)`.as('posts_change_in_ms'),
      'sessions.id as session_id',
      'users.role',
      'users.name',
      'users.email',
      'users.language',
      'users.must_confirm_email',
      'users.manage',
      sql<boolean>`exists (
        select from second_factors where user_id = users.id and second_factors.confirmed_at is not null
      )`.as('has_second_factor'),
      'users.email_confirmed_at',
      // Updated at most hourly, so that most reads cause no write.
      sql<boolean>`sessions.last_seen_at < now() - interval '1 hour'`.as('seen_long_ago'),
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .where(
      sql<boolean>`sessions.last_seen_at > now() - make_interval(hours =>
        case when ${isOfficial} then ${officialSession.idleHours}::int else ${sessionIdleDays * 24}::int end)`,
    )
    .where(
      sql<boolean>`sessions.created_at > now() - make_interval(days =>
        case when ${isOfficial} then ${officialSession.maxDays}::int else ${MAX_SESSION_DAYS}::int end)`,
    )
    .executeTakeFirst();
}

async function updateSession(db: Db, sessionId: string, changes: UpdateObject<DB, 'sessions'>) {
  await db.updateTable('sessions').set(changes).where('id', '=', sessionId).execute();
}

/** `log_access` in sql/access-log.sql has the same. */
const CONFIRMED_MINUTES = 5;

/** Records that the user has re-authenticated. */
export async function confirmSession(db: Db, sessionId: string): Promise<void> {
  await updateSession(db, sessionId, { confirmed_at: sql<string>`now()` });
}

/** Never cached: a confirmation is valid only for minutes. */
export async function isConfirmed(db: Db, sessionId: string): Promise<boolean> {
  const found = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('confirmed_at', '>', sql<string>`now() - make_interval(mins => ${CONFIRMED_MINUTES})`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Opens a session and returns its token, which is never stored. */
export async function openSession(db: Db, userId: string, device: string): Promise<string> {
  const token = newSecret();
  await db
    .insertInto('sessions')
    .values({ id: newId(), user_id: userId, token_hash: hashSecret(token), device })
    .execute();
  return token;
}

/** Ends one, all, or all but one of a user's sessions. Every process evicts them from its cache on commit. */
export async function endSessions(
  { db, emit }: WriteContext<unknown>,
  userId: string,
  which: { only?: string; except?: string } = {},
): Promise<string[]> {
  let statement = db.deleteFrom('sessions').where('user_id', '=', userId);
  if (which.only) statement = statement.where('id', '=', which.only);
  if (which.except) statement = statement.where('id', '!=', which.except);
  const ended = (await statement.returning('id').execute()).map(({ id }) => id);
  if (!which.only) await revokeGisTokens(db, userId);
  emit({ user: userId }, 'session', ended);
  return ended;
}

/** After a new password, a changed second factor or a suspension, map programs must not read on either. */
async function revokeGisTokens(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('gis_tokens').where('user_id', '=', userId).execute();
}

/** For a deleted account: the rows stay, so that a device with an old token gets a specific error. */
export async function orphanSessions({ db, emit }: WriteContext<unknown>, userId: string): Promise<void> {
  await revokeGisTokens(db, userId);
  const left = await db
    .updateTable('sessions')
    .set({ device: '' })
    .where('user_id', '=', userId)
    .returning('id')
    .execute();
  const ids = left.map(({ id }) => id);
  emit({ user: userId }, 'session', ids);
}

/** Needs no user: the hash of a token reveals nothing and grants no access. */
export async function endSessionOfToken(
  { db, emit }: WriteContext<unknown>,
  tokenHash: string,
): Promise<void> {
  const ended = await db
    .deleteFrom('sessions')
    .where('token_hash', '=', Buffer.from(tokenHash, 'hex'))
    .returning(['id', 'user_id'])
    .execute();
  for (const { id, user_id } of ended) emit({ user: user_id }, 'session', [id]);
}
