/** The post that an invitation carries. The official receives it by registering. */
import type { Duty } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { cappedLimits, type PostLimits } from './limits.ts';
import { assignPost } from './service.ts';

/** As stored; the county is that of the invitation. */
export interface InvitedPost extends PostLimits {
  duties: Duty[];
  from: string | null;
  until: string | null;
}

/** Of an invitation by a county that states no post. */
export const COUNTY_POST: InvitedPost = {
  duties: ['view', 'decide'],
  from: null,
  until: null,
  limitCents: null,
  monthLimitCents: null,
};

export const isOverToday = ({ until }: InvitedPost): boolean => until !== null && until < today();

/** The limits are at most those that the inviter has now: they may have been lowered since the invitation. */
export async function assignInvitedPost(
  context: WriteContext<{ id: string } | undefined>,
  { duties, from, until, ...limits }: InvitedPost,
  invited: { officialId: string; county: string | null; inviterId: string },
): Promise<void> {
  const { db, env } = context;
  await assignPost(
    context,
    {
      officialId: invited.officialId,
      county: invited.county,
      duties,
      from: from && from > today() ? from : undefined,
      until,
      limits: await cappedLimits(db, env, invited.inviterId, limits),
    },
    invited.inviterId,
  );
}
