/** Keyset pagination: the cursor holds the sort values of the last row, so every page costs the same. */
import { MAX_PAGE_SIZE } from '@ardhi/contract/limits';
import { problem } from '../text/problem.ts';

export interface Page<Row, Rows = Row[]> {
  rows: Rows;
  /** Total number of rows, if counting them is cheap. */
  total?: number;
  next: string | null;
}

export const pageSize = (limit: number | undefined) => limit ?? MAX_PAGE_SIZE;

export function encodeCursor(values: (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

export function decodeCursor(cursor: string | undefined, length: number): string[] | null {
  if (cursor === undefined) return null;
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(values) && values.length === length) return values.map(String);
  } catch {
    // Falls through: the same error as for a cursor of another list.
  }
  throw problem('bad-cursor');
}

/** One page of a list that is sorted by two columns, of which the second is unique. */
export interface Paging {
  limit: number;
  /** Sort values of the last row of the previous page. */
  after: string[] | null;
}

export const pagingOf = (query: { limit?: number; cursor?: string }): Paging => ({
  limit: pageSize(query.limit),
  after: decodeCursor(query.cursor, 2),
});

/** Drops the extra row that a query fetches to detect a next page. */
export function toPage<Row, Out>(
  found: Row[],
  limit: number,
  cursorOf: (row: Row) => (string | number | null)[],
  present: (row: Row) => Out,
  total?: number,
): Page<Out> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return {
    rows: rows.map(present),
    total,
    next: found.length > limit && last ? encodeCursor(cursorOf(last)) : null,
  };
}
