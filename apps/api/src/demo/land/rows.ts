/** A parcel as rows, with the columns that the land domain itself writes. */
import type { Insertable } from 'kysely';
import type { MeasuredBoundary } from '../../farm/boundaries/geometry-tasks.ts';
import type { ParcelRow, RecordTable } from '../../farm/land/columns.ts';
import { SCORE_VERSION } from '../../farm/land/score.ts';
import type { DB } from '../../lib/database/database.generated.ts';
import { dateOf, isoOf } from '../calendar.ts';
import type { Loader } from '../loader.ts';
import { addActivities } from './activities.ts';
import type { Entry, FieldBook } from './field-book.ts';
import { historyOf } from './history.ts';
import type { DemoParcel } from './parcel.ts';

export function addParcel(loader: Loader, parcel: DemoParcel): void {
  const { row, result, book, boundary } = parcel;
  loader.add('parcels', parcelRow(parcel));
  if (boundary) loader.add('boundaries', boundaryRow(row, boundary));
  loader.add('parcel_scores', { parcel_id: row.id, result: JSON.stringify(result) });
  for (const record of recordRows(row.id, book)) loader.add(record.table, record.row);
  const changes = historyOf(parcel);
  for (const { on, at, score, confidence, status, parts } of changes)
    loader.add('score_history', {
      parcel_id: row.id,
      as_of: dateOf(on),
      score,
      confidence,
      status,
      version: SCORE_VERSION,
      parts: JSON.stringify(parts),
      created_at: isoOf(at),
    });
  addActivities(loader, parcel, changes);
}

function boundaryRow(row: ParcelRow, boundary: MeasuredBoundary): Insertable<DB['boundaries']> {
  const { shape, outline, bbox, vertexCount } = boundary;
  return {
    parcel_id: row.id,
    coordinates: JSON.stringify(shape),
    outline: outline && JSON.stringify(outline),
    extent: `((${bbox.east},${bbox.north}),(${bbox.west},${bbox.south}))`,
    corner_count: vertexCount,
    source: 'walked',
    updated_at: row.created_at,
  };
}

export function parcelRow({ row, result, book, scoredOn }: DemoParcel): Insertable<DB['parcels']> {
  const planted = book.crops
    .map(({ record }) => record)
    .filter(({ plantingDate }) => plantingDate <= dateOf(scoredOn));
  const records = row.crop_count + row.water_count + row.fertilizer_count + row.pesticide_count;
  return {
    ...row,
    has_records: records > 0,
    inputs_hash: result.inputsHash,
    covered_until:
      planted
        .map(({ harvestDate }) => harvestDate)
        .sort()
        .at(-1) ?? null,
    has_harvest: planted.some(({ yieldConfirmed }) => yieldConfirmed),
  };
}

type RecordRow = { [Table in RecordTable]: { table: Table; row: Insertable<DB[Table]> } }[RecordTable];

export function recordRows(parcelId: string, book: FieldBook): RecordRow[] {
  const shared = <Stored extends { _id: string; revision: number }>({
    record,
    enteredAt,
  }: Entry<Stored>) => ({
    id: record._id,
    parcel_id: parcelId,
    revision: record.revision,
    created_at: isoOf(enteredAt),
  });
  return [
    ...book.crops.map((entry) => ({
      table: 'crops' as const,
      row: {
        ...shared(entry),
        name: entry.record.name,
        planting_date: entry.record.plantingDate,
        harvest_date: entry.record.harvestDate,
        yield_tons_per_hectare: entry.record.yield,
        yield_confirmed: entry.record.yieldConfirmed,
        area_share: entry.record.areaShare,
      },
    })),
    ...book.water.map((entry) => ({
      table: 'water_records' as const,
      row: { ...shared(entry), date: entry.record.date, litres: entry.record.amount },
    })),
    ...book.fertilizer.map((entry) => ({
      table: 'fertilizer_records' as const,
      row: { ...shared(entry), date: entry.record.date, type: entry.record.type, kg: entry.record.amount },
    })),
    ...book.pesticides.map((entry) => {
      const { date, product, amount, unit } = entry.record;
      return { table: 'pesticide_records' as const, row: { ...shared(entry), date, product, amount, unit } };
    }),
  ];
}
