import type { PageRequest } from '../database/rows.ts';
import { decodeCursor, type Page, pageSize, toPage } from './page.ts';

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
