/**
 * Four-eyes approval. The second official must be neither the author of the programme nor an earlier voter on the
 * application, and must be independent of them: `dependent_officials` in sql/officials.sql defines it. Each refusal names
 * officials who could decide instead.
 */
import type { SubsidyDossier } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { sql } from 'kysely';
import {
  assertImpartial,
  type Decider,
  findConflict,
  isImpartialTo,
  isIndependentOf,
  listSharedBrowsers,
  nameDeciders,
} from '../../accounts/officials/independence.ts';
import { canDecideIn } from '../../accounts/officials/queries.ts';
import { findDependentOfficials } from '../../accounts/users/queries.ts';
import type { Db, Sql } from '../../lib/database/db.ts';
import { rowsOf } from '../../lib/database/rows.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import type { Env } from '../../lib/settings/env.ts';
import { moneyText } from '../../lib/text/money.ts';
import { type Problem, problem } from '../../lib/text/problem.ts';
import { addNotice, addNotices } from '../../records/notices/service.ts';
import { type AppealRow, findLevels } from './appeal-queries.ts';
import { type BulkRow, selectAwaiting } from './bulk-queries.ts';
import type { DecisionContext } from './policy.ts';
import type { SubsidyRow } from './queries.ts';
import { findLevel, levelOfVoter, listRejecters, listValidVotes, type Vote } from './votes.ts';
import type { LockedSubsidy } from './write-queries.ts';

type Status = 'approved' | 'rejected';

const setting = 'REQUIRE_SECOND_OFFICIAL';

/** Throws if another official must decide, and names some who could. */
export async function assertMayDecide(
  context: DecisionContext,
  row: LockedSubsidy,
  status: Status,
): Promise<void> {
  if (!context.env.requireSecondOfficial) return;
  if (row.kind === 'programme') return assertSecondOfficial(context, row, status);
  const { db, env, user } = context;
  const rejecters = row.appeal_of ? await listRejecters(db, row.appeal_of) : [];
  const isNoRejecter = isIndependentOf(rejecters);
  await assertImpartial(context, { farmerIds: [row.owner_id], county: row.county }, isNoRejecter);
  if ((await independentOf(db, user.id, rejecters)).length === new Set(rejecters).size) return;
  const values = await nameDeciders(db, env, row.county, isNoRejecter, isImpartialTo(env, row.owner_id));
  throw problem('appeal-same-official', { setting, values });
}

/** An official must not decide a programme that they created or whose budget they set. It is approved nationally. */
async function assertSecondOfficial(
  { db, env, user, scope }: DecisionContext,
  programme: LockedSubsidy,
  status: Status,
): Promise<void> {
  const makers = [programme.owner_id, programme.amount_set_by].filter((id) => id !== null);
  const apart = await independentOf(db, user.id, makers);
  const isSecond = apart.length === new Set(makers).size;
  if (isSecond && (status === 'rejected' || scope.kind === 'national')) return;
  const values = await nameDeciders(db, env, null, isIndependentOf(makers));
  throw problem(isSecond ? 'programme-national' : 'second-official', { setting, values });
}

/**
 * The vote of a first official whom `accepts` admits and which this one would complete, or undefined if a second vote is
 * still required. Throws if the official has voted already, or depends on all who agree.
 */
export async function findFirstVote(
  { db, env, user }: Decider,
  application: LockedSubsidy,
  programme: LockedSubsidy,
  status: Status,
  accepts: (voterId: string) => boolean,
): Promise<Vote | undefined> {
  const live = await listValidVotes(db, env, application, programme);
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
    const conditions = [isIndependentOf([agreeing[0]!.marked_by]), isImpartialTo(env, application.owner_id)];
    throw problem('marks-of-friends', {
      values: await nameDeciders(db, env, application.county, ...conditions),
    });
  }
  const level = await findLevel(db, user.id, application.id);
  return agreeing.find(
    (one) => apart.includes(one.marked_by) && one.level !== level && accepts(one.marked_by),
  );
}

