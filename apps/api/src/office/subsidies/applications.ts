/** A farmer creates an application, and edits or withdraws it until it is decided. */
import type { ApplicationEdit, ApplicationInput } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import type * as z from 'zod';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { refuseDeletedId } from '../../lib/database/tombstones.ts';
import { assertRevision } from '../../lib/http/revision.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { toCents } from '../../lib/text/money.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import { liveFacts } from './decide.ts';
import { findOwnApplication } from './own-queries.ts';
import { lockOwnParcels, setApplicationRegions, setParcels } from './parcel-queries.ts';
import { isOpen, officesOf } from './policy.ts';
import { presentApplication } from './present.ts';
import { findSubsidy, type SubsidyRow } from './queries.ts';
import { endReturn } from './returns.ts';
import {
  editSubsidy,
  insertSubsidy,
  lockProgrammeShared,
  lockSubsidy,
  setMeets,
  setWithdrawn,
} from './write-queries.ts';

type Input = z.output<typeof ApplicationInput>;
type Edit = z.output<typeof ApplicationEdit>;

// No change events to officials for new applications: at national scale their screens would refetch constantly. Clients
// poll every minute. An edit or a withdrawal concerns an application that an official may have open.

export async function apply({ db, user, audit, emit }: WriteContext, input: Input): Promise<SubsidyRow> {
  if (input._id) {
    await refuseDeletedId(db, input._id, user.id);
    const known = await findSubsidy(db, input._id);
    if (known) return knownApplication(known, user.id, input);
  }
  const parcelIds = await assertOwnParcels(db, user.id, input.parcelIds);
  if (input.programmeId) await assertOpen(db, input.programmeId);
  const id = input._id ?? newId();
  await insertSubsidy(db, {
    id,
    kind: 'application',
    owner_id: user.id,
    programme_id: input.programmeId ?? null,
    name: input.name,
    description: input.description,
    amount_cents: toCents(input.amount),
  });
  await setParcels(db, id, parcelIds);
  await setApplicationRegions(db, id);
  await storeMeets(db, id);
  const row = await ownApplication(db, user.id, id);
  await audit({ action: 'subsidy.apply', entity: 'subsidy', entityId: id, after: auditFields(row) });
  emit({ user: user.id }, 'subsidy', [id]);
  return row;
}

/** Stores whether the application meets the programme's rules when it is sent, for the officials' queue. */
async function storeMeets(db: Db, id: string): Promise<void> {
  const row = await findSubsidy(db, id);
  const rules = row?.programme_id ? (await findSubsidy(db, row.programme_id))?.rules : null;
  await setMeets(db, id, row && rules ? (await liveFacts(db, row, rules)).meets : null);
}

/** Idempotency by client-made id: handles a retry that arrives after its idempotency key has expired. */
function knownApplication(known: SubsidyRow, ownerId: string, input: Input): SubsidyRow {
  if (known.owner_id !== ownerId) throw problem('id-taken');
  if (known.status === 'withdrawn') throw problem('gone');
  const isSame =
    known.name === input.name &&
    known.description === input.description &&
    known.amount_cents === toCents(input.amount) &&
    known.programme_id === (input.programmeId ?? null);
  if (!isSame) throw problem('id-taken');
  return known;
}

export async function editApplication(
  { db, user, audit, emit }: WriteContext,
  id: string,
  edit: Edit,
): Promise<SubsidyRow> {
  const seen = await ownApplication(db, user.id, id);
  // Lock order everywhere: parcels, then the programme, then the application.
  const parcelIds = edit.parcelIds && (await assertOwnParcels(db, user.id, edit.parcelIds));
  if (edit.programmeId && edit.programmeId !== seen.programme_id) await assertOpen(db, edit.programmeId);
  await lockPending(db, user.id, id);
  const before = await ownApplication(db, user.id, id);
  assertRevision(edit.revision, before, () => presentApplication(before));

  if (before.returned_at) await endReturn(db, id);
  await editSubsidy(db, id, {
    name: edit.name,
    description: edit.description,
    amount_cents: edit.amount === undefined ? undefined : toCents(edit.amount),
    programme_id: edit.programmeId,
  });
  if (parcelIds) await setParcels(db, id, parcelIds);
  await setApplicationRegions(db, id);
  await storeMeets(db, id);
  const after = await ownApplication(db, user.id, id);
  await audit({
    action: 'subsidy.edit',
    entity: 'subsidy',
    entityId: id,
    before: auditFields(before),
    after: auditFields(after),
  });
  // Another choice of parcels may move it to another office.
  emit({ offices: [...new Set([before.county, after.county])] }, 'subsidy', [id]);
  emit({ user: user.id }, 'subsidy', [id]);
  return after;
}

/** Removes it from the farmer's list. Officials can still find it, because they may have read it already. */
export async function withdraw(
  { db, user, audit, emit }: WriteContext,
  id: string,
  revision: number | undefined,
): Promise<void> {
  await lockPending(db, user.id, id);
  const before = await ownApplication(db, user.id, id);
  assertRevision(revision, before, () => presentApplication(before));
  await setWithdrawn(db, id);
  await audit({
    action: 'subsidy.withdraw',
    entity: 'subsidy',
    entityId: id,
    before: { status: 'pending' },
    after: { status: 'withdrawn' },
  });
  emit({ offices: officesOf(before) }, 'subsidy', [id]);
  emit({ user: user.id }, 'subsidy', [id]);
}

export async function ownApplication(db: Db, ownerId: string, id: string): Promise<SubsidyRow> {
  return orNotFound(await findOwnApplication(db, ownerId, id));
}

/** Locks an own application; a decided one is refused, and the error includes the decision. */
async function lockPending(db: Db, ownerId: string, id: string): Promise<void> {
  await ownApplication(db, ownerId, id);
  await lockSubsidy(db, id);
  const row = await ownApplication(db, ownerId, id);
  if (row.status !== 'pending') throw problem('subsidy-decided', { current: presentApplication(row) });
}

async function assertOpen(db: Db, programmeId: string): Promise<void> {
  const programme = await lockProgrammeShared(db, programmeId);
  // Unapproved programmes are not visible to farmers.
  if (programme?.status !== 'approved') throw fieldProblem('programmeId', 'issue.unknown-programme');
  if (!isOpen(programme, today())) throw problem('programme-closed');
}

async function assertOwnParcels(db: Db, ownerId: string, parcelIds: string[]): Promise<string[]> {
  const requested = [...new Set(parcelIds)];
  const held = await lockOwnParcels(db, ownerId, requested);
  const unknown = requested.findIndex((id) => !held.includes(id));
  if (unknown >= 0) throw fieldProblem(`parcelIds.${unknown}`, 'issue.unknown-parcel');
  return requested;
}

function auditFields(row: SubsidyRow) {
  return {
    name: row.name,
    description: row.description,
    amountCents: row.amount_cents,
    programmeId: row.programme_id,
    parcelIds: row.parcel_ids,
  };
}
