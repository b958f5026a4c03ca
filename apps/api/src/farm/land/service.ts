/** The life of a parcel: registered, edited, deleted, restored. */
import type { ParcelDetail, ParcelEdit, ParcelInput } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import type { z } from 'zod';
import type { AuditEntry } from '../../lib/audit/audit.ts';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { hasTombstone, refuseDeletedId } from '../../lib/database/tombstones.ts';
import type { Json } from '../../lib/http/serialize.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import type { ParcelRow, WholeParcel } from './columns.ts';
import { NEW_PARCEL, type ParcelFields, presentStated, statedFields } from './parcel-fields.ts';
import { insertParcel, markDeleted, unmarkDeleted, updateParcel } from './parcels.ts';
import { assertOwn, assertOwnLive } from './policy.ts';
import { detailJson, presentParcel } from './present.ts';
import { findParcel, findParcelRow, isNameTaken, lockParcel } from './queries.ts';
import { NO_RECORDS, placeOf, rescore, scoreOf } from './score.ts';

/** A change on a parcel or its records, in the audit trail and to whoever looks at it. */
export async function recordChange(
  { user, audit, emit }: WriteContext,
  parcelId: string,
  entry: Pick<AuditEntry, 'action' | 'before' | 'after'>,
): Promise<void> {
  await audit({ entity: 'land', entityId: parcelId, ...entry });
  emit({ user: user.id }, 'land', [parcelId]);
}

/** The own parcel, locked; an id whose parcel is gone for good is answered like a deleted one. */
export async function lockOwnParcel({ db, user }: WriteContext, parcelId: string): Promise<ParcelRow> {
  const parcel = (await lockParcel(db, parcelId)) ?? (await throwNotFound(db, parcelId, user.id));
  assertOwnLive(user, parcel);
  return parcel;
}

/** Tells the owner that a parcel or record is gone for good; whoever else asks learns nothing. */
export async function throwNotFound(db: Db, id: string, userId: string): Promise<never> {
  throw problem((await hasTombstone(db, id, userId)) ? 'gone' : 'not-found');
}

/** The own parcel with its records, for reading. */
export async function readOwnParcel(db: Db, user: { id: string }, parcelId: string): Promise<WholeParcel> {
  const parcel = (await findParcel(db, parcelId)) ?? (await throwNotFound(db, parcelId, user.id));
  assertOwnLive(user, parcel);
  return parcel;
}

/** The own parcel without its records, for reading. */
export async function readOwnRow(db: Db, user: { id: string }, parcelId: string): Promise<ParcelRow> {
  const parcel = (await findParcelRow(db, parcelId)) ?? (await throwNotFound(db, parcelId, user.id));
  assertOwnLive(user, parcel);
  return parcel;
}

/** The parcel as it is now, as the answer to a write. */
export async function detailOf(db: Db, parcelId: string): Promise<Json<ParcelDetail>> {
  return detailJson(await wholeParcel(db, parcelId));
}

async function wholeParcel(db: Db, parcelId: string): Promise<WholeParcel> {
  const parcel = await findParcel(db, parcelId);
  if (!parcel) throw problem('not-found');
  return parcel;
}

export async function createParcel(
  context: WriteContext,
  given: z.output<typeof ParcelInput>,
): Promise<ParcelDetail | Json<ParcelDetail>> {
  const { db, user, emit } = context;
  if (given._id) await refuseDeletedId(db, given._id, user.id);
  const id = given._id ?? newId();
  const fields = editedFields(NEW_PARCEL, given);
  const result = scoreOf({ _id: id, ...presentStated(fields), boundary: null }, NO_RECORDS, today());
  const owned = { id, owner_id: user.id, ...fields };
  const parcel = await insertParcel(context, owned, result, {
    action: 'land.create',
    entity: 'land',
    entityId: id,
    after: { ...editable({ ...fields, score: result.score }), ...subjectOf(fields) },
  });
  if (!parcel) return sentAgain(context, id, fields);
  emit({ user: user.id }, 'land', [id]);
  return {
    ...presentParcel(parcel),
    crops: [],
    waterUsage: [],
    fertilizerUsage: [],
    pesticideUsage: [],
  };
}

