/** Ombudspersons: one national manager proposes an official, a second one who is independent of the first confirms. */
import type { Ombudspersons } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { sql } from 'kysely';
import { deleteUnusedCodesOf } from '../../accounts/officials/queries.ts';
import { insertPost } from '../../accounts/posts/queries.ts';
import { findDependentOfficials, findUserByEmail } from '../../accounts/users/queries.ts';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { onlyRow } from '../../lib/database/rows.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import { addNotice } from '../../records/notices/service.ts';

const PROPOSAL_DAYS = 14;
/** Without the duty to decide: an ombudsperson examines the work of those who decide. */
const OMBUDSPERSON_DUTIES = ['view', 'ombudsperson'] as const;

const openProposals = (db: Db) =>
  db
    .selectFrom('ombudsperson_proposals as proposal')
    .innerJoin('users as official', 'official.id', 'proposal.official_id')
    .innerJoin('users as proposer', 'proposer.id', 'proposal.proposed_by')
    .select([
      'proposal.id',
      'proposal.official_id',
      'official.name as official_name',
      'proposal.proposed_by',
      'proposer.name as proposer_name',
      'proposal.expires_at',
    ])
    .where(sql<boolean>`is_open_proposal(proposal)`)
    .orderBy('proposal.expires_at');

type Proposal = Awaited<ReturnType<ReturnType<typeof openProposals>['execute']>>[number];

export async function ombudspersons(db: Db, callerId: string): Promise<Ombudspersons> {
  const { rows: current } = await sql<{ _id: string; name: string }>`
    select id as "_id", name from current_ombudspersons order by name, id`.execute(db);
  const { appointed, unseen } = await onlyRow<{ appointed: boolean; unseen: number }>(db)`
    select exists (select from posts where 'ombudsperson' = any (duties)) as appointed,
      unseen_complaints(${callerId}) as unseen`;
  const proposals = await openProposals(db).execute();
  const proposers = proposals.map(({ proposed_by }) => proposed_by);
  const dependent = await findDependentOfficials(db, callerId, proposers);
  return {
    current,
    appointed,
    proposals: proposals.map((row) => ({
      _id: row.id,
      official: { _id: row.official_id, name: row.official_name },
      proposedBy: row.proposer_name,
      expiresAt: row.expires_at,
      confirmable: canConfirm(callerId, row, dependent),
    })),
    unseen,
  };
}

/** Neither the proposer, nor a manager who depends on the proposer, nor the official who gets the duty. */
const canConfirm = (callerId: string, row: Proposal, dependent: string[]): boolean =>
  callerId !== row.proposed_by && callerId !== row.official_id && !dependent.includes(row.proposed_by);

export async function proposeOmbudsperson({ db, user, audit }: WriteContext, email: string): Promise<void> {
  const official = await findUserByEmail(db, email);
  if (official?.role !== 'government' || official.suspended_at !== null)
    throw fieldProblem('email', 'issue.unknown-official', undefined, 'not-found');
  if (official.id === user.id) throw fieldProblem('email', 'issue.ombudsperson-own');
  const { known } = await onlyRow<{ known: boolean }>(db)`
    select exists (select from current_ombudspersons where id = ${official.id}) as known`;
  const id = newId();
  // Replaces a proposal that is no longer open.
  const { rows: inserted } = await sql`
    insert into ombudsperson_proposals as proposal (id, official_id, proposed_by, expires_at)
    values (${id}, ${official.id}, ${user.id}, now() + make_interval(days => ${PROPOSAL_DAYS}))
    on conflict (official_id) where post_id is null do update set
      id = excluded.id, proposed_by = excluded.proposed_by, expires_at = excluded.expires_at
    where not is_open_proposal(proposal)
    returning id`.execute(db);
  if (known || inserted.length === 0) throw fieldProblem('email', 'issue.ombudsperson-known');
  await audit({ action: 'ombudsperson.propose', entityId: id, after: { officialId: official.id } });
}

/**
 * Assigns a national post. Ends reset codes that colleagues issued: one of them could take over the account by it. The change
 * event drops the official's cached session in every process.
 */
export async function confirmOmbudsperson(context: WriteContext, proposalId: string): Promise<void> {
  const { db, user, audit, emit } = context;
  const proposal = orNotFound(
    await openProposals(db).where('proposal.id', '=', proposalId).forUpdate('proposal').executeTakeFirst(),
  );
  const { official_id: officialId, proposed_by: proposerId } = proposal;
  if (!canConfirm(user.id, proposal, await findDependentOfficials(db, user.id, [proposerId])))
    throw problem('ombudsperson-second');
  await deleteUnusedCodesOf(db, officialId);
  const duties = [...OMBUDSPERSON_DUTIES];
  const postId = await insertPost(db, { officialId, county: null, duties, givenBy: user.id });
  await db
    .updateTable('ombudsperson_proposals')
    .set({ post_id: postId })
    .where('id', '=', proposalId)
    .execute();
  await audit({
    action: 'ombudsperson.confirm',
    entityId: postId,
    after: { officialId, proposerId, duties },
  });
  await addNotice(context, { userId: officialId, kind: 'ombudsperson', values: {}, link: paths.complaints });
  emit({ user: officialId }, 'session');
}
