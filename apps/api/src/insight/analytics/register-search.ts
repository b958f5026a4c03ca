/** Register search. Costs the same for ten rows and for millions; `npm run bench -- analytics` guards it. */
import type { RegisterOrder } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db, Sql } from '../../lib/database/db.ts';
import type { PageRequest } from '../../lib/database/rows.ts';
import { prefixQueries, prefixQuery } from '../../lib/text/search-terms.ts';
import { afterCursor, orderOf, orders } from './register-order.ts';

type Register = 'users' | 'parcels';

export const all = (conditions: Sql[]): Sql => sql.join(conditions, sql` and `);

/** Maximum number of index hits to sort. With more hits, an ordered scan fills a page quickly. */
const MAX_SORTED = 10_000;
/** Lower maximum if each hit must be looked up in its register for other conditions, or if a page counts all hits. */
const MAX_LOOKED_UP = 5000;
/** Size of the sample that estimates term frequency; grows with the table, where a wrong plan costs more. */
const SAMPLE_ROWS = { least: 100, most: 500, of: 800 };
/** Share of the sample above which terms count as common, so that an ordered scan finds them quickly. */
const COMMON_RATE = 0.005;
/**
 * For a prefix, the index returns all matching rows; for a filter token, only those needed. So a term that is more than
 * this many times as frequent as the rarest one is not looked up in the index.
 */
const MAX_FREQUENCY_RATIO = 3;
/** If the index would return more entries for all terms together, the ordered scan is tried first. */
const MAX_INDEX_ENTRIES = 300_000;
/** Number of hits that can be sorted in the time budget of a page if the ordered scan does not fill it. */
const MAX_FAST_SORT = 40_000;
/** Evenly spread matches fill a page within this multiple of the average number of rows. */
const SCAN_FACTOR = 3;
/** Minimum number of rows to scan if more would have to be sorted, and maximum if fewer would. */
const SCAN_BOUND = 20_000;

const wordTables: Record<Register, string> = { users: 'farmer_words', parcels: 'parcel_words' };

export interface Found {
  /** The table, or its matching rows. */
  from: Sql;
  conditions: Sql[];
  /** Few enough to count quickly. */
  isFew: boolean;
  /** Number of matches, if terms and filter tokens are the only conditions. */
  count?: number;
  /** Where to count the matches, if not in `from`; null if there are known to be many. */
  counted?: { from: Sql; conditions: Sql[] } | null;
  /** The table whose indexes provide the order, if not the register itself. */
  walked?: string;
}

/** Rows that were already looked up. The ids are a PostgreSQL array literal, passed on unparsed. */
export function rowsByIds(register: Register, ids: string): Found {
  const table = sql.table(register);
  return {
    // "offset 0" hides the page limit from the subquery; with it the planner would prefer the ordered scan.
    from: sql`(select * from ${table} where id = any(${ids}::uuid[]) offset 0) as ${table}`,
    conditions: [],
    isFew: true,
  };
}

export interface Condition {
  sql: Sql;
  /** The filter token for the same condition, if the search index has one. */
  mark?: string;
}

interface Search {
  q: string;
  conditions: Condition[];
  order?: RegisterOrder;
  paging: PageRequest;
}

/** A filter token as in the column `words`. Typed text never contains the `@`. */
export const filterToken = (mark: string) => `'${`@${mark}`.replaceAll(/['\\]/g, '$&$&')}'`;

/** The whole register, for an ordered scan. */
export const wholeRegister = (register: Register): Found => ({
  from: sql.table(register),
  conditions: [],
  isFew: false,
});

/**
 * The planner cannot estimate how many rows contain a term: if it takes a rare one for common, it reads a million rows
 * for a page. So a sample is checked first. Rare terms are looked up in the full-text index and sorted. Common terms are
 * found by an ordered scan; if that does not fill a page (all people called Zawadi, by name), they are looked up after
 * all. The sample affects only speed, not the result.
 */
