/** Settling, reopening and discussing overlaps. */
import type { OfficialOverlap, OverlapDecision, OverlapMessage } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import type { z } from 'zod';
import { assertRevision } from '../../lib/http/revision.ts';
import { assertCovers, covers, type Scope } from '../../lib/http/scope.ts';
import type { SignedInUser } from '../../lib/http/session.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { problem } from '../../lib/text/problem.ts';
import { sendMessage } from '../../records/messages/service.ts';
import { addNotice } from '../../records/notices/service.ts';
import { decideOverlap, findOverlap, lockOverlap, type OfficialRow, setThread } from './overlap-queries.ts';
import { presentOfficialOverlap } from './present.ts';

export async function decide(
  context: WriteContext & { scope: Scope },
  overlapId: string,
  decision: z.output<typeof OverlapDecision>,
): Promise<OfficialOverlap> {
  const { db, user, scope, audit } = context;
  const overlap = orNotFound(await lockOverlap(db, overlapId));
  const counties = overlap.parties.map(({ county }) => county);
  assertCovers(scope, ...counties);
  // An overlap across two counties is decided nationally.
  if (!counties.every((county) => covers(scope, county))) throw problem('country-needed');
  assertRevision(decision.revision, overlap, () => presentOfficialOverlap(scope, overlap));
  const note = decision.note ?? (decision.status === 'open' ? overlap.note : null);
  if (overlap.status !== decision.status || overlap.note !== note) {
    await decideOverlap(db, overlapId, { status: decision.status, note, officialId: user.id });
    await audit({
      action: decision.status === 'settled' ? 'overlap.settle' : 'overlap.reopen',
      entity: 'overlap',
      entityId: overlapId,
      before: { status: overlap.status, note: overlap.note },
      after: { status: decision.status, note },
    });
    await notifyFarmers(context, overlap, decision.status);
  }
  return presentOfficialOverlap(scope, (await findOverlap(db, overlapId))!);
}

async function notifyFarmers(
  context: WriteContext,
  overlap: OfficialRow,
  status: 'open' | 'settled',
): Promise<void> {
  for (const { farmerId: userId, landId, landName } of overlap.parties) {
    context.emit({ user: userId }, 'land', [landId]);
    if (overlap.status !== status)
      await addNotice(context, {
        userId,
        kind: status === 'settled' ? 'overlap-settled' : 'overlap-reopened',
        values: { land: landName },
        link: paths.landDetail(landId),
      });
  }
  context.emit({ offices: overlap.parties.map(({ county }) => county) }, 'land');
}

/** The first message creates the thread of the overlap; later messages of both farmers go into it. */
export async function writeToNeighbour(
  { db, user, audit, emit }: WriteContext<SignedInUser>,
  overlapId: string,
  { _id, subject, content }: z.output<typeof OverlapMessage>,
): Promise<string> {
  const overlap = await lockOverlap(db, overlapId);
  const farmerIds = overlap?.parties.map(({ farmerId }) => farmerId) ?? [];
  const recipientId = farmerIds.find((id) => id !== user.id);
  if (!overlap || !recipientId || !farmerIds.includes(user.id)) throw problem('not-found');
  const sent = await sendMessage(db, user, {
    _id,
    content,
    ...(overlap.thread_id
      ? { threadId: overlap.thread_id }
      : { recipientId, channelType: 'farmer-farmer' as const, subject, hidesNames: true as const }),
  });
  if (!overlap.thread_id) await setThread(db, overlapId, sent.threadId);
  if (!sent.known) {
    await audit({
      action: 'message.send',
      entity: 'message',
      entityId: sent.id,
      after: { threadId: sent.threadId, recipientId, overlapId },
    });
    for (const person of [user.id, recipientId]) {
      emit({ user: person }, 'message', [sent.threadId]);
      emit({ user: person }, 'land');
    }
  }
  return sent.threadId;
}
