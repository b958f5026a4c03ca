/**
 * Four-eyes approval. The second official must be neither the author of the programme nor an earlier voter on the
 * application, and must not be related to them by an account grant (invitation or reset, in either direction).
 */
import { findSharedGrants } from '../../accounts/users/queries.ts';
import type { Db } from '../../lib/database/db.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { problem } from '../../lib/text/problem.ts';
import { findLevel, listValidVotes, saveVote, type Vote } from './votes.ts';
import type { LockedSubsidy } from './write-queries.ts';

interface Opinion {
  status: 'approved' | 'rejected';
  reason?: string;
}

/** An official must not decide a programme that they created or whose budget they set. */
export async function assertSecondOfficial(
  db: Db,
  programme: LockedSubsidy,
  officialId: string,
): Promise<void> {
  const makers = [programme.owner_id, programme.amount_set_by].filter((id) => id !== null);
  const apart = await independentOf(db, officialId, makers);
  if (apart.length < new Set(makers).size)
    throw problem('second-official', { setting: 'REQUIRE_SECOND_OFFICIAL' });
}

/** Whether the programme requires two officials to agree on an application of this amount. */
export function needsTwo(programme: LockedSubsidy | null, amountCents: number): programme is LockedSubsidy {
  return !!programme && programme.second_above_cents !== null && amountCents > programme.second_above_cents;
}

/**
 * Stores a vote on an application; its row and its programme must be locked. Returns the matching vote of the first
 * official, or undefined if a second vote is still required.
 */
export async function castVote(
  { db, user }: Pick<WriteContext, 'db' | 'user'>,
  application: LockedSubsidy,
  programme: LockedSubsidy,
  { status, reason }: Opinion,
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
  if (isRelatedToAll) throw problem('marks-of-friends');
  const level = await findLevel(db, user.id, application.id);
  const first = agreeing.find((one) => apart.includes(one.marked_by) && one.level !== level);
  await saveVote(db, application, programme, { markedBy: user.id, status, reason: reason ?? null });
  return first;
}

/** The others who count as independent of this official for four-eyes approval. */
export async function independentOf(db: Db, officialId: string, others: string[]): Promise<string[]> {
  const candidates = [...new Set(others)].filter((id) => id !== officialId);
  if (!candidates.length) return [];
  const related = await findSharedGrants(db, officialId, candidates);
  return candidates.filter((id) => !related.includes(id));
}
