/** Keyset pagination: the cursor holds the sort values of the last row, so a page costs the same wherever it lies. */
import { MAX_PAGE_SIZE } from '@ardhi/contract/limits';
import { problem } from '../text/problem.ts';

export interface Page<Row, Rows = Row[]> {
  rows: Rows;
  /** All rows that the list has, where counting them is cheap. */
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
    // Falls through to the same answer as a cursor of another list.
  }
  throw problem('bad-cursor');
}

/** Cuts the one row too many that a query asks for to learn whether there is a next page. */
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
