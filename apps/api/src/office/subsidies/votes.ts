/** Votes on applications that need four-eyes approval. */
import { sql } from 'kysely';
import { canDecideIn } from '../../accounts/officials/queries.ts';
import type { Db, Sql } from '../../lib/database/db.ts';
import { firstRow, now, rowsOf, updateRow } from '../../lib/database/rows.ts';
import type { Env } from '../../lib/settings/env.ts';
import { type LockedSubsidy, levelOf } from './write-queries.ts';

type Versioned = Pick<LockedSubsidy, 'id' | 'revision'>;

/** Votes that still count: cast on the current revision of both rows, by officials who could still decide. */
export function listValidVotes(
  db: Db,
  { jurisdiction }: Pick<Env, 'jurisdiction'>,
  application: Pick<LockedSubsidy, 'id' | 'revision' | 'county'>,
  programme: Versioned,
) {
  return db
    .selectFrom('subsidy_marks as mark')
    .innerJoin('users', 'users.id', 'mark.marked_by')
    .select(['mark.marked_by', 'mark.status', 'mark.reason', 'mark.reason_sw', 'mark.level', 'users.name'])
    .where('mark.subsidy_id', '=', application.id)
    .where('mark.subsidy_revision', '=', application.revision)
    .where('mark.programme_revision', '=', programme.revision)
    .where(canDecideIn(application.county, jurisdiction))
    .orderBy('mark.marked_at')
    .execute();
}

export type Vote = Awaited<ReturnType<typeof listValidVotes>>[number];

interface NewMark {
  markedBy: string;
  status: 'approved' | 'rejected';
  reason: string | null;
  reasonSw: string | null;
}

/** A second vote by the same official replaces the first. */
export async function saveVote(
  db: Db,
  application: Versioned,
  programme: Versioned,
  { markedBy, status, reason, reasonSw }: NewMark,
): Promise<void> {
  const vote = {
    status,
    reason,
    reason_sw: reasonSw,
    subsidy_revision: application.revision,
    programme_revision: programme.revision,
    level: levelOf(markedBy),
  };
  await db
    .insertInto('subsidy_marks')
    .values({ subsidy_id: application.id, marked_by: markedBy, ...vote })
    .onConflict((conflict) =>
      conflict.columns(['subsidy_id', 'marked_by']).doUpdateSet({ ...vote, marked_at: now }),
    )
    .execute();
  await updateRow(db, 'subsidies', application.id, { voted_at: now });
}

/** Both officials of a decision that needed two, in the order of their votes. */
export const listApprovals = (db: Db, subsidyId: string) =>
  rowsOf<{ officialId: string; name: string; at: string }>(db)`
    select marked_by as "officialId", name, marked_at as at
    from subsidy_marks join users on users.id = marked_by
    where subsidy_id = ${subsidyId} order by marked_at, marked_by`;

/** The official who rejected an application, and the one who agreed under four-eyes approval. */
export async function listRejecters(db: Db, applicationId: string): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(db)`
    select decided_by as id from subsidies where id = ${applicationId} and decided_by is not null
    union select marked_by from subsidy_marks where subsidy_id = ${applicationId}`;
  return rows.map(({ id }) => id);
}

/** For statements that alias an application as `application`: as `findLevel`. */
export const levelOfVoter = (officialId: string): Sql => sql`(
  select ${levelOf(officialId)}
  where exists (select from current_posts where level = 'country' and 'decide' = any (duties))
    and exists (
      select from current_posts where level = 'county' and 'decide' = any (duties)
        and place = application.county and application.kind = 'application'))`;

/** The official's level, if both the national office and the application's county can decide; else null. */
export async function findLevel(db: Db, officialId: string, subsidyId: string): Promise<string | null> {
  const row = await firstRow<{ level: string | null }>(db)`
    select ${levelOfVoter(officialId)} as level from subsidies as application where id = ${subsidyId}`;
  return row?.level ?? null;
}

/** Deletes all votes except the two that made the decision, or all if one official decided. */
export async function deleteOtherVotes(db: Db, subsidyId: string, markedBy: string[]): Promise<void> {
  await db
    .deleteFrom('subsidy_marks')
    .where('subsidy_id', '=', subsidyId)
    .where('marked_by', '<>', sql<string>`all(${markedBy}::uuid[])`)
    .execute();
}
