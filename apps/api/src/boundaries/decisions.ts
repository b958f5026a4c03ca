/** What officials and farmers do about an overlap: settle it, open it again, talk about it. */
import type { OfficialOverlap, OverlapDecision, OverlapMessage } from '@ardhi/contract';
import type { z } from 'zod';
import { audit } from '../lib/audit.ts';
import type { Db } from '../lib/db.ts';
import { hint } from '../lib/hints.ts';
import { problem } from '../lib/problem.ts';
import { assertRevision } from '../lib/revision.ts';
import type { Services } from '../lib/services.ts';
import type { SignedInUser } from '../lib/session.ts';
import { sendMessage } from '../messages/service.ts';
import { addNotice } from '../notices/service.ts';
import { decideOverlap, findOverlap, lockOverlap, type OfficialRow, setThread } from './overlap-queries.ts';
import { presentOfficialOverlap } from './present.ts';

export interface Deciding {
  db: Db;
  user: SignedInUser;
  requestId: string;
  services: Pick<Services, 'env'>;
}

export async function decide(
  { db, user, requestId, services }: Deciding,
  overlapId: string,
  decision: z.output<typeof OverlapDecision>,
): Promise<OfficialOverlap> {
  const overlap = await lockOverlap(db, overlapId);
  if (!overlap) throw problem('not-found');
  assertRevision(decision.revision, overlap, () => presentOfficialOverlap(overlap));
  const note = decision.note ?? (decision.status === 'open' ? overlap.note : null);
  if (overlap.status !== decision.status || overlap.note !== note) {
    await decideOverlap(db, overlapId, { status: decision.status, note, officialId: user.id });
    await audit(db, {
      actorId: user.id,
      action: decision.status === 'settled' ? 'overlap.settle' : 'overlap.reopen',
      entity: 'overlap',
      entityId: overlapId,
      before: { status: overlap.status, note: overlap.note },
      after: { status: decision.status, note },
      requestId,
    });
    await tellFarmers(db, services, overlap, decision.status);
  }
  return presentOfficialOverlap((await findOverlap(db, overlapId))!);
}

async function tellFarmers(
  db: Db,
  services: Pick<Services, 'env'>,
  overlap: OfficialRow,
  status: 'open' | 'settled',
): Promise<void> {
  const farmers = [
    { userId: overlap.first_farmer_id, landId: overlap.first_parcel_id, land: overlap.first_name },
    { userId: overlap.second_farmer_id, landId: overlap.second_parcel_id, land: overlap.second_name },
  ];
  for (const { userId, landId, land: parcel } of farmers) {
    hint(db, { user: userId }, 'land', [landId]);
    if (overlap.status !== status)
      await addNotice(db, services, {
        userId,
        kind: status === 'settled' ? 'overlap-settled' : 'overlap-reopened',
        values: { land: parcel },
        link: `/land/${landId}`,
      });
  }
  hint(db, { role: 'government' }, 'land');
}

/** The first message opens the conversation that belongs to the overlap; later ones of either go into it. */
export async function writeToNeighbour(
  { db, user, requestId }: Deciding,
  overlapId: string,
  { _id, subject, content }: z.output<typeof OverlapMessage>,
): Promise<string> {
  const overlap = await lockOverlap(db, overlapId);
  const recipientId =
    overlap?.first_farmer_id === user.id
      ? overlap.second_farmer_id
      : overlap?.second_farmer_id === user.id
        ? overlap.first_farmer_id
        : null;
  if (!overlap || !recipientId) throw problem('not-found');
  const sent = await sendMessage(db, user, {
    _id,
    content,
    ...(overlap.thread_id
      ? { threadId: overlap.thread_id }
      : { recipientId, channelType: 'farmer-farmer' as const, subject }),
  });
  if (!overlap.thread_id) await setThread(db, overlapId, sent.threadId);
  if (!sent.known) {
    await audit(db, {
      actorId: user.id,
      action: 'message.send',
      entity: 'message',
      entityId: sent.id,
      after: { threadId: sent.threadId, recipientId, overlapId },
      requestId,
    });
    for (const person of [user.id, recipientId]) {
      hint(db, { user: person }, 'message', [sent.threadId]);
      hint(db, { user: person }, 'land');
    }
  }
  return sent.threadId;
}
