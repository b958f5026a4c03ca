/** Creates, edits, deletes and restores parcels. */
import type { ParcelDetail, ParcelEdit, ParcelInput } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import type * as z from 'zod';
import { audit, type Fields, type LabelledEntry } from '../../lib/audit/audit.ts';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { hasTombstone, refuseDeletedId } from '../../lib/database/tombstones.ts';
import type { Json } from '../../lib/http/serialize.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { orNotFound } from '../../lib/text/not-found.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import type { ParcelRow, WholeParcel } from './columns.ts';
import { NEW_PARCEL, type ParcelFields, presentStated, statedFields } from './parcel-fields.ts';
import { insertParcel, markDeleted, unmarkDeleted, updateParcel } from './parcels.ts';
import { assertOwn, assertOwnLive } from './policy.ts';
import { detailJson, presentParcel } from './present.ts';
import { findParcel, findParcelRow, isNameTaken, lockParcel } from './queries.ts';
import { NO_RECORDS, rescore, resolveLocation, scoreOf } from './score.ts';

/** Writes the audit entry and the change event for a parcel or its records. */
export async function recordChange<Before extends Fields, After extends Fields>(
  context: WriteContext,
  parcelId: string,
  entry: Pick<LabelledEntry<Before, After>, 'action' | 'before' | 'after'>,
): Promise<void> {
  await audit(context.db, context, { entity: 'land', entityId: parcelId, ...entry });
  context.emit({ user: context.user.id }, 'land', [parcelId]);
}

export const lockOwnParcel = ({ db, user }: WriteContext, parcelId: string) => lockOwn(db, user, parcelId);

/** Throws 410 for the former owner of a purged parcel or record, and 404 for everyone else. */
export async function throwNotFound(db: Db, id: string, userId: string): Promise<never> {
  throw problem((await hasTombstone(db, id, userId)) ? 'gone' : 'not-found');
}

/** Finds the user's own parcel. Throws 410 for a purged parcel, as for a deleted one. */
const readOwn =
  <Row extends ParcelRow>(find: (db: Db, parcelId: string) => Promise<Row | undefined>) =>
  async (db: Db, user: { id: string }, parcelId: string): Promise<Row> => {
    const parcel = (await find(db, parcelId)) ?? (await throwNotFound(db, parcelId, user.id));
    assertOwnLive(user, parcel);
    return parcel;
  };

/** With its records. */
export const readOwnParcel = readOwn(findParcel);
/** Without its records. */
export const readOwnRow = readOwn(findParcelRow);
const lockOwn = readOwn(lockParcel);

/** The current parcel, as response to a write. */
export async function detailOf(db: Db, parcelId: string): Promise<Json<ParcelDetail>> {
  return detailJson(await wholeParcel(db, parcelId));
}

async function wholeParcel(db: Db, parcelId: string): Promise<WholeParcel> {
  return orNotFound(await findParcel(db, parcelId));
}

export async function createParcel(
  context: WriteContext,
  input: z.output<typeof ParcelInput>,
): Promise<ParcelDetail | Json<ParcelDetail>> {
  const { db, user, emit } = context;
  if (input._id) await refuseDeletedId(db, input._id, user.id);
  const id = input._id ?? newId();
  const fields = editedFields(NEW_PARCEL, input);
  const result = scoreOf({ _id: id, ...presentStated(fields), boundary: null }, NO_RECORDS, today());
  const owned = { id, owner_id: user.id, ...fields };
  const parcel = await insertParcel(context, owned, result, {
    action: 'land.create',
    entity: 'land',
    entityId: id,
    after: { ...auditedFields({ ...fields, score: result.score }), ...subjectOf(fields) },
  });
  if (!parcel) return handleResend(context, id, fields);
  emit({ user: user.id }, 'land', [id]);
  return { ...presentParcel(parcel), ...NO_RECORDS };
}

/** The id exists: an identical resend by the owner succeeds, anything else is rejected without revealing the owner. */
async function handleResend(
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
  await assertCurrentRevision(db, before, edit.revision);
  const changed = changedFields(before, editedFields(before, edit));
  if (Object.keys(changed).length === 0) return detailOf(db, parcelId);
  await updateParcel(db, parcelId, changed);
  await rescore(db, [{ ...before, ...changed }], today());
  const after = await wholeParcel(db, parcelId);
  await recordChange(context, parcelId, {
    action: 'land.update',
    before: auditedFields(before),
    after: { ...auditedFields(after), ...subjectOf(after) },
  });
  return detailJson(after);
}

export async function deleteParcel(
  context: WriteContext,
  parcelId: string,
  revision: number | undefined,
): Promise<string> {
  const parcel = await lockOwnParcel(context, parcelId);
  await assertCurrentRevision(context.db, parcel, revision);
  const restorableUntil = await markDeleted(context.db, parcelId);
  await recordChange(context, parcelId, { action: 'land.delete', after: subjectOf(parcel) });
  return restorableUntil;
}

/** Optimistic concurrency check; the error includes the whole parcel for comparison. */
async function assertCurrentRevision(db: Db, parcel: ParcelRow, revision: number | undefined): Promise<void> {
  if (revision === undefined || revision === parcel.revision) return;
  throw problem('stale', { current: await detailOf(db, parcel.id) });
}

/** If another parcel has taken the name meanwhile, the farmer must choose a new one. */
export async function restoreParcel(
  context: WriteContext,
  parcelId: string,
  newName: string | undefined,
): Promise<Json<ParcelDetail>> {
  const { db, user } = context;
  const parcel = (await lockParcel(db, parcelId)) ?? (await throwNotFound(db, parcelId, user.id));
  assertOwn(user, parcel);
  // Already restored: a repeated call succeeds.
  if (parcel.deleted_at === null) return detailOf(db, parcelId);
  const name = newName ?? parcel.name;
  if (!(await unmarkDeleted(db, parcelId))) throw problem('gone');
  if (await isNameTaken(db, user.id, name, parcelId))
    throw fieldProblem('name', 'issue.parcel-name-taken', { name }, 'conflict');
  if (name !== parcel.name) await updateParcel(db, parcelId, { name });
  // The nightly jobs skip deleted parcels.
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
  return { ...stated, ...resolveLocation(confirmed, stated.address, before) };
}

function confirmedCounty(county: string | null | undefined): string | null {
  if (!county) return null;
  const place = resolveLocation(county, null);
  if (place.county_source !== 'confirmed') throw fieldProblem('county', 'issue.county');
  return place.county;
}

function changedFields(before: ParcelRow, fields: ParcelFields): Partial<ParcelFields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => before[key as keyof ParcelFields] !== value),
  );
}

/** Parcel fields for the audit log. */
function auditedFields(parcel: ParcelFields & { score: number }) {
  const { location, ...stated } = presentStated(parcel);
  return { ...stated, ...location, sustainabilityScore: parcel.score };
}
