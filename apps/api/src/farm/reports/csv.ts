/** Streams all records of a parcel as one CSV table. */
import { Readable } from 'node:stream';
import type { Crop, FertilizerUsage, PesticideUsage, WaterUsage } from '@ardhi/contract';
import type { Db } from '../../lib/database/db.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../lib/documents/csv.ts';
import type { Translate } from '../../lib/text/i18n.ts';
import { crops, fertilizer, listRecords, pesticides, type RecordKind, water } from '../land/records.ts';

type Cells = (string | number | null)[];

const CHUNK_SIZE = 1000;

export function recordsCsv(db: Db, parcelId: string, t: Translate): NodeJS.ReadableStream {
  return Readable.from(lines(db, parcelId, t));
}

async function* lines(db: Db, parcelId: string, t: Translate): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK +
    csvLine([
      t('csv.record'),
      t('csv.date'),
      t('csv.name'),
      t('csv.amount'),
      t('csv.unit'),
      t('csv.harvest-date'),
      t('csv.yield-confirmed'),
      t('csv.area-share'),
    ]);
  const kindOf = {
    crop: t('record.crop'),
    water: t('record.water'),
    fertilizer: t('record.fertilizer'),
    pesticide: t('record.pesticide'),
  };
  yield* linesOf<Crop>(db, parcelId, crops, (crop) => [
    kindOf.crop,
    crop.plantingDate,
    crop.name,
    crop.yield,
    't/ha',
    crop.harvestDate,
    t(crop.yieldConfirmed ? 'csv.yes' : 'csv.no'),
    crop.areaShare,
  ]);
  yield* linesOf<WaterUsage>(db, parcelId, water, (use) => [kindOf.water, use.date, null, use.amount, 'L']);
  yield* linesOf<FertilizerUsage>(db, parcelId, fertilizer, (use) => [
    kindOf.fertilizer,
    use.date,
    use.type,
    use.amount,
    'kg',
  ]);
  yield* linesOf<PesticideUsage>(db, parcelId, pesticides, (use) => [
    kindOf.pesticide,
    use.date,
    use.product,
    use.amount,
    use.unit,
  ]);
}

const COLUMNS = 8;

async function* linesOf<Stored extends { _id: string; revision: number }>(
  db: Db,
  parcelId: string,
  kind: RecordKind<never, Stored>,
  cells: (record: Stored) => Cells,
): AsyncGenerator<string> {
  let after: string[] | null = null;
  do {
    const rows: Awaited<ReturnType<typeof listRecords<Stored>>> = await listRecords<Stored>(
      db,
      kind.table,
      parcelId,
      { limit: CHUNK_SIZE, after },
    );
    const chunk = rows.slice(0, CHUNK_SIZE);
    const last = chunk.at(-1);
    after = rows.length > CHUNK_SIZE && last ? [last.date, last.created_at, last.id] : null;
    if (chunk.length > 0) yield chunk.map(({ record }) => csvLine(padded(cells(record)))).join('');
  } while (after);
}

const padded = (cells: Cells): Cells => [...cells, ...Array<null>(COLUMNS - cells.length).fill(null)];