export async function search(
  db: Db,
  register: Register,
  { q, conditions, order = 'newest', paging }: Search,
): Promise<Found> {
  const words = prefixQueries(q);
  if (!words.length) return { ...rowsByIds(register, '{}'), count: 0 };
  const filterTokens = conditions.flatMap(({ mark }) => (mark ? [filterToken(mark)] : []));
  // With conditions beyond terms and filter tokens, the page cannot be built from the word table alone.
  const page = filterTokens.length === conditions.length ? paging : undefined;
  const name = wordTables[register];
  const table = sql.table(name);
  const lookup = { name, table, words, filterTokens, query: queryOf(q, filterTokens), order, page };
  const result = await sampleAndLookUp(db, lookup);
  const { ids, count, rare, is_all, expected, is_dear } = result;
  if (ids !== null) return { ...rowsByIds(register, ids), ...(page ? { count } : {}) };
  if (!page) return having(wholeRegister(register), register, lookup.query);
  const hits = {
    from: table,
    conditions: [
      sql`${table}.words @@ (select ${rare}::tsquery)`,
      ...(is_all ? [] : [has(table, lookup.query)]),
    ],
  };
  const ofPage = (await scan(db, lookup, page, result)) ?? (await sort(db, lookup, page, hits.conditions));
  return {
    ...rowsByIds(register, ofPage),
    isFew: !is_dear && expected <= MAX_LOOKED_UP,
    counted: count > MAX_SORTED ? null : hits,
  };
}

/** The coalesce hides the condition from the full-text index, so that rows are checked one by one. */
const has = (table: Sql, query: Sql): Sql => sql`coalesce(${table}.words @@ ${query}, false)`;

/** Adds the search terms as a condition to the given rows. */
function having(rows: Found, register: Register, query: Sql): Found {
  const table = sql.table(wordTables[register]);
  return {
    ...rows,
    from: sql`${rows.from} join ${table} on ${table}.id = ${sql.ref(`${register}.id`)}`,
    conditions: [...rows.conditions, has(table, query)],
  };
}

/** Searches within a few given rows. */
export const searchWithin = (rows: Found, register: Register, q: string): Found =>
  prefixQueries(q).length ? having(rows, register, queryOf(q, [])) : rowsByIds(register, '{}');

interface Lookup {
  name: string;
  table: Sql;
  words: string[];
  filterTokens: string[];
  query: Sql;
  order: RegisterOrder;
  page?: PageRequest;
}

/** Text without a single term matches no row, whatever the filter tokens are. */
function queryOf(q: string, filterTokens: string[]): Sql {
  const words = sql`to_tsquery('simple', ${prefixQuery(q)})`;
  return filterTokens.length
    ? sql`case when numnode(${words}) > 0 then ${words} && ${filterTokens.join(' & ')}::tsquery else '' end`
    : words;
}

/** Cursor, order and limit of a page, using the sort columns of the word table. */
function pageOf(rows: string, order: RegisterOrder, { limit, after }: PageRequest): Sql {
  const column = orders[order].beside;
  return sql`where ${all([sql`true`, ...afterCursor(column, 'id', order, after)])}
    ${orderOf(`${rows}.${column}`, `${rows}.id`, order)} limit ${limit + 1}`;
}

interface LookupResult {
  /** Number of matches found by the index, and the ids of the page or of all; null if the terms are common. */
  count: number;
  ids: string | null;
  /** The part of the query to look up in the index, whether it is the whole query, and the expected number of rows. */
  rare: string;
  is_all: boolean;
  expected: number;
  /** One in this many rows matches. */
  one_of: number;
  /** The index would return too many entries. */
  is_dear: boolean;
}

