/** Field records: each write updates the record, the parcel's totals and its score in one transaction. */

import type { Crop, HarvestInput, HarvestUndo, ParcelDetail } from '@ardhi/contract';
import type { AuditAction } from '@ardhi/contract/audit-actions';
import { addDays, today } from '@ardhi/contract/dates';
import type * as z from 'zod';
import { newId } from '../../lib/database/id.ts';
import { insertTombstones, refuseDeletedId } from '../../lib/database/tombstones.ts';
import { assertRevision } from '../../lib/http/revision.ts';
import type { Json } from '../../lib/http/serialize.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import type { ParcelRow } from './columns.ts';
import {
  type AnyRecord,
  crops,
  deleteRecord,
  findRecord,
  insertRecord,
  type RecordKind,
  updateRecord,
} from './records.ts';
import { rescoreAfter } from './score.ts';
import { detailOf, lockOwnParcel, recordChange, throwNotFound } from './service.ts';

export async function addRecord<Input, Stored extends AnyRecord>(
  context: WriteContext,
  kind: RecordKind<Input, Stored>,
  parcelId: string,
  input: Input & { _id?: string },
): Promise<Json<ParcelDetail>> {
  const { db, user } = context;
  const parcel = await lockOwnParcel(context, parcelId);
  if (input._id) await refuseDeletedId(db, input._id, user.id);
  const id = input._id ?? newId();
  const columns = kind.columns(input, today());
  const stored = await insertRecord<Stored>(db, kind.table, { id, parcelId, columns });
  if (!stored) {
    // An identical resend succeeds; different content or another user's record is rejected.
    const existing = await findRecord<Stored>(db, kind.table, parcelId, id);
    if (!existing || !hasContent(kind, existing, input)) throw problem('id-taken');
    return detailOf(db, parcelId);
  }
  return afterRecordChange(context, kind, parcel, { verb: 'create', count: 1, added: stored, removed: null });
}

function hasContent<Input, Stored extends AnyRecord>(
  kind: RecordKind<Input, Stored>,
  stored: Stored,
  input: Input,
): boolean {
  const [ofStored, ofInput] = [stored, input].map((fields) =>
    JSON.stringify(kind.columns(fields, today(), stored)),
  );
  return ofStored === ofInput;
}

export async function correctRecord<Input, Stored extends AnyRecord>(
  context: WriteContext,
  kind: RecordKind<Input, Stored>,
  { parcelId, recordId }: { parcelId: string; recordId: string },
  input: Input & { revision?: number },
): Promise<Json<ParcelDetail>> {
  const parcel = await lockOwnParcel(context, parcelId);
  const before = await ownRecord(context, kind, parcelId, recordId);
  assertRevision(input.revision, before, () => before);
  const columns = kind.columns(input, today(), before);
  const after = await updateRecord<Stored>(context.db, kind.table, recordId, columns);
  return afterRecordChange(context, kind, parcel, {
    verb: 'update',
    count: 0,
    added: after,
    removed: before,
  });
}

export async function confirmHarvest(
  context: WriteContext,
  { parcelId, recordId }: { parcelId: string; recordId: string },
  input: z.output<typeof HarvestInput>,
): Promise<Json<ParcelDetail>> {
  const parcel = await lockOwnParcel(context, parcelId);
  const before = await ownRecord(context, crops, parcelId, recordId);
  assertRevision(input.revision, before, () => before);
  const harvestDate = input.harvestDate ?? before.harvestDate;
  if (harvestDate < before.plantingDate) throw fieldProblem('harvestDate', 'issue.harvest-before-planting');
  // A device clock may be a day ahead.
  if (harvestDate > addDays(today(), 1)) throw fieldProblem('harvestDate', 'issue.not-harvested-yet');
  const after = await updateRecord<Crop>(context.db, 'crops', recordId, {
    yield_tons_per_hectare: input.yield,
    harvest_date: harvestDate,
    yield_confirmed: true,
  });
  return afterRecordChange(context, crops, parcel, {
    verb: 'harvest',
    count: 0,
    added: after,
    removed: before,
  });
}

export async function takeHarvestBack(
  context: WriteContext,
  { parcelId, recordId }: { parcelId: string; recordId: string },
  input: z.output<typeof HarvestUndo>,
): Promise<Json<ParcelDetail>> {
  const parcel = await lockOwnParcel(context, parcelId);
  const before = await ownRecord(context, crops, parcelId, recordId);
  assertRevision(input.revision, before, () => before);
  if (input.harvestDate < before.plantingDate)
    throw fieldProblem('harvestDate', 'issue.harvest-before-planting');
  const after = await updateRecord<Crop>(context.db, 'crops', recordId, {
    yield_tons_per_hectare: input.yield,
    harvest_date: input.harvestDate,
    yield_confirmed: false,
  });
  return afterRecordChange(context, crops, parcel, {
    verb: 'update',
    count: 0,
    added: after,
    removed: before,
  });
}

export async function removeRecord<Stored extends AnyRecord>(
  context: WriteContext,
  kind: RecordKind<never, Stored>,
  { parcelId, recordId }: { parcelId: string; recordId: string },
  revision: number | undefined,
): Promise<Json<ParcelDetail>> {
  const { db, user } = context;
  const parcel = await lockOwnParcel(context, parcelId);
  const before = await ownRecord(context, kind, parcelId, recordId);
  assertRevision(revision, before, () => before);
  await deleteRecord(db, kind.table, recordId);
  await insertTombstones(db, [recordId], user.id);
  return afterRecordChange(context, kind, parcel, {
    verb: 'delete',
    count: -1,
    added: null,
    removed: before,
  });
}

async function ownRecord<Stored extends AnyRecord>(
  { db, user }: WriteContext,
  kind: RecordKind<never, Stored>,
  parcelId: string,
  recordId: string,
): Promise<Stored> {
  const record = await findRecord<Stored>(db, kind.table, parcelId, recordId);
  return record ?? throwNotFound(db, recordId, user.id);
}

interface RecordChange<Stored> {
  verb: 'create' | 'update' | 'delete' | 'harvest';
  count: -1 | 0 | 1;
  added: Stored | null;
  removed: Stored | null;
}

/** Updates totals, score, audit log and change events after a record change, and returns the current parcel. */
async function afterRecordChange<Stored extends AnyRecord>(
  context: WriteContext,
  kind: RecordKind<never, Stored>,
  parcel: ParcelRow,
  { verb, count, added, removed }: RecordChange<Stored>,
): Promise<Json<ParcelDetail>> {
  const score = await rescoreAfter(context.db, parcel, kind.totals(count, added, removed));
  const record = (added ?? removed)!;
  await recordChange(context, parcel.id, {
    // Only crops use the verb `harvest`.
    action: `${kind.name}.${verb}` as AuditAction,
    before: { ...fieldsOf(removed), sustainabilityScore: parcel.score },
    after: {
      ...fieldsOf(added),
      sustainabilityScore: score,
      recordId: record._id,
      subject: kind.subject(record),
    },
  });
  return detailOf(context.db, parcel.id);
}

function fieldsOf<Stored extends AnyRecord>(record: Stored | null) {
  if (!record) return {};
  const { _id, revision, ...fields } = record;
  return fields;
}
