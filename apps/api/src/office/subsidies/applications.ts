/** A farmer's application: made, edited and withdrawn while nobody has decided it. */
import type { ApplicationEdit, ApplicationInput } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import type { z } from 'zod';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { refuseDeletedId } from '../../lib/database/tombstones.ts';
import { assertRevision } from '../../lib/http/revision.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { toCents } from '../../lib/text/money.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import { liveFacts } from './decide.ts';
import { findOwnApplication } from './own-queries.ts';
import { holdParcels, setApplicationRegions, setParcels } from './parcel-queries.ts';
import { isOpen } from './policy.ts';
import { presentApplication } from './present.ts';
import { findSubsidy, type SubsidyRow } from './queries.ts';
import { endReturn } from './returns.ts';
import {
  editSubsidy,
  holdProgramme,
  insertSubsidy,
  lockSubsidy,
  setMeets,
  setWithdrawn,
} from './write-queries.ts';

type Input = z.output<typeof ApplicationInput>;
type Edit = z.output<typeof ApplicationEdit>;

// Officials are told nothing of single applications: with a country of farmers their screens would never rest.
// They ask again every minute, and at once after a decision.

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
  await keepMeets(db, id);
  const row = await ownApplication(db, user.id, id);
  await audit({ action: 'subsidy.apply', entity: 'subsidy', entityId: id, after: auditFields(row) });
  emit({ user: user.id }, 'subsidy', [id]);
  return row;
}

/** For the officials' queue: whether it meets the programme's rules as it is sent. */
async function keepMeets(db: Db, id: string): Promise<void> {
  const row = await findSubsidy(db, id);
  const rules = row?.programme_id ? (await findSubsidy(db, row.programme_id))?.rules : null;
  await setMeets(db, id, row && rules ? (await liveFacts(db, row, rules)).meets : null);
}

/** The same application sent again, long after its key was forgotten, is answered and not made twice. */
function knownApplication(known: SubsidyRow, ownerId: string, input: Input): SubsidyRow {
  if (known.owner_id !== ownerId) throw problem('id-taken');
  if (known.status === 'withdrawn') throw problem('gone');
  const same =
    known.name === input.name &&
    known.description === input.description &&
    known.amount_cents === toCents(input.amount) &&
    known.programme_id === (input.programmeId ?? null);
  if (!same) throw problem('id-taken');
  return known;
}

export async function editApplication(
  { db, user, audit, emit }: WriteContext,
  id: string,
  edit: Edit,
): Promise<SubsidyRow> {
  const seen = await ownApplication(db, user.id, id);
  // Parcels, then the programme, then the application: everybody locks in this order.
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
  await keepMeets(db, id);
  const after = await ownApplication(db, user.id, id);
  await audit({
    action: 'subsidy.edit',
    entity: 'subsidy',
    entityId: id,
    before: auditFields(before),
    after: auditFields(after),
  });
  emit({ user: user.id }, 'subsidy', [id]);
  return after;
}

/** It leaves the farmer's list; officials can still find it, because they may have read it already. */
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
  emit({ user: user.id }, 'subsidy', [id]);
}

export async function ownApplication(db: Db, ownerId: string, id: string): Promise<SubsidyRow> {
  const row = await findOwnApplication(db, ownerId, id);
  if (!row) throw problem('not-found');
  return row;
}

/** Holds an own application; one that is decided is refused, with its decision. */
async function lockPending(db: Db, ownerId: string, id: string): Promise<void> {
  await ownApplication(db, ownerId, id);
  await lockSubsidy(db, id);
  const row = await ownApplication(db, ownerId, id);
  if (row.status !== 'pending') throw problem('subsidy-decided', { current: presentApplication(row) });
}

async function assertOpen(db: Db, programmeId: string): Promise<void> {
  const programme = await holdProgramme(db, programmeId);
  // What officials have not approved does not exist for farmers.
  if (programme?.status !== 'approved') throw fieldProblem('programmeId', 'issue.unknown-programme');
  if (!isOpen(programme, today())) throw problem('programme-closed');
}

async function assertOwnParcels(db: Db, ownerId: string, parcelIds: string[]): Promise<string[]> {
  const wanted = [...new Set(parcelIds)];
  const held = await holdParcels(db, ownerId, wanted);
  const unknown = wanted.findIndex((id) => !held.includes(id));
  if (unknown >= 0) throw fieldProblem(`parcelIds.${unknown}`, 'issue.unknown-parcel');
  return wanted;
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
