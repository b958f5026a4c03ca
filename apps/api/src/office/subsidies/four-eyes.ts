/**
 * Four eyes: who may agree with whom. The maker of a programme has had a say in it, and so has everybody who marked an
 * application; the other two eyes are of somebody who is neither of them and owes neither their account.
 */
import { letInByEachOther } from '../../accounts/users/queries.ts';
import type { Db } from '../../lib/database/db.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { problem } from '../../lib/text/problem.ts';
import { findLevel, listLiveMarks, type Mark, setMark } from './marks.ts';
import type { LockedSubsidy } from './write-queries.ts';

interface Opinion {
  status: 'approved' | 'rejected';
  reason?: string;
}

/** With four eyes nobody decides a programme that they created or a budget that they set. */
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

/** Whether the programme wants two people to agree on an application of this amount. */
export function needsTwo(programme: LockedSubsidy | null, amountCents: number): programme is LockedSubsidy {
  return !!programme && programme.second_above_cents !== null && amountCents > programme.second_above_cents;
}

/**
 * Leaves a mark on an application whose row and programme are locked. Answers the mark of the colleague with whom the
 * two are complete, or undefined where another is still wanted.
 */
export async function mark(
  { db, user }: Pick<WriteContext, 'db' | 'user'>,
  application: LockedSubsidy,
  programme: LockedSubsidy,
  { status, reason }: Opinion,
): Promise<Mark | undefined> {
  const live = await listLiveMarks(db, application, programme);
  if (live.some((known) => known.marked_by === user.id && known.status === status))
    throw problem('mark-given');
  const agreeing = live.filter((known) => known.marked_by !== user.id && known.status === status);
  const apart = await independentOf(
    db,
    user.id,
    agreeing.map(({ marked_by }) => marked_by),
  );
  const friends = agreeing.length > 0 && apart.length === 0;
  if (friends) throw problem('marks-of-friends');
  const level = await findLevel(db, user.id, application.id);
  const first = agreeing.find((one) => apart.includes(one.marked_by) && one.level !== level);
  await setMark(db, application, programme, { markedBy: user.id, status, reason: reason ?? null });
  return first;
}

/** Those of the others with whom this official makes two. */
export async function independentOf(db: Db, officialId: string, others: string[]): Promise<string[]> {
  const strangers = [...new Set(others)].filter((id) => id !== officialId);
  if (!strangers.length) return [];
  const related = await letInByEachOther(db, officialId, strangers);
  return strangers.filter((id) => !related.includes(id));
}
