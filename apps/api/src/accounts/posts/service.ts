/**
 * Assigns and ends posts, for managers and for the operator's command. A `session` event drops the cached session in every
 * process and closes event streams, so that the new area takes effect at once.
 */
import { COUNTIES } from '@ardhi/agronomy';
import type { Duty } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import { paths } from '@ardhi/contract/paths';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { fieldProblem } from '../../lib/text/problem.ts';
import { findRecipient } from '../../records/notices/queries.ts';
import { addNotice } from '../../records/notices/service.ts';
import { assertManagerRemains, isUnpostedManager, lockManagers } from '../users/managers.ts';
import {
  findUnpostedFirstOfficial,
  hasConflictingPost,
  insertPost,
  type NewPostRow,
  setEnded,
  unassignApplications,
} from './queries.ts';

type Context = WriteContext<{ id: string } | undefined>;

/** Returns the name as spelled in the reference table, or undefined for an unknown county. */
export function knownCounty(name: string): string | undefined {
  return COUNTIES.find((county) => county.name.toLowerCase() === name.toLowerCase())?.name;
}

/** Assigned by the caller, or by the inviter of an official who registers. The official is notified. */
export async function assignPost(
  context: Context,
  post: Omit<NewPostRow, 'givenBy'>,
  inviterId?: string,
): Promise<string> {
  const { db, env, user, audit, emit } = context;
  const givenBy = inviterId ?? user?.id ?? null;
  assertNoOmbudsperson(post.duties);
  if (post.until && post.until < today()) throw fieldProblem('until', 'issue.past');
  // A manager without a post has the permission of the account, which the first post replaces.
  if (!isLastingManagement(post) && (await isUnpostedManager(db, post.officialId)))
    await assertManagerRemains(db, env, post.officialId);
  if (await hasConflictingPost(db, post)) throw fieldProblem('duties', 'issue.auditor-overlap');
  const id = await insertPost(db, { ...post, givenBy });
  await audit({
    action: 'post.give',
    entityId: id,
    actorId: inviterId,
    after: {
      officialId: post.officialId,
      county: post.county,
      duties: post.duties,
      from: post.from ?? today(),
      until: post.until ?? null,
      limitCents: post.limits?.limitCents ?? null,
      monthLimitCents: post.limits?.monthLimitCents ?? null,
    },
  });
  await addNotice(context, {
    userId: post.officialId,
    kind: 'post-given',
    values: {
      official: (givenBy && (await findRecipient(db, givenBy))?.name) || 'Ardhi',
      county: post.county ?? '',
      isNational: post.county === null ? 'yes' : 'no',
      until: post.until ?? '',
      isLimited: post.until ? 'yes' : 'no',
    },
    link: `${paths.account}#post`,
  });
  emit({ user: post.officialId }, 'session');
  return id;
}

const isLastingManagement = ({ county, duties, from, until }: Omit<NewPostRow, 'givenBy'>): boolean =>
  county === null && duties.includes('manage') && !until && (!from || from <= today());

/** One manager must not grant it alone: see `office/complaints/ombudspersons.ts`. */
function assertNoOmbudsperson(duties: readonly Duty[]): void {
  if (duties.includes('ombudsperson')) throw fieldProblem('duties', 'issue.ombudsperson-by-two');
}

/** National, for an official who must be able to invite others and to assign posts. */
export function assignManagerPost(context: Context, officialId: string): Promise<string> {
  return assignPost(context, { officialId, county: null, duties: ['view', 'decide', 'manage'] });
}

/**
 * At a start with required posts: an official who registered while none were required could neither work nor assign one
 * to themselves. The lock lets several processes start at once.
 */
export async function assignFirstOfficial(context: Context): Promise<void> {
  await lockManagers(context.db);
  const first = await findUnpostedFirstOfficial(context.db);
  if (first) await assignManagerPost(context, first.id);
}

/** The caller must lock managers before the post. */
export async function endPost(
  { db, env, user, audit, emit }: Context,
  { id, official_id, place, duties }: { id: string; official_id: string; place: string; duties: Duty[] },
): Promise<void> {
  const isOfManager = place === '' && duties.includes('manage');
  if (isOfManager) await assertManagerRemains(db, env, official_id);
  await setEnded(db, id, user?.id ?? null);
  await unassignApplications(db, official_id);
  await audit({
    action: 'post.end',
    entityId: id,
    after: { officialId: official_id, county: place || null },
  });
  emit({ user: official_id }, 'session');
}
