/**
 * Approval limits of officials: per decision and per calendar month, from the current post or the default
 * (APPROVAL_LIMIT). Decision 20 explains them.
 */
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { rowsOf } from '../../lib/database/rows.ts';
import type { Env } from '../../lib/settings/env.ts';
import { moneyText } from '../../lib/text/money.ts';
import { fieldProblem } from '../../lib/text/problem.ts';

/** Null is unlimited in every field. */
export interface ApprovalLimits {
  /** Maximum that the official may approve alone. */
  aloneCents: number | null;
  /** Maximum that the official may approve with a second one, whose own limit may be lower. */
  pairCents: number | null;
  monthCents: number | null;
}

interface LimitsRow {
  id: string;
  limit_cents: number | null;
  month_limit_cents: number | null;
  is_first: boolean;
  depends_on_giver: boolean;
}

/** Omits officials who are closed, suspended or without an area. */
export async function findLimits(
  db: Db,
  { approvalLimitCents: defaultCents }: Pick<Env, 'approvalLimitCents'>,
  officialIds: string[],
): Promise<Map<string, ApprovalLimits>> {
  // First: the first official at national level, and the operator's first national post. Posts by managers never
  // count, because no one may grant more than their own limit.
  const rows = await rowsOf<LimitsRow>(db)`
    select users.id, post.limit_cents, post.month_limit_cents,
      coalesce(post.level, 'country') = 'country' and (users.first_official or coalesce(post.id = (
        select id from posts where level = 'country' and given_by is null and 'decide' = any (duties)
        order by given_at, id limit 1), false)) as is_first,
      exists (select from dependent_officials(users.id, array[post.given_by])) as depends_on_giver
    from users left join lateral working_post(users.id) as post on true
    where users.id = any(${officialIds}::uuid[]) and users.deleted_at is null and users.suspended_at is null
      and (post.id is not null or not exists (select from posts where official_id = users.id))`;
  return new Map(
    rows.map((row) => [
      row.id,
      {
        // An official could otherwise assign a high limit to a second account of their own, and approve with it alone.
        aloneCents: row.depends_on_giver
          ? lower(row.limit_cents, defaultCents)
          : (row.limit_cents ?? defaultCents),
        pairCents: row.limit_cents ?? (row.is_first ? null : defaultCents),
        monthCents: row.month_limit_cents,
      },
    ]),
  );
}

/** Transaction locks, in the order of the ids: two decisions that need the same two must not deadlock. */
export async function lockMonths(db: Db, officialIds: string[]): Promise<void> {
  for (const id of [...officialIds].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(
      ${`ardhi-approved-by ${id} `} || to_char(now() at time zone 'Africa/Nairobi', 'YYYY-MM'), 0))`.execute(
      db,
    );
}

/** Sum approved this month under the limits of each official. */
export async function sumMonths(db: Db, officialIds: string[]): Promise<Map<string, number>> {
  const rows = await rowsOf<{ official_id: string; cents: number }>(db)`
    select official_id, sum(amount_cents)::bigint as cents from limit_uses
    where official_id = any(${officialIds}::uuid[])
      and used_at >= date_trunc('month', now() at time zone 'Africa/Nairobi') at time zone 'Africa/Nairobi'
    group by official_id`;
  return new Map(rows.map(({ official_id, cents }) => [official_id, cents]));
}

export interface PostLimits {
  limitCents: number | null;
  monthLimitCents: number | null;
}

/**
 * Limits of a post that this official assigns. Without a stated limit the default applies, or the assigner's limit if it is
 * lower: no one grants more than their own.
 */
export async function grantedLimits(
  db: Db,
  env: Pick<Env, 'approvalLimitCents'>,
  assignerId: string,
  { limitCents, monthLimitCents }: PostLimits,
): Promise<PostLimits> {
  const { pairCents, monthCents } = await assignableLimits(db, env, assignerId);
  if (limitCents !== null && exceeds(limitCents, pairCents))
    throw fieldProblem('limit', 'issue.above-own-limit', { limit: moneyText(pairCents!) });
  if (monthLimitCents !== null && exceeds(monthLimitCents, monthCents))
    throw fieldProblem('monthLimit', 'issue.above-own-limit', { limit: moneyText(monthCents!) });
  const isBelowDefault =
    pairCents !== null && pairCents < (env.approvalLimitCents ?? Number.POSITIVE_INFINITY);
  return {
    limitCents: limitCents ?? (isBelowDefault ? pairCents : null),
    monthLimitCents: monthLimitCents ?? monthCents,
  };
}

/** Limits granted earlier, lowered to those that the assigner may grant now. */
export async function cappedLimits(
  db: Db,
  env: Pick<Env, 'approvalLimitCents'>,
  assignerId: string,
  { limitCents, monthLimitCents }: PostLimits,
): Promise<PostLimits> {
  const { pairCents, monthCents } = await assignableLimits(db, env, assignerId);
  return grantedLimits(db, env, assignerId, {
    limitCents: limitCents !== null && exceeds(limitCents, pairCents) ? pairCents : limitCents,
    monthLimitCents:
      monthLimitCents !== null && exceeds(monthLimitCents, monthCents) ? monthCents : monthLimitCents,
  });
}

/** An official without an area can still assign posts if they manage. */
async function assignableLimits(db: Db, env: Pick<Env, 'approvalLimitCents'>, assignerId: string) {
  const own = (await findLimits(db, env, [assignerId])).get(assignerId);
  return own ?? { pairCents: env.approvalLimitCents, monthCents: null };
}

/** Null is unlimited. */
const lower = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

export const exceeds = (cents: number, limitCents: number | null): boolean =>
  limitCents !== null && cents > limitCents;
