/**
 * Four-eyes approval. The second official must be neither the author of the programme nor an earlier voter on the
 * application, and must be independent of them: `dependent_officials` in sql/officials.sql defines it. Each refusal names
 * officials who could decide instead.
 */
import type { SubsidyDossier } from '@ardhi/contract';
import {
  type Decider,
  findConflict,
  isIndependentOf,
  listSharedBrowsers,
  nameDeciders,
} from '../../accounts/officials/independence.ts';
import { findDependentOfficials } from '../../accounts/users/queries.ts';
import type { Db, Sql } from '../../lib/database/db.ts';
import { type Problem, problem } from '../../lib/text/problem.ts';
import { type AppealRow, findLevels } from './appeal-queries.ts';
import type { SubsidyRow } from './queries.ts';
import { findLevel, listValidVotes, saveVote, type Vote } from './votes.ts';
import type { LockedSubsidy } from './write-queries.ts';

interface Opinion {
  status: 'approved' | 'rejected';
  reason?: string;
}

/** An official must not decide a programme that they created or whose budget they set. */
export async function assertSecondOfficial(
  { db, env, user }: Decider,
  programme: LockedSubsidy,
): Promise<void> {
  const makers = [programme.owner_id, programme.amount_set_by].filter((id) => id !== null);
  const apart = await independentOf(db, user.id, makers);
  if (apart.length === new Set(makers).size) return;
  const values = await nameDeciders(db, env, null, isIndependentOf(makers));
  throw problem('second-official', { setting: 'REQUIRE_SECOND_OFFICIAL', values });
}

/**
 * Stores a vote; the row and its programme must be locked. Returns the matching vote of a first official whom `accepts`
 * admits, or undefined if a second vote is still required.
 */
export async function castVote(
  { db, env, user }: Decider,
  application: LockedSubsidy,
  programme: LockedSubsidy,
  { status, reason }: Opinion,
  accepts: (voterId: string) => boolean,
): Promise<Vote | undefined> {
  const live = await listValidVotes(db, application, programme);
  if (live.some((known) => known.marked_by === user.id && known.status === status))
    throw problem('mark-given');
  const agreeing = live.filter((known) => known.marked_by !== user.id && known.status === status);
  const apart = await independentOf(
    db,
    user.id,
    agreeing.map(({ marked_by }) => marked_by),
  );
  const isRelatedToAll = agreeing.length > 0 && apart.length === 0;
  if (isRelatedToAll) {
    const isIndependent = isIndependentOf([agreeing[0]!.marked_by]);
    throw problem('marks-of-friends', {
      values: await nameDeciders(db, env, application.county, isIndependent),
    });
  }
  const level = await findLevel(db, user.id, application.id);
  const first = agreeing.find(
    (one) => apart.includes(one.marked_by) && one.level !== level && accepts(one.marked_by),
  );
  await saveVote(db, application, programme, { markedBy: user.id, status, reason: reason ?? null });
  return first;
}

/** The others who count as independent of this official for four-eyes approval. */
export async function independentOf(db: Db, officialId: string, others: string[]): Promise<string[]> {
  const candidates = [...new Set(others)].filter((id) => id !== officialId);
  if (!candidates.length) return [];
  const related = await findDependentOfficials(db, officialId, candidates);
  return candidates.filter((id) => !related.includes(id));
}

/** The officials who rejected the application, alone or by two votes. */
export const rejectersOf = ({ rejecter_id, markers }: AppealRow) =>
  [rejecter_id, ...markers].filter((id) => id !== null);

export const isIndependentOfRejecters = (appeal: AppealRow): Sql => isIndependentOf(rejectersOf(appeal));

/** The refusal of an official who may not decide an appeal. */
export async function appealRefusal(
  { db, env, user }: Decider,
  appeal: AppealRow,
  code: 'appeal-other-person' | 'appeal-level-above',
): Promise<Problem> {
  if (code === 'appeal-level-above') return problem(code);
  const isNational = appeal.decided_level === 'county' && (await findLevels(db, user.id)).country;
  const county = isNational ? null : appeal.county;
  return problem(code, { values: await nameDeciders(db, env, county, isIndependentOfRejecters(appeal)) });
}

/** Warnings for an official who opens a case; they block nothing. */
export async function caseWarnings(
  db: Db,
  viewerId: string,
  row: Pick<SubsidyRow, 'kind' | 'status' | 'owner_id' | 'marks'>,
): Promise<SubsidyDossier['warnings']> {
  const first = row.kind === 'programme' ? [row.owner_id] : (row.marks ?? []).map(({ _id }) => _id);
  const involved = row.status === 'pending' ? [...first, viewerId] : first;
  return {
    resetAt: row.kind === 'application' ? (await findConflict(db, viewerId, row.owner_id)).resetAt : null,
    sameBrowser: await listSharedBrowsers(db, involved),
  };
}
