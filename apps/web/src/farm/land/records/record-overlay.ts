/**
 * Applies queued changes to a parcel's records. Every step is idempotent, because the response may already include
 * it: existing records are not added again, missing ones not removed again.
 */
import type { Crop, JsonObject, QueueableCall } from '@ardhi/contract';
import { today } from '../../../lib/device/clock.ts';
import type { Entry } from '../../../outbox/entry.ts';
import type { EntryOf } from '../../../outbox/offline-calls.ts';
import type { ParcelLike } from '../parcel/parcel-overlay.ts';
import { IN_PARCEL, type RecordKind, type RecordOf } from './kinds.ts';

type AnyRecord = RecordOf[RecordKind];

type CallOf<Method extends string> = Extract<QueueableCall, `${Method} /land/{id}/${RecordKind}${string}`>;

export const addRecord =
  (kind: RecordKind) =>
  (parcel: ParcelLike, { body }: EntryOf<CallOf<'POST'>>): ParcelLike =>
    withRecord(parcel, kind, newRecord(body), 'add');

export const correctRecord =
  (kind: RecordKind) =>
  (parcel: ParcelLike, entry: EntryOf<CallOf<'PUT'>>): ParcelLike => {
    const record = recordOf(parcel, kind, entry);
    return record ? withRecord(parcel, kind, applyCorrection(kind, record, entry.body), 'replace') : parcel;
  };

export function confirmHarvest(
  parcel: ParcelLike,
  entry: EntryOf<'PUT /land/{id}/crops/{recordId}/harvest'>,
): ParcelLike {
  const crop = recordOf(parcel, 'crops', entry);
  if (!crop) return parcel;
  const confirmed = { ...applyCorrection('crops', crop, entry.body), yieldConfirmed: true };
  return withRecord(parcel, 'crops', confirmed, 'replace');
}

export function takeHarvestBack(
  parcel: ParcelLike,
  entry: EntryOf<'PUT /land/{id}/crops/{recordId}/harvest/undo'>,
): ParcelLike {
  const crop = recordOf(parcel, 'crops', entry);
  if (!crop) return parcel;
  const expected = { ...applyCorrection('crops', crop, entry.body), yieldConfirmed: false };
  return withRecord(parcel, 'crops', expected, 'replace');
}

export const removeRecord =
  (kind: RecordKind) =>
  (parcel: ParcelLike, entry: EntryOf<CallOf<'DELETE'>>): ParcelLike => {
    const record = recordOf(parcel, kind, entry);
    return record ? withRecord(parcel, kind, record, 'remove') : parcel;
  };

/** Searches the records of all kinds. */
export function findRecord(parcel: ParcelLike, id: string | undefined): AnyRecord | undefined {
  for (const { rows } of Object.values(IN_PARCEL)) {
    const found = (parcel[rows] as AnyRecord[] | undefined)?.find(({ _id }) => _id === id);
    if (found) return found;
  }
  return undefined;
}

function newRecord(body: EntryOf<CallOf<'POST'>>['body']): AnyRecord {
  const record = { revision: 1, ...body };
  if ('plantingDate' in record)
    return { ...record, areaShare: record.areaShare ?? null, yieldConfirmed: record.harvestDate <= today() };
  return 'product' in record ? { ...record, unit: record.unit ?? 'kg' } : record;
}

/** List rows lack some kinds of records; then the base version of the entry is used. */
function recordOf(parcel: ParcelLike, kind: RecordKind, { params, base }: Pick<Entry, 'params' | 'base'>) {
  const rows = rowsOf(parcel, kind);
  // The base version is a record of this kind.
  if (!rows) return base as AnyRecord | undefined;
  return rows.find((record) => record._id === params.recordId);
}

function rowsOf(parcel: ParcelLike, kind: RecordKind): AnyRecord[] | undefined {
  return parcel[IN_PARCEL[kind].rows] as AnyRecord[] | undefined;
}

function applyCorrection(kind: RecordKind, record: AnyRecord, body: JsonObject): AnyRecord {
  const { revision: _, ...fields } = body;
  const after = { ...record, ...fields } as AnyRecord;
  if (kind !== 'crops') return after;
  const [before, crop] = [record as Crop, after as Crop];
  const isRestated = before.yield !== crop.yield || before.harvestDate !== crop.harvestDate;
  const yieldConfirmed = crop.harvestDate <= today() && (isRestated || before.yieldConfirmed);
  return { ...crop, areaShare: crop.areaShare ?? null, yieldConfirmed };
}

const amountOf = (record: AnyRecord | undefined) => (record && 'amount' in record ? record.amount : 0);

function withRecord<L extends ParcelLike>(
  parcel: L,
  kind: RecordKind,
  record: AnyRecord,
  change: 'add' | 'replace' | 'remove',
): L {
  const { rows: name, count, total, date } = IN_PARCEL[kind];
  const rows = rowsOf(parcel, kind);
  const known = rows?.find(({ _id }) => _id === record._id);
  if (change === 'add' && known) return parcel;
  const others = rows?.filter(({ _id }) => _id !== record._id);
  const dateOf = (one: AnyRecord) => String((one as JsonObject)[date]);
  const next =
    change === 'remove'
      ? others
      : others && [...others, record].sort((one, other) => (dateOf(one) < dateOf(other) ? -1 : 1));
  const gained = change === 'remove' ? 0 : amountOf(record);
  const lost = change === 'add' ? 0 : amountOf(known ?? record);
  return {
    ...parcel,
    ...(next && { [name]: next }),
    [count]: Math.max(0, parcel[count] + (change === 'add' ? 1 : change === 'remove' ? -1 : 0)),
    ...(total && { [total]: Math.max(0, parcel[total] + gained - lost) }),
  };
}