/** The id exists: the owner's same parcel again is answered, anything else refused without telling whose it is. */
async function sentAgain(
  { db, user }: WriteContext,
  id: string,
  fields: ParcelFields,
): Promise<Json<ParcelDetail>> {
  const existing = await lockParcel(db, id);
  if (existing?.owner_id !== user.id) throw problem('id-taken');
  if (existing.deleted_at !== null) throw problem('gone');
  if (Object.keys(changedFields(existing, fields)).length > 0) throw problem('id-taken');
  return detailOf(db, id);
}

export async function editParcel(
  context: WriteContext,
  parcelId: string,
  edit: z.output<typeof ParcelEdit>,
): Promise<Json<ParcelDetail>> {
  const { db } = context;
  const before = await lockOwnParcel(context, parcelId);
  await assertSeen(db, before, edit.revision);
  const changed = changedFields(before, editedFields(before, edit));
  if (Object.keys(changed).length === 0) return detailOf(db, parcelId);
  await updateParcel(db, parcelId, changed);
  await rescore(db, [{ ...before, ...changed }], today());
  const after = await wholeParcel(db, parcelId);
  await recordChange(context, parcelId, {
    action: 'land.update',
    before: editable(before),
    after: {
      ...editable(after),
      ...subjectOf(after),
    },
  });
  return detailJson(after);
}

export async function deleteParcel(
  context: WriteContext,
  parcelId: string,
  revision: number | undefined,
): Promise<string> {
  const parcel = await lockOwnParcel(context, parcelId);
  await assertSeen(context.db, parcel, revision);
  const restorableUntil = await markDeleted(context.db, parcelId);
  await recordChange(context, parcelId, { action: 'land.delete', after: subjectOf(parcel) });
  return restorableUntil;
}

/** Optimistic concurrency, with all of the parcel to compare. */
async function assertSeen(db: Db, parcel: ParcelRow, revision: number | undefined): Promise<void> {
  if (revision === undefined || revision === parcel.revision) return;
  throw problem('stale', { current: await detailOf(db, parcel.id) });
}

/** A parcel whose name was given to another one meanwhile comes back under a name that the farmer chooses. */
export async function restoreParcel(
  context: WriteContext,
  parcelId: string,
  newName: string | undefined,
): Promise<Json<ParcelDetail>> {
  const { db, user } = context;
  const parcel = (await lockParcel(db, parcelId)) ?? (await throwNotFound(db, parcelId, user.id));
  assertOwn(user, parcel);
  // Already back: the same wish again.
  if (parcel.deleted_at === null) return detailOf(db, parcelId);
  const name = newName ?? parcel.name;
  if (!(await unmarkDeleted(db, parcelId))) throw problem('gone');
  if (await isNameTaken(db, user.id, name, parcelId))
    throw fieldProblem('name', 'issue.parcel-name-taken', { name }, 'conflict');
  if (name !== parcel.name) await updateParcel(db, parcelId, { name });
  // No job looked after it while it was deleted.
  await rescore(db, [{ ...parcel, name }], today());
  await recordChange(context, parcelId, { action: 'land.restore', after: subjectOf({ ...parcel, name }) });
  return detailOf(db, parcelId);
}

const subjectOf = (parcel: Pick<ParcelRow, 'name' | 'size_acres'>) => ({
  subject: { name: parcel.name, date: null, amount: parcel.size_acres, unit: 'acres' },
});

function editedFields(before: typeof NEW_PARCEL, edit: z.output<typeof ParcelEdit>): ParcelFields {
  const stated = statedFields(before, edit);
  const confirmed =
    edit.county === undefined
      ? before.county_source === 'confirmed'
        ? before.county
        : null
      : confirmedCounty(edit.county);
  return { ...stated, ...placeOf(confirmed, stated.address, before) };
}

function confirmedCounty(county: string | null | undefined): string | null {
  if (!county) return null;
  const place = placeOf(county, null);
  if (place.county_source !== 'confirmed') throw fieldProblem('county', 'issue.county');
  return place.county;
}

function changedFields(before: ParcelRow, fields: ParcelFields): Partial<ParcelFields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => before[key as keyof ParcelFields] !== value),
  );
}

/** The fields that the audit trail keeps of a parcel. */
function editable(parcel: ParcelFields & { score: number }) {
  const { location, ...stated } = presentStated(parcel);
  return { ...stated, ...location, sustainabilityScore: parcel.score };
}
