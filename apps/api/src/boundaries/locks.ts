/**
 * Two neighbours who save at the same moment must find each other. Saves take turns by place: each locks the cells of a
 * grid that its old and its new extent lie in, until it is committed. One too large for that has the country to itself.
 */
import type { Bbox } from '@ardhi/geo';
import { sql } from 'kysely';
import type { Db } from '../lib/db.ts';

const SPACE = 0x626f756e;
const COUNTRY = -1;
/** About five kilometres. */
const CELL_DEGREES = 0.05;
const CELLS_AROUND = 7200;
const MAX_CELLS = 64;

/** After the parcel's own row is locked, never before: everybody in the same order. */
export async function lockPlaces(db: Db, bboxes: readonly Bbox[]): Promise<void> {
  const cells = cellsOf(bboxes);
  if (!cells) {
    await sql`select pg_advisory_xact_lock(${SPACE}, ${COUNTRY})`.execute(db);
    return;
  }
  await sql`select pg_advisory_xact_lock_shared(${SPACE}, ${COUNTRY})`.execute(db);
  await sql`select pg_advisory_xact_lock(${SPACE}, cell) from unnest(${cells}::int[]) as cell`.execute(db);
}

/** In ascending order, so that two saves never wait for each other; null when there are too many. */
function cellsOf(bboxes: readonly Bbox[]): number[] | null {
  const cells = new Set<number>();
  for (const { west, south, east, north } of bboxes) {
    const [firstColumn, lastColumn] = [column(west), column(east)];
    const [firstRow, lastRow] = [row(south), row(north)];
    if ((lastColumn - firstColumn + 1) * (lastRow - firstRow + 1) > MAX_CELLS) return null;
    for (let y = firstRow; y <= lastRow; y += 1)
      for (let x = firstColumn; x <= lastColumn; x += 1) cells.add(y * CELLS_AROUND + x);
  }
  return [...cells].sort((one, other) => one - other);
}

const column = (lon: number) => Math.floor((lon + 180) / CELL_DEGREES);
const row = (lat: number) => Math.floor((lat + 90) / CELL_DEGREES);