/** The planner plans a materialized CTE for all its rows, but the executor still stops at the limit. */
async function sampleAndLookUp(
  db: Db,
  { name, table, words, filterTokens, query, order, page }: Lookup,
): Promise<LookupResult> {
  const most = page ? MAX_SORTED : MAX_LOOKED_UP;
  const { rows } = await sql<LookupResult>`
    with this as materialized (
      select reltuples, pg_relation_size(oid) / current_setting('block_size')::int as pages
      from pg_class where oid = ${name}::regclass
    ), terms as materialized (
      select to_tsquery('simple', word) as term, regexp_split_to_array(word, ' [&|] ') as beginnings, false as is_mark
      from unnest(${words}::text[]) as word
      union all select mark::tsquery, '{}', true from unnest(${filterTokens}::text[]) as mark
    ), sample as materialized (
      select words from ${table} where ctid = any(array(
        select format('(%s,%s)', floor(n * 0.6180339887 % 1 * pages), 1 + n * 7 % 20)::tid
        from this, generate_series(1, greatest(
          ${SAMPLE_ROWS.least}, least(${SAMPLE_ROWS.most}, reltuples / ${SAMPLE_ROWS.of}))::int) as n))
    ), seen as materialized (
      select count(*) filter (where words @@ ${query}) as hits, count(*) as rows, count(*) * ${COMMON_RATE}::float8 as few,
        greatest(max(reltuples), 0) / greatest(count(*), 1) as per_row
      from sample, this
    ), known as materialized (
      select term, is_mark, (select count(*) from sample where words @@ term) as hits,
        (select count(*) from sample, unnest(beginnings) as beginning where words @@ beginning::tsquery) as named
      from terms where numnode(term) > 0
    ), rare as materialized (
      select coalesce(string_agg(format('(%s)', term), ' & '), '')::tsquery as query,
        count(*) = (select count(*) from terms) as is_all, coalesce(sum(named), 0) as named
      from known
      where is_mark or hits <= ${MAX_FREQUENCY_RATIO} * (select greatest(min(known.hits), max(few)) from known, seen)
    ), choice as materialized (
      select hits * per_row as expected, rows / greatest(hits, 1) as one_of,
        hits < 2 or hits <= few as is_rare, ${page !== undefined} and named * per_row > ${MAX_INDEX_ENTRIES} as is_dear
      from seen, rare
    ), found as materialized (
      select id, ${sql.ref(orders[order].beside)} from ${table}
      where (select is_rare and not is_dear from choice) and words @@ (select query from rare)
        and ((select is_all from rare) or words @@ ${query})
      limit ${most + 1}
    ), counted as materialized (select count(*) as count from found)
    select count, query::text as rare, is_all, expected::int, one_of::int, is_dear,
      case when is_rare and not is_dear and count <= ${most}
        then array(select id from found ${page ? pageOf('found', order, page) : sql``}) end::text as ids
    from counted, rare, choice`.execute(db);
  return rows[0]!;
}

/** Page by ordered scan; null if it is not full after as many rows as would have to be sorted instead. */
async function scan(
  db: Db,
  { table, query, order }: Lookup,
  { limit, after }: PageRequest,
  { expected, one_of }: LookupResult,
): Promise<string | null> {
  const column = orders[order].beside;
  const walked =
    expected > MAX_FAST_SORT
      ? Math.max(expected, SCAN_BOUND)
      : Math.min(SCAN_FACTOR * (limit + 1) * one_of, SCAN_BOUND);
  const { rows } = await sql<{ ids: string | null }>`
    with met as materialized (
      select id from (
        select id, ${sql.ref(column)}, words from ${table}
        where ${all([sql`true`, ...afterCursor(column, 'id', order, after)])}
        ${orderOf(column, 'id', order)} limit ${walked}
      ) as walked
      where words @@ ${query} limit ${limit + 1}
    )
    select case when count(*) > ${limit} then array_agg(id)::text end as ids from met`.execute(db);
  return rows[0]!.ids;
}

/** "offset 0" makes the planner plan the subquery for all its rows, not for the first of the order. */
async function sort(db: Db, { table, order }: Lookup, page: PageRequest, conditions: Sql[]): Promise<string> {
  const { rows } = await sql<{ ids: string }>`
    select array(
      select id from (
        select id, ${sql.ref(orders[order].beside)} from ${table} where ${all(conditions)} offset 0
      ) as hits ${pageOf('hits', order, page)}
    )::text as ids`.execute(db);
  return rows[0]!.ids;
}

/** Counts the matches where they were found; undefined if there are too many. */
export async function countUpTo(db: Db, found: Found, filters: Sql[]): Promise<number | undefined> {
  if (found.count !== undefined) return found.count;
  if (found.counted === null) return undefined;
  const { from, conditions } = found.counted ?? {
    from: found.from,
    conditions: [...filters, ...found.conditions],
  };
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from ${from} where ${all(conditions)} limit ${MAX_SORTED + 1}
    ) as found
  `.execute(db);
  const count = rows[0]?.count ?? 0;
  return count > MAX_SORTED ? undefined : count;
}
