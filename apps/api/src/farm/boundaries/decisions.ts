/** Settling, reopening and discussing overlaps. */
import type { OfficialOverlap, OverlapDecision, OverlapMessage, StripConsent } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import type * as z from 'zod';
import { assertImpartial } from '../../accounts/officials/independence.ts';
import type { Db } from '../../lib/database/db.ts';
import { assertRevision } from '../../lib/http/revision.ts';
import { assertCovers, covers, type Scope } from '../../lib/http/scope.ts';
import type { SignedInUser } from '../../lib/http/session.ts';
import { countCall } from '../../lib/http/throttle.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { problem } from '../../lib/text/problem.ts';
import { sendMessage } from '../../records/messages/service.ts';
import { addNotice, type NoticeContent } from '../../records/notices/service.ts';
import {
  areOverlapsShown,
  decideOverlap,
  findOverlap,
  lockOverlap,
  type OfficialRow,
  setAgreed,
  setOfficeAgreed,
  setThread,
} from './overlap-queries.ts';
import { consentOf, presentOfficialOverlap } from './present.ts';

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
  const [county, other] = counties;
  const farmerIds = overlap.parties.map(({ farmerId }) => farmerId);
  await assertImpartial(context, { farmerIds, county: county === other ? county! : null });
  assertRevision(decision.revision, overlap, () => presentOfficialOverlap(scope, overlap));
  const note = decision.note ?? (decision.status === 'open' ? overlap.note : null);
  const showStrip = decision.showStrip ?? overlap.office_agreed;
  const isDecided = overlap.status !== decision.status || overlap.note !== note;
  const isStripChanged = showStrip !== overlap.office_agreed;
  if (isDecided) {
    await decideOverlap(db, overlapId, { status: decision.status, note, officialId: user.id });
    await audit({
      action: decision.status === 'settled' ? 'overlap.settle' : 'overlap.reopen',
      entity: 'overlap',
      entityId: overlapId,
      before: { status: overlap.status, note: overlap.note },
      after: { status: decision.status, note },
    });
  }
  if (isStripChanged) {
    await setOfficeAgreed(db, overlapId, showStrip);
    await auditStrip(context, overlapId, showStrip);
  }
  if (isDecided || isStripChanged)
    await notifyFarmers(context, overlap, [
      ...(overlap.status === decision.status
        ? []
        : [decision.status === 'settled' ? ('overlap-settled' as const) : ('overlap-reopened' as const)]),
      ...(isStripChanged && showStrip ? ['overlap-strip-shown' as const] : []),
    ]);
  return presentOfficialOverlap(scope, (await findOverlap(db, overlapId))!);
}

const noticeFor = (
  { farmerId, landId, landName }: OfficialRow['parties'][number],
  kind: NoticeContent['kind'],
) => ({ userId: farmerId, kind, values: { land: landName }, link: paths.landDetail(landId) });

const auditStrip = ({ audit }: WriteContext, overlapId: string, isShown: boolean) =>
  audit({
    action: isShown ? 'overlap.show-strip' : 'overlap.hide-strip',
    entity: 'overlap',
    entityId: overlapId,
  });

async function notifyFarmers(
  context: WriteContext,
  overlap: OfficialRow,
  kinds: NoticeContent['kind'][],
): Promise<void> {
  for (const party of overlap.parties) {
    context.emit({ user: party.farmerId }, 'land', [party.landId]);
    for (const kind of kinds) await addNotice(context, noticeFor(party, kind));
  }
  context.emit({ offices: overlap.parties.map(({ county }) => county) }, 'land');
}

/** The first message creates the thread of the overlap; later messages of both farmers go into it. */
export async function writeToNeighbour(
  { db, env, user, audit, emit }: WriteContext<SignedInUser>,
  overlapId: string,
  { _id, subject, content }: z.output<typeof OverlapMessage>,
): Promise<string> {
  const overlap = await lockOwnOverlap(db, user.id, overlapId);
  const recipientId = overlap.parties[1 - overlap.own]!.farmerId;
  const sent = await sendMessage({ db, env }, user, {
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

/** One notice a day per pair of farmers, however often consent is given and taken back. */
const ASKED_LIMIT = { name: 'strip-notices', count: 1, windowSeconds: 24 * 60 * 60 };

/** Each side sees the strip once both have agreed; a farmer alone shows only their own willingness. */
export async function agreeOnStrip(
  context: WriteContext<SignedInUser>,
  overlapId: string,
  agreed: boolean,
): Promise<StripConsent> {
  const { db, user, emit } = context;
  const overlap = await lockOwnOverlap(db, user.id, overlapId);
  const { own, parties } = overlap;
  if (overlap.agreed[own] !== agreed) {
    await setAgreed(db, overlapId, own, agreed);
    await auditStrip(context, overlapId, agreed);
    for (const { farmerId, landId } of parties) emit({ user: farmerId }, 'land', [landId]);
    emit({ offices: parties.map(({ county }) => county) }, 'land');
    const neighbour = parties[1 - own]!;
    const isAsked = agreed && !overlap.agreed[1 - own];
    if (isAsked && !(await countCall(db, ASKED_LIMIT, [neighbour.farmerId, user.id])))
      await addNotice(context, noticeFor(neighbour, 'overlap-strip-asked'));
  }
  return consentOf(agreed, overlap.agreed[1 - own]!, overlap.office_agreed);
}

/** The overlap and the position of the farmer's parcel in it; not found while the farmer may not know it. */
async function lockOwnOverlap(db: Db, farmerId: string, overlapId: string) {
  const overlap = orNotFound(await lockOverlap(db, overlapId));
  const own = overlap.parties.findIndex((party) => party.farmerId === farmerId);
  if (own < 0 || !(await areOverlapsShown(db, overlap.parties[own]!.landId))) throw problem('not-found');
  return { ...overlap, own };
}
