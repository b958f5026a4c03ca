/** Keyset pagination: the cursor holds the sort values of the last row, so every page costs the same. */
import { MAX_PAGE_SIZE } from '@ardhi/contract/limits';
import type { PageRequest } from '../database/rows.ts';
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

export const BY_CREATION = ['created_at', 'id'] as const;

/** Reads a page of a list that is sorted by the columns `keys`. `list` returns one row more if there is a next page. */
export async function readPage<Key extends string, Row extends Record<Key, string | number>, Out>(
  query: { limit?: number; cursor?: string },
  keys: readonly Key[],
  list: (page: PageRequest) => Promise<Row[]>,
  present: (row: Row) => Out,
  total?: number,
): Promise<Page<Out>> {
  const limit = pageSize(query.limit);
  const rows = await list({ limit, after: decodeCursor(query.cursor, keys.length) });
  return toPage(rows, limit, (row) => keys.map((key) => row[key]), present, total);
}
