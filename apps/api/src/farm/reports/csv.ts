/** Streams all records of a parcel as one CSV table. */
import { Readable } from 'node:stream';
import type { Crop } from '@ardhi/contract';
import type { Db } from '../../lib/database/db.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../lib/documents/csv.ts';
import type { Translate } from '../../lib/text/i18n.ts';
import {
  type AnyRecord,
  crops,
  fertilizer,
  listRecords,
  type PagedRecord,
  pesticides,
  type RecordKind,
  water,
} from '../land/records.ts';

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
  yield* linesOf(db, parcelId, t, crops, ({ harvestDate, yieldConfirmed, areaShare }: Crop) => [
    harvestDate,
    t(yieldConfirmed ? 'csv.yes' : 'csv.no'),
    areaShare,
  ]);
  yield* linesOf(db, parcelId, t, water);
  yield* linesOf(db, parcelId, t, fertilizer);
  yield* linesOf(db, parcelId, t, pesticides);
}

/** Only crops have values in the last three columns. */
async function* linesOf<Stored extends AnyRecord>(
  db: Db,
  parcelId: string,
  t: Translate,
  kind: RecordKind<never, Stored>,
  cropCells: (record: Stored) => (string | number | null)[] = () => [null, null, null],
): AsyncGenerator<string> {
  const lineOf = ({ record }: PagedRecord<Stored>) => {
    const { date, name, amount, unit } = kind.subject(record);
    return csvLine([t(`record.${kind.name}`), date, name, amount, unit, ...cropCells(record)]);
  };
  let after: string[] | null = null;
  do {
    const rows: PagedRecord<Stored>[] = await listRecords(db, kind.table, parcelId, {
      limit: CHUNK_SIZE,
      after,
    });
    const chunk = rows.slice(0, CHUNK_SIZE);
    const last = chunk.at(-1);
    after = rows.length > CHUNK_SIZE && last ? [last.date, last.created_at, last.id] : null;
    if (chunk.length > 0) yield chunk.map(lineOf).join('');
  } while (after);
}
