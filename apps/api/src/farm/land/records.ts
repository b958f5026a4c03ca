/** The four kinds of field record, and the statements that they share. */
import type { Crop, FertilizerUsage, PesticideUsage, WaterUsage } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { dateColumn, type RecordTable } from './columns.ts';
import { recordJson } from './hot-statements.ts';
import type { ActivitySubject } from './present.ts';
import type { TotalsChange } from './score-queries.ts';

type Columns = Record<string, string | number | boolean | null>;

export interface AnyRecord {
  _id: string;
  revision: number;
}

export interface RecordKind<Given, Stored extends AnyRecord> {
  /** The first word of its activities: `water.create`. */
  name: 'crop' | 'water' | 'fertilizer' | 'pesticide';
  table: RecordTable;
  /** Where the parcel counts them. */
  count: 'crop_count' | 'water_count' | 'fertilizer_count' | 'pesticide_count';
  /** Of what was given, or of a record as it is stored, to compare the two. */
  columns(given: Given | Stored, today: string, before?: Stored): Columns;
  /** What the parcel's totals gain and lose. */
  totals(count: -1 | 0 | 1, added: Stored | null, removed: Stored | null): TotalsChange;
  subject(stored: Stored): ActivitySubject;
}

interface GivenCrop {
  name: string;
  plantingDate: string;
  harvestDate: string;
  yield: number;
  areaShare?: number;
}

export const crops: RecordKind<GivenCrop, Crop> = {
  name: 'crop',
  table: 'crops',
  count: 'crop_count',
  columns: (given, today, before) => ({
    name: given.name,
    planting_date: given.plantingDate,
    harvest_date: given.harvestDate,
    yield_tons_per_hectare: given.yield,
    yield_confirmed: isConfirmed(given, today, before),
    area_share: given.areaShare ?? null,
  }),
  totals: (count) => ({ crop_count: count }),
  subject: (crop) => ({ name: crop.name, date: crop.plantingDate, amount: crop.yield, unit: 't/ha' }),
};

/**
 * A yield that is stated once the harvest date has come is what was harvested. Correcting only the name of a crop
 * does not turn an expectation into a harvest.
 */
function isConfirmed(given: Pick<GivenCrop, 'yield' | 'harvestDate'>, today: string, before?: Crop): boolean {
  if (given.harvestDate > today) return false;
  const restated = !before || before.yield !== given.yield || before.harvestDate !== given.harvestDate;
  return restated || before.yieldConfirmed;
}

export const water: RecordKind<{ date: string; amount: number }, WaterUsage> = {
  name: 'water',
  table: 'water_records',
  count: 'water_count',
  columns: (given) => ({ date: given.date, litres: given.amount }),
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
  columns: (given) => ({ date: given.date, type: given.type, kg: given.amount }),
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

/** Undefined when the id is taken. */
export async function insertRecord<Stored>(
  db: Db,
  table: RecordTable,
  { id, parcelId, columns }: { id: string; parcelId: string; columns: Columns },
): Promise<Stored | undefined> {
  const { rows } = await sql<{ record: Stored }>`
    insert into ${sql.table(table)} (id, parcel_id, ${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
    values (${id}, ${parcelId}, ${sql.join(Object.values(columns))})
    on conflict (id) do nothing
    returning ${recordJson(table)} as record
  `.execute(db);
  return rows[0]?.record;
}

export async function findRecord<Stored>(
  db: Db,
  table: RecordTable,
  parcelId: string,
  recordId: string,
): Promise<Stored | undefined> {
  const { rows } = await sql<{ record: Stored }>`
    select ${recordJson(table)} as record from ${sql.table(table)}
    where id = ${recordId} and parcel_id = ${parcelId}
  `.execute(db);
  return rows[0]?.record;
}

export async function updateRecord<Stored>(
  db: Db,
  table: RecordTable,
  recordId: string,
  columns: Columns,
): Promise<Stored> {
  const assignments = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { rows } = await sql<{ record: Stored }>`
    update ${sql.table(table)} set ${sql.join(assignments)}, revision = revision + 1
    where id = ${recordId} returning ${recordJson(table)} as record
  `.execute(db);
  return rows[0]!.record;
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

/** Newest first by the record's own date, one more than `limit`. */
export async function listRecords<Stored>(
  db: Db,
  table: RecordTable,
  parcelId: string,
  { limit, after }: { limit: number; after: string[] | null },
): Promise<PagedRecord<Stored>[]> {
  const date = sql.raw(dateColumn(table));
  const older = after
    ? sql`and (${date}, created_at, id) < (${after[0]}::date, ${after[1]}::timestamptz, ${after[2]}::uuid)`
    : sql``;
  const { rows } = await sql<PagedRecord<Stored>>`
    select ${date} as date, created_at, id, ${recordJson(table)} as record from ${sql.table(table)}
    where parcel_id = ${parcelId} ${older}
    order by ${date} desc, created_at desc, id desc limit ${limit + 1}
  `.execute(db);
  return rows;
}
