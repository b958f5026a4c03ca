import { LAND_PAGE_SIZE } from '@ardhi/contract/limits';

export function pageCount(rows: number, size: number = LAND_PAGE_SIZE): number {
  return Math.max(1, Math.ceil(rows / size));
}

/** Page number from the URL: invalid values give the first page, too large ones the last. */
export function clampPage(requested: string | number | null, pages: number): number {
  const page = Math.trunc(Number(requested));
  return Number.isFinite(page) ? Math.min(Math.max(1, page), Math.max(1, pages)) : 1;
}

/** A new parcel is last: goes to the last page if it does not fit on the current one. */
export function pageAfterAdding(page: number, rowsWithNew: number): number {
  return rowsWithNew > page * LAND_PAGE_SIZE ? pageCount(rowsWithNew) : page;
}

export function pageOf<Row>(rows: readonly Row[], page: number, size: number = LAND_PAGE_SIZE): Row[] {
  return rows.slice((page - 1) * size, page * size);
}
