/** Giving and ending posts: the same steps for those who manage, for an invitation and for the operator's command. */
import { COUNTIES } from '@ardhi/agronomy';
import { today } from '@ardhi/contract/dates';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { fieldProblem } from '../../lib/text/problem.ts';
import { insertPost, type NewPostRow, returnCases, setEnded } from './queries.ts';

type Context = WriteContext<{ id: string } | undefined>;

/** As the reference table has it; undefined where there is none of that name. */
export function knownCounty(name: string): string | undefined {
  return COUNTIES.find((county) => county.name.toLowerCase() === name.toLowerCase())?.name;
}

export async function givePost(context: Context, post: Omit<NewPostRow, 'givenBy'>): Promise<string> {
  const { db, user, audit } = context;
  if (post.until && post.until < today()) throw fieldProblem('until', 'issue.past');
  const id = await insertPost(db, { ...post, givenBy: user?.id ?? null });
  await audit({
    action: 'post.give',
    entity: 'post',
    entityId: id,
    after: {
      officialId: post.officialId,
      county: post.county,
      duties: post.duties,
      from: post.from ?? today(),
      until: post.until ?? null,
    },
  });
  forget(context, post.officialId);
  return id;
}

export async function endPost(
  context: Context,
  { id, official_id, place }: { id: string; official_id: string; place: string },
): Promise<void> {
  const { db, user, audit } = context;
  await setEnded(db, id, user?.id ?? null);
  await returnCases(db, official_id);
  await audit({
    action: 'post.end',
    entity: 'post',
    entityId: id,
    after: { officialId: official_id, county: place || null },
  });
  forget(context, official_id);
}

/** Every process forgets what it knew of this person, and what streams to them ends: the new area counts at once. */
export function forget({ emit }: Context, officialId: string): void {
  emit({ user: officialId }, 'session');
}
