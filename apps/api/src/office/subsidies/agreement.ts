/** Whether a decision is made now: by one official, or together with the author of a programme or an earlier vote. */
import { listDeciders } from '../../accounts/officials/queries.ts';
import { type Assessment, assessApproval, isAboveThreshold } from './approval.ts';
import { needsTwoAfterRestore } from './earlier-decision-queries.ts';
import { findFirstVote } from './four-eyes.ts';
import type { DecisionContext } from './policy.ts';
import { listValidVotes, type Vote } from './votes.ts';
import type { LockedSubsidy } from './write-queries.ts';

export interface Agreement {
  /** The earlier vote that the decision completes; null if one official decides. */
  first: Vote | null;
  /** Approvals: the official whose limits cover it. */
  coveredBy?: string;
}

/**
 * Undefined if a second official must agree, too. Rejections need no limit: only the programme's threshold applies, and a
 * decision before a restore.
 */
export async function agreeToReject(
  context: DecisionContext,
  row: LockedSubsidy,
  programme: LockedSubsidy | null,
): Promise<Agreement | undefined> {
  const needsTwo =
    (await isAboveThreshold(context.db, row, programme)) || (await needsTwoAfterRestore(context, row.id));
  if (!needsTwo) return { first: null };
  const first = await findFirstVote(context, row, programme ?? row, 'rejected', () => true);
  return first && { first };
}

export interface ApprovalAssessment extends Assessment {
  /** The author of a programme that two officials must approve: creating it counts as the first approval. */
  authors: string[];
  approvers: string[];
}

/** The programme and the row must be locked if `lock` is set. */
export async function assess(
  context: DecisionContext,
  row: LockedSubsidy,
  programme: LockedSubsidy | null,
  { lock }: { lock: boolean },
): Promise<ApprovalAssessment> {
  const { db, env } = context;
  const author =
    row.kind === 'programme' && env.requireSecondOfficial ? [row.amount_set_by ?? row.owner_id] : [];
  const authors = await listDeciders(db, env, row.county, author);
  const votes = await listValidVotes(db, env, row, programme ?? row);
  const voters = votes.filter(({ status }) => status === 'approved').map(({ marked_by }) => marked_by);
  const approvers = [...authors, ...voters];
  const assessment = await assessApproval(context, row, programme?.second_above_cents ?? null, {
    approvers,
    lock,
  });
  const isRestored = assessment.reason === null && (await needsTwoAfterRestore(context, row.id));
  return { ...assessment, reason: isRestored ? 'restore' : assessment.reason, authors, approvers };
}

/** Undefined if a second official must approve, too. */
export async function agreeToApprove(
  context: DecisionContext,
  row: LockedSubsidy,
  programme: LockedSubsidy | null,
  { reason, covers, authors }: ApprovalAssessment,
): Promise<Agreement | undefined> {
  const { user } = context;
  const coveredBy = [user.id, ...authors].find(covers);
  if (reason === null || (authors.length > 0 && coveredBy)) return { first: null, coveredBy };
  const isCovered = (voterId: string) => covers(user.id) || covers(voterId);
  // Without a programme, the row's own revision stands for it.
  const first = await findFirstVote(context, row, programme ?? row, 'approved', isCovered);
  return first && { first, coveredBy: [user.id, first.marked_by].find(covers) };
}
