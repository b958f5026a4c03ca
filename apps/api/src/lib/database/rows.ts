/** Rows of raw statements, updates by id, and keyset pages. */
import { type RawBuilder, type SelectQueryBuilder, sql, type UpdateObject } from 'kysely';
import type { DB } from './database.generated.ts';
import type { Db } from './db.ts';

type Statement<Result> = (text: TemplateStringsArray, ...values: unknown[]) => Promise<Result>;

/** Runs the SQL that follows: rowsOf<Row>(db)`select …`. */
export const rowsOf =
  <Row>(db: Db): Statement<Row[]> =>
  async (...statement) =>
    (await sql<Row>(...statement).execute(db)).rows;

export const firstRow =
  <Row>(db: Db): Statement<Row | undefined> =>
  async (...statement) =>
    (await sql<Row>(...statement).execute(db)).rows[0];

/** For statements that always return a row, such as sums and counts. */
export const onlyRow =
  <Row>(db: Db): Statement<Row> =>
  async (...statement) =>
    (await sql<Row>(...statement).execute(db)).rows[0]!;

export const now = sql<string>`now()`;
export const nextRevision = sql<number>`next_revision(revision)`;

type TableWithId = { [Table in keyof DB]: DB[Table] extends { id: string } ? Table : never }[keyof DB];

export async function updateRow<Table extends TableWithId>(
  db: Db,
  table: Table,
  id: string,
  change: UpdateObject<DB, Table>,
): Promise<void> {
  // Kysely does not resolve a generic table; the type of `change` is checked at the call.
  const query = db.updateTable(table as 'parcels').set(change as UpdateObject<DB, 'parcels'>);
  await query.where('id', '=', id).execute();
}

export interface PageRequest {
  limit: number;
  /** Sort values of the last row of the page before; null for the first page. */
  after: string[] | null;
}

type Direction = 'asc' | 'desc';
const types: Record<string, string> = { created_at: 'timestamptz', date: 'date', due_on: 'date', id: 'uuid' };
const typeOf = (column: string) => sql.raw(types[column.split('.').at(-1)!]!);

/** SQL condition: the row comes after the cursor in the order of these columns. */
export function isAfter(
  columns: readonly string[],
  direction: Direction,
  after: string[] | null,
): RawBuilder<boolean> {
  if (!after) return sql`true`;
  const values = columns.map((column, index) => sql`${after[index]}::${typeOf(column)}`);
  return sql`(${sql.join(columns.map((column) => sql.ref(column)))})
    ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join(values)})`;
}

/** The rows of a page in the order of these columns, and one more to detect a next page. */
export function listPage<Schema, Tables extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Tables, Row>,
  columns: readonly string[],
  direction: Direction,
  { limit, after }: PageRequest,
) {
  const following = query.where(isAfter(columns, direction, after)).limit(limit + 1);
  return columns
    .reduce((ordered, column) => ordered.orderBy(sql.ref(column), direction), following)
    .execute();
}
