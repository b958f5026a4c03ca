/** The four kinds of field records and their shared statements. */
import type { Crop, FertilizerUsage, PesticideUsage, WaterUsage } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { firstRow, nextRevision, onlyRow, type PageRequest, rowsOf } from '../../lib/database/rows.ts';
import { dateColumn, type RecordTable } from './columns.ts';
import { recordJson } from './hot-statements.ts';
import type { ActivitySubject } from './present.ts';
import type { TotalsChange } from './score-queries.ts';

type Columns = Record<string, string | number | boolean | null>;

export interface AnyRecord {
  _id: string;
  revision: number;
}

export interface RecordKind<Input, Stored extends AnyRecord> {
  /** Prefix of its audit actions, as in `water.create`. */
  name: 'crop' | 'water' | 'fertilizer' | 'pesticide';
  table: RecordTable;
  /** Counter column of the parcel. */
  count: 'crop_count' | 'water_count' | 'fertilizer_count' | 'pesticide_count';
  /** Columns of the input or of a stored record, so that the two can be compared. */
  columns(input: Input | Stored, today: string, before?: Stored): Columns;
  /** Change of the parcel's totals. */
  totals(count: -1 | 0 | 1, added: Stored | null, removed: Stored | null): TotalsChange;
  subject(stored: Stored): ActivitySubject;
}

interface CropInput {
  name: string;
  plantingDate: string;
  harvestDate: string;
  yield: number;
  areaShare?: number;
}

export const crops: RecordKind<CropInput, Crop> = {
  name: 'crop',
  table: 'crops',
  count: 'crop_count',
  columns: (input, today, before) => ({
    name: input.name,
    planting_date: input.plantingDate,
    harvest_date: input.harvestDate,
    yield_tons_per_hectare: input.yield,
    yield_confirmed: isConfirmed(input, today, before),
    area_share: input.areaShare ?? null,
  }),
  totals: (count) => ({ crop_count: count }),
  subject: (crop) => ({ name: crop.name, date: crop.plantingDate, amount: crop.yield, unit: 't/ha' }),
};

/**
 * A yield stated on or after the harvest date is confirmed. A correction of other fields does not confirm an expected
 * yield.
 */
function isConfirmed(input: Pick<CropInput, 'yield' | 'harvestDate'>, today: string, before?: Crop): boolean {
  if (input.harvestDate > today) return false;
  const isRestated = !before || before.yield !== input.yield || before.harvestDate !== input.harvestDate;
  return isRestated || before.yieldConfirmed;
}

export const water: RecordKind<{ date: string; amount: number }, WaterUsage> = {
  name: 'water',
  table: 'water_records',
  count: 'water_count',
  columns: (input) => ({ date: input.date, litres: input.amount }),
  totals: (count, added, removed) => ({
    water_count: count,
    water_added: added?.amount,
    water_removed: removed?.amount,
  }),
  subject: (record) => ({ name: null, date: record.date, amount: record.amount, unit: 'L' }),
};

export const fertilizer: RecordKind<{ date: string; type: string; amount: number }, FertilizerUsage> = {
  name: 'fertilizer',
  table: 'fertilizer_records',
  count: 'fertilizer_count',
  columns: (input) => ({ date: input.date, type: input.type, kg: input.amount }),
  totals: (count, added, removed) => ({
    fertilizer_count: count,
    fertilizer_added: added?.amount,
    fertilizer_removed: removed?.amount,
  }),
  subject: (record) => ({ name: record.type, date: record.date, amount: record.amount, unit: 'kg' }),
};

export const pesticides: RecordKind<
  { date: string; product: string; amount: number; unit: 'kg' | 'L' },
  PesticideUsage
> = {
  name: 'pesticide',
  table: 'pesticide_records',
  count: 'pesticide_count',
  columns: ({ date, product, amount, unit }) => ({ date, product, amount, unit }),
  totals: (count, added, removed) => ({
    pesticide_count: count,
    pesticide_added: added?.amount,
    pesticide_removed: removed?.amount,
  }),
  subject: (record) => ({
    name: record.product,
    date: record.date,
    amount: record.amount,
    unit: record.unit,
  }),
};

/** Returns undefined if the id is taken. */
export async function insertRecord<Stored>(
  db: Db,
  table: RecordTable,
  { id, parcelId, columns }: { id: string; parcelId: string; columns: Columns },
): Promise<Stored | undefined> {
  const row = await firstRow<{ record: Stored }>(db)`
    insert into ${sql.table(table)} (id, parcel_id, ${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
    values (${id}, ${parcelId}, ${sql.join(Object.values(columns))})
    on conflict (id) do nothing
    returning ${recordJson(table)} as record`;
  return row?.record;
}

export async function findRecord<Stored>(
  db: Db,
  table: RecordTable,
  parcelId: string,
  recordId: string,
): Promise<Stored | undefined> {
  const row = await firstRow<{ record: Stored }>(db)`
    select ${recordJson(table)} as record from ${sql.table(table)}
    where id = ${recordId} and parcel_id = ${parcelId}`;
  return row?.record;
}

export async function updateRecord<Stored>(
  db: Db,
  table: RecordTable,
  recordId: string,
  columns: Columns,
): Promise<Stored> {
  const assignments = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { record } = await onlyRow<{ record: Stored }>(db)`
    update ${sql.table(table)} set ${sql.join(assignments)}, revision = ${nextRevision}
    where id = ${recordId} returning ${recordJson(table)} as record`;
  return record;
}

export async function deleteRecord(db: Db, table: RecordTable, recordId: string): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = ${recordId}`.execute(db);
}

export interface PagedRecord<Stored> {
  date: string;
  created_at: string;
  id: string;
  record: Stored;
}

/** Newest first by record date, one more than `limit`. */
export async function listRecords<Stored>(
  db: Db,
  table: RecordTable,
  parcelId: string,
  { limit, after }: PageRequest,
): Promise<PagedRecord<Stored>[]> {
  const date = sql.raw(dateColumn(table));
  const older = after
    ? sql`and (${date}, created_at, id) < (${after[0]}::date, ${after[1]}::timestamptz, ${after[2]}::uuid)`
    : sql``;
  return rowsOf<PagedRecord<Stored>>(db)`
    select ${date} as date, created_at, id, ${recordJson(table)} as record from ${sql.table(table)}
    where parcel_id = ${parcelId} ${older}
    order by ${date} desc, created_at desc, id desc limit ${limit + 1}`;
}
