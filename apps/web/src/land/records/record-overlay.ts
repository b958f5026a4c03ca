/**
 * A parcel's records as they show before they are sent. Every step may be laid over an answer that already holds it:
 * what is there is not added, what is gone is not taken away.
 */
import type { Crop, FertilizerUsage, PesticideUsage, QueueableCall, WaterUsage } from '@ardhi/contract';
import { today } from '../../lib/clock.ts';
import type { Entry, Fields } from '../../outbox/entry.ts';
import type { EntryOf } from '../../outbox/offline-calls.ts';
import type { ParcelLike } from '../parcel/parcel-overlay.ts';

type AnyRecord = Crop | WaterUsage | FertilizerUsage | PesticideUsage;

const KINDS = {
  crops: { rows: 'crops', count: 'cropCount', total: null, date: 'plantingDate' },
  water: { rows: 'waterUsage', count: 'waterCount', total: 'totalWater', date: 'date' },
  fertilizer: { rows: 'fertilizerUsage', count: 'fertilizerCount', total: 'totalFertilizer', date: 'date' },
  pesticides: { rows: 'pesticideUsage', count: 'pesticideCount', total: 'totalPesticide', date: 'date' },
} as const;
type Kind = keyof typeof KINDS;

type CallOf<Method extends string> = Extract<QueueableCall, `${Method} /land/{id}/${Kind}${string}`>;

export const addRecord =
  (kind: Kind) =>
  (parcel: ParcelLike, { body }: EntryOf<CallOf<'POST'>>): ParcelLike =>
    withRecord(parcel, kind, newRecord(kind, body), 'add');

export const correctRecord =
  (kind: Kind) =>
  (parcel: ParcelLike, entry: EntryOf<CallOf<'PUT'>>): ParcelLike => {
    const record = recordOf(parcel, kind, entry);
    return record ? withRecord(parcel, kind, corrected(kind, record, entry.body), 'replace') : parcel;
  };

export function confirmHarvest(
  parcel: ParcelLike,
  entry: EntryOf<'PUT /land/{id}/crops/{recordId}/harvest'>,
): ParcelLike {
  const crop = recordOf(parcel, 'crops', entry);
  if (!crop) return parcel;
  const confirmed = { ...corrected('crops', crop, entry.body), yieldConfirmed: true };
  return withRecord(parcel, 'crops', confirmed, 'replace');
}

export const removeRecord =
  (kind: Kind) =>
  (parcel: ParcelLike, entry: EntryOf<CallOf<'DELETE'>>): ParcelLike => {
    const record = recordOf(parcel, kind, entry);
    return record ? withRecord(parcel, kind, record, 'remove') : parcel;
  };

/** The record of an entry, on any parcel-like row that holds its records. */
export function findRecord(parcel: ParcelLike, id: string | undefined): AnyRecord | undefined {
  for (const { rows } of Object.values(KINDS)) {
    const found = (parcel[rows] as AnyRecord[] | undefined)?.find(({ _id }) => _id === id);
    if (found) return found;
  }
  return undefined;
}

function newRecord(kind: Kind, body: Fields): AnyRecord {
  // A form that was accepted has every field of the record that it makes.
  const record = { revision: 1, ...body } as unknown as AnyRecord;
  if (kind !== 'crops') return record;
  const crop = record as Crop;
  return { ...crop, areaShare: crop.areaShare ?? null, yieldConfirmed: crop.harvestDate <= today() };
}

/** In a list that does not hold it, the row that was edited stands for it. */
function recordOf(parcel: ParcelLike, kind: Kind, { params, base }: Pick<Entry, 'params' | 'base'>) {
  const rows = rowsOf(parcel, kind);
  // The row as it was when it was edited is a record of this kind.
  if (!rows) return base as unknown as AnyRecord | undefined;
  return rows.find((record) => record._id === params.recordId);
}

function rowsOf(parcel: ParcelLike, kind: Kind): AnyRecord[] | undefined {
  return parcel[KINDS[kind].rows] as AnyRecord[] | undefined;
}

function corrected(kind: Kind, record: AnyRecord, body: Fields): AnyRecord {
  const { revision: _, ...fields } = body;
  const after = { ...record, ...fields } as AnyRecord;
  if (kind !== 'crops') return after;
  const [before, crop] = [record as Crop, after as Crop];
  const restated = before.yield !== crop.yield || before.harvestDate !== crop.harvestDate;
  const yieldConfirmed = crop.harvestDate <= today() && (restated || before.yieldConfirmed);
  return { ...crop, areaShare: crop.areaShare ?? null, yieldConfirmed };
}

const amountOf = (record: AnyRecord | undefined) => (record && 'amount' in record ? record.amount : 0);

function withRecord<L extends ParcelLike>(
  parcel: L,
  kind: Kind,
  record: AnyRecord,
  how: 'add' | 'replace' | 'remove',
): L {
  const { rows: name, count, total, date } = KINDS[kind];
  const rows = rowsOf(parcel, kind);
  const known = rows?.find(({ _id }) => _id === record._id);
  if (how === 'add' && known) return parcel;
  const others = rows?.filter(({ _id }) => _id !== record._id);
  const dateOf = (one: AnyRecord) => String((one as Fields)[date]);
  const next =
    how === 'remove'
      ? others
      : others && [...others, record].sort((one, other) => (dateOf(one) < dateOf(other) ? -1 : 1));
  const gained = how === 'remove' ? 0 : amountOf(record);
  const lost = how === 'add' ? 0 : amountOf(known ?? record);
  return {
    ...parcel,
    ...(next && { [name]: next }),
    [count]: Math.max(0, parcel[count] + (how === 'add' ? 1 : how === 'remove' ? -1 : 0)),
    ...(total && { [total]: Math.max(0, parcel[total] + gained - lost) }),
  };
}
