import { LAND_PAGE_SIZE } from '@ardhi/contract/limits';

export function pageCount(rows: number, size: number = LAND_PAGE_SIZE): number {
  return Math.max(1, Math.ceil(rows / size));
}

/** A page number from an address: anything odd is the first page, anything too far the last. */
export function clampPage(wanted: string | number | null, pages: number): number {
  const page = Math.trunc(Number(wanted));
  return Number.isFinite(page) ? Math.min(Math.max(1, page), Math.max(1, pages)) : 1;
}

/** The new parcel stands last: the list goes there when the page that was open has no room for it. */
export function pageAfterAdding(page: number, rowsWithNew: number): number {
  return rowsWithNew > page * LAND_PAGE_SIZE ? pageCount(rowsWithNew) : page;
}

export function pageOf<Row>(rows: readonly Row[], page: number, size: number = LAND_PAGE_SIZE): Row[] {
  return rows.slice((page - 1) * size, page * size);
}
