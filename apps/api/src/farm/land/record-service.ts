/** Field records: each write changes the record, the parcel's totals and its score in one transaction. */

import type { Crop, HarvestInput, ParcelDetail } from '@ardhi/contract';
import type { AuditAction } from '@ardhi/contract/audit-actions';
import { addDays, today } from '@ardhi/contract/dates';
import type { z } from 'zod';
import { newId } from '../../lib/database/id.ts';
import { leaveTombstones, refuseDeletedId } from '../../lib/database/tombstones.ts';
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

export async function addRecord<Given, Stored extends AnyRecord>(
  context: WriteContext,
  kind: RecordKind<Given, Stored>,
  parcelId: string,
  given: Given & { _id?: string },
): Promise<Json<ParcelDetail>> {
  const { db, user } = context;
  const parcel = await lockOwnParcel(context, parcelId);
  if (given._id) await refuseDeletedId(db, given._id, user.id);
  const id = given._id ?? newId();
  const columns = kind.columns(given, today());
  const stored = await insertRecord<Stored>(db, kind.table, { id, parcelId, columns });
  if (!stored) {
    // The same record sent again is answered; another one, or a stranger's, is refused.
    const existing = await findRecord<Stored>(db, kind.table, parcelId, id);
    if (!existing || !hasContent(kind, existing, given)) throw problem('id-taken');
    return detailOf(db, parcelId);
  }
  return afterRecordChange(context, kind, parcel, { verb: 'create', count: 1, added: stored, removed: null });
}

function hasContent<Given, Stored extends AnyRecord>(
  kind: RecordKind<Given, Stored>,
  stored: Stored,
  given: Given,
): boolean {
  const [ofStored, ofGiven] = [stored, given].map((fields) =>
    JSON.stringify(kind.columns(fields, today(), stored)),
  );
  return ofStored === ofGiven;
}

export async function correctRecord<Given, Stored extends AnyRecord>(
  context: WriteContext,
  kind: RecordKind<Given, Stored>,
  { parcelId, recordId }: { parcelId: string; recordId: string },
  given: Given & { revision?: number },
): Promise<Json<ParcelDetail>> {
  const parcel = await lockOwnParcel(context, parcelId);
  const before = await ownRecord(context, kind, parcelId, recordId);
  assertRevision(given.revision, before, () => before);
  const columns = kind.columns(given, today(), before);
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
  given: z.output<typeof HarvestInput>,
): Promise<Json<ParcelDetail>> {
  const parcel = await lockOwnParcel(context, parcelId);
  const before = await ownRecord(context, crops, parcelId, recordId);
  assertRevision(given.revision, before, () => before);
  const harvestDate = given.harvestDate ?? before.harvestDate;
  if (harvestDate < before.plantingDate) throw fieldProblem('harvestDate', 'issue.harvest-before-planting');
  // A phone's clock may be a day ahead.
  if (harvestDate > addDays(today(), 1)) throw fieldProblem('harvestDate', 'issue.not-harvested-yet');
  const after = await updateRecord<Crop>(context.db, 'crops', recordId, {
    yield_tons_per_hectare: given.yield,
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
  await leaveTombstones(db, [recordId], user.id);
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

/** What follows from every change of a record: totals, score, audit trail, change event, and the parcel as it is now. */
async function afterRecordChange<Stored extends AnyRecord>(
  context: WriteContext,
  kind: RecordKind<never, Stored>,
  parcel: ParcelRow,
  { verb, count, added, removed }: RecordChange<Stored>,
): Promise<Json<ParcelDetail>> {
  const score = await rescoreAfter(context.db, parcel, kind.totals(count, added, removed));
  const record = (added ?? removed)!;
  await recordChange(context, parcel.id, {
    // Only a crop is harvested.
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
