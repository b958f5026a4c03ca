/** Sort orders of a register, and keyset pagination. */
import type { RegisterOrder } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Sql } from '../../lib/database/db.ts';

/** Each order matches an index: a column, then the id as tie-breaker. `beside` is that column in the word tables. */
export const orders = {
  newest: { column: 'created_at', beside: 'created_at', type: 'timestamptz', direction: 'desc' },
  oldest: { column: 'created_at', beside: 'created_at', type: 'timestamptz', direction: 'asc' },
  name: { column: 'name', beside: 'by_name', type: 'text', direction: 'asc' },
  largest: { column: 'size_acres', beside: 'by_size', type: 'numeric', direction: 'desc' },
} as const satisfies Record<RegisterOrder, object>;

export const orderBy = (table: string, order: RegisterOrder = 'newest'): Sql =>
  orderOf(`${table}.${orders[order].column}`, `${table}.id`, order);

export const orderOf = (column: string, id: string, order: RegisterOrder): Sql => {
  const direction = sql.raw(orders[order].direction);
  return sql`order by ${sql.ref(column)} ${direction}, ${sql.ref(id)} ${direction}`;
};

export const afterPage = (table: string, order: RegisterOrder = 'newest', after: string[] | null): Sql[] =>
  afterCursor(`${table}.${orders[order].column}`, `${table}.id`, order, after);

export function afterCursor(column: string, id: string, order: RegisterOrder, after: string[] | null): Sql[] {
  if (!after) return [];
  const { type, direction } = orders[order];
  return [
    sql`(${sql.ref(column)}, ${sql.ref(id)})
      ${sql.raw(direction === 'desc' ? '<' : '>')} (${after[0]}::${sql.raw(type)}, ${after[1]}::uuid)`,
  ];
}

export interface SortedRow {
  id: string;
  created_at: string;
  name: string;
  size_acres?: number;
}

export function cursorOf(order: RegisterOrder = 'newest') {
  const { column } = orders[order];
  return (row: SortedRow) => [String(row[column]), row.id];
}
