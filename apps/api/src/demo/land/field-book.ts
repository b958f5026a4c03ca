/** What a farmer wrote down about a parcel, and when. */
import type { Crop, FertilizerUsage, PesticideUsage, ScoredRecords, WaterUsage } from '@ardhi/contract';
import type { Day } from '../calendar.ts';

export interface Entry<Record> {
  record: Record;
  /** In milliseconds; the day is the one in Nairobi. */
  enteredAt: number;
  enteredOn: Day;
}

export interface CropEntry extends Entry<Crop> {
  /** What was expected when it was planted; the record holds what is known today. */
  expectedYield: number;
  /** When the farmer told what was really harvested, where that was not at once. */
  confirmed: { at: number; on: Day } | null;
}

export interface FieldBook {
  crops: CropEntry[];
  water: Entry<WaterUsage>[];
  fertilizer: Entry<FertilizerUsage>[];
  pesticides: Entry<PesticideUsage>[];
}

/** The records as they stood at the end of a day. */
export function knownOn(book: FieldBook, day: Day): ScoredRecords {
  const upTo = <Record>(entries: Entry<Record>[]) =>
    entries.filter(({ enteredOn }) => enteredOn <= day).map(({ record }) => record);
  return {
    crops: book.crops.filter(({ enteredOn }) => enteredOn <= day).map((entry) => cropOn(entry, day)),
    waterUsage: upTo(book.water),
    fertilizerUsage: upTo(book.fertilizer),
    pesticideUsage: upTo(book.pesticides),
  };
}

function cropOn({ record, confirmed, expectedYield }: CropEntry, day: Day): Crop {
  if (!confirmed || confirmed.on <= day) return record;
  return { ...record, yield: expectedYield, yieldConfirmed: false, revision: record.revision - 1 };
}

export function entriesOf(book: FieldBook): Entry<{ _id: string }>[] {
  return [...book.crops, ...book.water, ...book.fertilizer, ...book.pesticides];
}

/** The days on which something was entered or confirmed, in order. */
export function daysOf(book: FieldBook): Day[] {
  const days = new Set(entriesOf(book).map(({ enteredOn }) => enteredOn));
  for (const { confirmed } of book.crops) if (confirmed) days.add(confirmed.on);
  return [...days].sort((left, right) => left - right);
}