/** Officials of the other level, if both levels can decide, else of any; at most so many are notified. */
const MAX_NOTIFIED = 20;

interface SecondOfficial {
  id: string;
  /** Name of the official who voted first. */
  voter: string;
  count: number;
}

/**
 * Officials whose votes could complete those of the voter, with the number of these applications for each. Most conditions
 * are the same for all applications of an office: checked for each of 1,000, they took 13 seconds.
 */
const listSecondOfficials = (db: Db, env: Env, voterId: string, applicationIds: Sql) =>
  rowsOf<SecondOfficial>(db)`
    with applications as materialized (
      select kind, county, owner_id, assigned_to from subsidies where id in (${applicationIds})
    ), offices as materialized (
      select kind, county, ${levelOfVoter(voterId)} as level
      from (select distinct kind, county from applications) as application
    ), colleagues as materialized (
      select offices.kind, offices.county, users.id from offices join users
        on ${canDecideIn(sql`offices.county`, env.jurisdiction)} and ${isIndependentOf([voterId])}
          and (offices.level is null or coalesce((select level from working_post(users.id)), 'country') <> offices.level)
    )
    select second.id, (select name from users as voter where voter.id = ${voterId}) as voter, count(*) as count
    from applications cross join lateral (
      select users.id from colleagues as users
      where users.kind = applications.kind and users.county is not distinct from applications.county
        and ${isImpartialTo(env, sql`applications.owner_id`)}
      order by users.id = applications.assigned_to desc nulls last, users.id limit ${MAX_NOTIFIED}
    ) as second
    group by second.id`;

/** Notifies officials whose vote could complete this one. */
export async function tellSecondOfficials(
  context: WriteContext,
  row: LockedSubsidy,
  status: Status,
): Promise<void> {
  const { db, env, user } = context;
  for (const { id, voter } of await listSecondOfficials(db, env, user.id, sql`${row.id}::uuid`))
    await addNotice(context, {
      userId: id,
      aboutId: row.owner_id,
      kind: 'second-approval',
      // Not the name of the application: it may name the farmer, whose erasure would have to find the notice.
      values: {
        reference: row.reference ?? '',
        official: voter,
        amount: moneyText(row.amount_cents),
        status,
      },
      link: `${paths.queue}?view=approval&case=${row.id}`,
    });
}

/** Notifies each of them once of all first votes of a bulk decision: a notice for each row would bury their other notices. */
export async function tellSecondOfficialsOfBulk(
  context: WriteContext<unknown>,
  { id: bulkId, official_id: voterId, status }: BulkRow,
): Promise<void> {
  const officials = await listSecondOfficials(context.db, context.env, voterId, selectAwaiting(bulkId));
  await addNotices(
    context,
    officials.map(({ id, voter, count }) => ({
      userId: id,
      kind: 'second-approvals',
      values: { count, official: voter, status },
      link: `${paths.queue}?view=approval`,
    })),
  );
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
  const isNational = appeal.decided_level === 'county' && (await findLevels(db, user.id)).country;
  const county = isNational ? null : appeal.county;
  const conditions = [isIndependentOfRejecters(appeal), isImpartialTo(env, appeal.owner_id)];
  return problem(code, { values: await nameDeciders(db, env, county, ...conditions) });
}

/** Warnings for an official who opens a case; they block nothing. */
export async function caseWarnings(
  db: Db,
  viewerId: string,
  row: Pick<SubsidyRow, 'kind' | 'status' | 'owner_id' | 'marks'>,
): Promise<NonNullable<SubsidyDossier['warnings']>> {
  const first = row.kind === 'programme' ? [row.owner_id] : (row.marks ?? []).map(({ _id }) => _id);
  const involved = row.status === 'pending' ? [...first, viewerId] : first;
  return {
    resetAt: row.kind === 'application' ? (await findConflict(db, viewerId, row.owner_id)).resetAt : null,
    sameBrowser: await listSharedBrowsers(db, involved),
  };
}
