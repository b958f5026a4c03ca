/** How a register is searched and ordered, at the same cost for ten rows and for millions: `npm run bench -- analytics`. */
import type { RegisterOrder } from '@ardhi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../lib/db.ts';
import { isKnownCommon, prefixQueries, prefixQuery } from '../lib/words.ts';

export type Sql = RawBuilder<unknown>;
type Register = 'users' | 'parcels';

export const all = (conditions: Sql[]): Sql => sql.join(conditions, sql` and `);

/** Each order is that of an index: a column, and the id for rows that have the same in it. */
const orders = {
  newest: { column: 'created_at', type: 'timestamptz', direction: 'desc' },
  oldest: { column: 'created_at', type: 'timestamptz', direction: 'asc' },
  name: { column: 'name', type: 'text', direction: 'asc' },
  largest: { column: 'size_acres', type: 'numeric', direction: 'desc' },
} as const satisfies Record<RegisterOrder, object>;

export const isByDay = (order: RegisterOrder = 'newest') => orders[order].column === 'created_at';

export function orderBy(table: string, order: RegisterOrder = 'newest'): Sql {
  const { column, direction } = orders[order];
  return sql`order by ${sql.ref(`${table}.${column}`)} ${sql.raw(direction)}, ${sql.ref(`${table}.id`)} ${sql.raw(direction)}`;
}

/** The rows that follow a cursor. */
export function following(table: string, order: RegisterOrder = 'newest', after: string[] | null): Sql[] {
  if (!after) return [];
  const { column, type, direction } = orders[order];
  return [
    sql`(${sql.ref(`${table}.${column}`)}, ${sql.ref(`${table}.id`)})
      ${sql.raw(direction === 'desc' ? '<' : '>')} (${after[0]}::${sql.raw(type)}, ${after[1]}::uuid)`,
  ];
}

export function cursorOf(order: RegisterOrder = 'newest') {
  const { column } = orders[order];
  return (row: { id: string; created_at: string; name: string; size_acres?: number }) => [
    String(row[column]),
    row.id,
  ];
}

/** So many hits of the index of words are looked up and sorted; more are met soon by whoever walks along the order. */
const MAX_SORTED = 5000;
/** Sorted by their days alone, which lie beside the words: only those of the page are looked up. */
const MAX_SORTED_BY_DAY = 10_000;
/** Where several of the first rows have the words, who walks along the order meets them soon: the index is not asked. */
const SAMPLE_ROWS = 50;
const COMMON_IN_SAMPLE = 2;

/** The rows of each register with their words. */
const worded: Record<Register, Sql> = {
  users: sql`(select id, name, created_at, words from users where role = 'farmer' and deleted_at is null) as worded`,
  parcels: sql`parcel_words as worded`,
};
const wordTables: Record<Register, string> = { users: 'users', parcels: 'parcel_words' };

export interface Found {
  /** The table, or the rows of it that have the words. */
  from: Sql;
  conditions: Sql[];
  isFew: boolean;
  /** How many have the words, where they were looked up by these alone. */
  count?: number;
  /** Where the words lie beside the rows, in the order of their days: walked there, only rows that have them are read. */
  byDay?: string;
  /** The table along whose orders the rows are walked, where it is not their own. */
  walked?: string;
}

/** Rows that were looked up already, to be sorted; their ids as the database writes a list, handed on unread. */
export function theseOf(register: Register, ids: string): Found {
  const table = sql.table(register);
  return {
    // "offset 0" keeps the limit of the page from being seen inside, where walking the order would look cheap.
    from: sql`(select * from ${table} where id = any(${ids}::uuid[]) offset 0) as ${table}`,
    conditions: [],
    isFew: true,
  };
}

/** The words of the rows with which an order begins; parcels have their names and sizes elsewhere. */
const firstWords = (register: Register, order?: RegisterOrder): Sql =>
  register === 'users' || isByDay(order)
    ? sql`select words from ${worded[register]} ${orderBy('worded', order)}`
    : sql`select words from parcels join parcel_words on parcel_words.id = parcels.id
        where parcels.deleted_at is null ${orderBy('parcels', order)}`;

export interface Paging {
  limit: number;
  after: string[] | null;
}

/**
 * The planner cannot know how many rows have a word: taking a rare one for common it would read a million rows for a
 * page. So the index is asked first, for the rare words among them: of a word that all rows have it would name them
 * all. Only the speed depends on its answer. `byDay`: the page of rows in the order of their days, where nothing is asked
 * of them but their words.
 */
export async function search(
  db: Db,
  register: Register,
  q: string | undefined,
  order: RegisterOrder | undefined,
  byDay?: Paging,
): Promise<Found> {
  const table = sql.table(register);
  if (!q) return { from: table, conditions: [], isFew: false };
  const words = prefixQueries(q);
  const query = sql`to_tsquery('simple', ${prefixQuery(q)})`;
  const most = byDay ? MAX_SORTED_BY_DAY : MAX_SORTED;
  const ofPage = byDay
    ? sql`where ${all([sql`true`, ...following('found', order, byDay.after)])}
        ${orderBy('found', order)} limit ${byDay.limit + 1}`
    : sql``;
  // One word that is common, though none of the first has it, is met soon after them: the index is not asked for it.
  // What is materialized is planned for all its hits and still read no further than to the limit.
  const { rows } = await sql<{ count: number; ids: string | null }>`
    with sample as materialized (
      ${firstWords(register, order)} limit ${SAMPLE_ROWS}
    ), rare as materialized (
      select string_agg(word, ' & ') as words from unnest(${words}::text[]) as word
      where not ${isKnownCommon(wordTables[register], 'words', sql`split_part(word, '''', 2)`)}
    ), hits as materialized (
      select id, created_at from ${worded[register]}
      where words @@ to_tsquery('simple', (select coalesce(words, ${prefixQuery(q)}) from rare))
        and coalesce(words @@ ${query}, false)
    ), choice as materialized (
      select (select count(*) from sample where words @@ ${query}) < ${COMMON_IN_SAMPLE}
        and (select words is not null or ${words.length} > 1 from rare) as is_asked
    ), found as materialized (
      select id, created_at from hits where (select is_asked from choice) limit ${most + 1}
    ), counted as materialized (
      select case when is_asked then (select count(*) from found) end as count from choice
    )
    select count, case when count <= ${most} then array(select id from found ${ofPage}) end::text as ids
    from counted`.execute(db);
  const { ids, count } = rows[0]!;
  if (ids !== null) return { ...theseOf(register, ids), count };
  // No index is known for a coalesce: the words are looked up in the rows, one after another.
  if (register === 'users')
    return { from: table, conditions: [sql`coalesce(users.words @@ ${query}, false)`], isFew: false };
  return {
    from: sql`parcels join parcel_words on parcel_words.id = parcels.id`,
    conditions: [sql`coalesce(parcel_words.words @@ ${query}, false)`],
    isFew: false,
    byDay: 'parcel_words',
  };
}
