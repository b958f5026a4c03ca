/** How a register is searched, at the same cost for ten rows and for millions: `npm run bench -- analytics`. */
import type { RegisterOrder } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db, Sql } from '../../lib/database/db.ts';
import { prefixQueries, prefixQuery } from '../../lib/text/words.ts';
import { afterCursor, orderOf, orders, type Paging } from './register-order.ts';

type Register = 'users' | 'parcels';

export const all = (conditions: Sql[]): Sql => sql.join(conditions, sql` and `);

/** So many hits of the index of words are sorted; more are met soon by whoever walks along the order. */
const MAX_SORTED = 10_000;
/** Where each is looked up in its register, to be asked for more than words and marks, or all are counted for a page. */
const MAX_LOOKED_UP = 5000;
/** So many rows, from all over the table, say how common words are: more where a mistake would be dear. */
const SAMPLE_ROWS = { least: 100, most: 500, of: 800 };
/** The part of them from which on who walks along an order meets the words soon. */
const COMMON_PART = 0.005;
/** The index names all rows that have a beginning, and of a mark only those it needs: a word beside one that is so much rarer is not asked of it. */
const TIMES_RARER = 3;
/** Where the index would have to name more for all words together, the rows are walked first. */
const MAX_NAMED = 300_000;
/** So many are sorted within the time of a page, where walking along the order does not fill one soon. */
const SOON_SORTED = 20_000;
/** What is spread evenly fills a page within so many times the rows that it takes on average. */
const TIMES_WALKED = 3;
/** So many are walked at least where more would have to be sorted, and at most where fewer would. */
const MANY_WALKED = 20_000;

const wordTables: Record<Register, string> = { users: 'farmer_words', parcels: 'parcel_words' };

export interface Found {
  /** The table, or the rows of it that have the words. */
  from: Sql;
  conditions: Sql[];
  /** So that they are soon counted. */
  isFew: boolean;
  /** How many have the words and the marks, where that is all that is asked. */
  count?: number;
  /** Where those that have the words are counted, if not among these; null where they are known to be many. */
  counted?: { from: Sql; conditions: Sql[] } | null;
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

/** What a filter asks of a row. */
export interface Condition {
  sql: Sql;
  /** The same among its words, if it stands there. */
  mark?: string;
}

interface Search {
  q: string;
  conditions: Condition[];
  order?: RegisterOrder;
  paging: Paging;
}

/** A mark as `words` have it: no text that is typed has the sign. */
const markWord = (mark: string) => `'${`@${mark}`.replaceAll(/['\\]/g, '$&$&')}'`;

/** All of a register, to be walked along an order. */
export const wholeOf = (register: Register): Found => ({
  from: sql.table(register),
  conditions: [],
  isFew: false,
});

/**
 * The planner cannot know how many rows have a word: taking a rare one for common it would read a million rows for a
 * page. So a sample is asked first. What is rare in it is looked up by the index of words and sorted; what is common is
 * met soon by whoever walks along the order, and if it is not (all who are called Zawadi, by name), it is looked up after
 * all. Only the speed depends on the sample.
 */
export async function search(
  db: Db,
  register: Register,
  { q, conditions, order = 'newest', paging }: Search,
): Promise<Found> {
  const words = prefixQueries(q);
  if (!words.length) return { ...theseOf(register, '{}'), count: 0 };
  const markWords = conditions.flatMap(({ mark }) => (mark ? [markWord(mark)] : []));
  // Where more is asked than words and marks, a page cannot be made of these alone.
  const page = markWords.length === conditions.length ? paging : undefined;
  const name = wordTables[register];
  const table = sql.table(name);
  const asked = { name, table, words, markWords, query: queryOf(q, markWords), order, page };
  const answer = await ask(db, asked);
  const { ids, count, rare, is_all, expected, is_dear } = answer;
  if (ids !== null) return { ...theseOf(register, ids), ...(page ? { count } : {}) };
  if (!page) return having(wholeOf(register), register, asked.query);
  const hits = {
    from: table,
    conditions: [
      sql`${table}.words @@ (select ${rare}::tsquery)`,
      ...(is_all ? [] : [has(table, asked.query)]),
    ],
  };
  const ofPage = (await walk(db, asked, page, answer)) ?? (await sort(db, asked, page, hits.conditions));
  return {
    ...theseOf(register, ofPage),
    isFew: !is_dear && expected <= MAX_LOOKED_UP,
    counted: count > MAX_SORTED ? null : hits,
  };
}

/** No index is known for a coalesce: the words are looked up in the rows, one after another. */
const has = (table: Sql, query: Sql): Sql => sql`coalesce(${table}.words @@ ${query}, false)`;

/** Those of some rows that have the words. */
function having(rows: Found, register: Register, query: Sql): Found {
  const table = sql.table(wordTables[register]);
  return {
    ...rows,
    from: sql`${rows.from} join ${table} on ${table}.id = ${sql.ref(`${register}.id`)}`,
    conditions: [...rows.conditions, has(table, query)],
  };
}

/** Those of a few rows that have what was typed. */
export const amongThese = (rows: Found, register: Register, q: string): Found =>
  prefixQueries(q).length ? having(rows, register, queryOf(q, [])) : theseOf(register, '{}');

interface Asked {
  name: string;
  table: Sql;
  words: string[];
  markWords: string[];
  query: Sql;
  order: RegisterOrder;
  page?: Paging;
}

/** Text without a single word is in no row, whatever its marks are. */
function queryOf(q: string, markWords: string[]): Sql {
  const words = sql`to_tsquery('simple', ${prefixQuery(q)})`;
  return markWords.length
    ? sql`case when numnode(${words}) > 0 then ${words} && ${markWords.join(' & ')}::tsquery else '' end`
    : words;
}

/** Rows of a page, sorted by what lies beside their words. */
function pageOf(rows: string, order: RegisterOrder, { limit, after }: Paging): Sql {
  const column = orders[order].beside;
  return sql`where ${all([sql`true`, ...afterCursor(column, 'id', order, after)])}
    ${orderOf(`${rows}.${column}`, `${rows}.id`, order)} limit ${limit + 1}`;
}

interface Answer {
  /** How many have the words, and of those the page or all; null where they are common. */
  count: number;
  ids: string | null;
  /** What is asked of the index, whether that is everything, and how many rows are to be expected, by the sample. */
  rare: string;
  is_all: boolean;
  expected: number;
  /** One row of so many has the words. */
  one_of: number;
  /** Whether the index would have to name very many. */
  is_dear: boolean;
}

/** What is materialized is planned for all its hits and still read no further than to the limit. */
async function ask(db: Db, { name, table, words, markWords, query, order, page }: Asked): Promise<Answer> {
  const most = page ? MAX_SORTED : MAX_LOOKED_UP;
  const { rows } = await sql<Answer>`
    with this as materialized (
      select reltuples, pg_relation_size(oid) / current_setting('block_size')::int as pages
      from pg_class where oid = ${name}::regclass
    ), terms as materialized (
      select to_tsquery('simple', word) as term, regexp_split_to_array(word, ' [&|] ') as beginnings, false as is_mark
      from unnest(${words}::text[]) as word
      union all select mark::tsquery, '{}', true from unnest(${markWords}::text[]) as mark
    ), sample as materialized (
      select words from ${table} where ctid = any(array(
        select format('(%s,%s)', floor(n * 0.6180339887 % 1 * pages), 1 + n * 7 % 20)::tid
        from this, generate_series(1, greatest(
          ${SAMPLE_ROWS.least}, least(${SAMPLE_ROWS.most}, reltuples / ${SAMPLE_ROWS.of}))::int) as n))
    ), seen as materialized (
      select count(*) filter (where words @@ ${query}) as hits, count(*) as rows, count(*) * ${COMMON_PART}::float8 as few,
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
      where is_mark or hits <= ${TIMES_RARER} * (select greatest(min(known.hits), max(few)) from known, seen)
    ), choice as materialized (
      select hits * per_row as expected, rows / greatest(hits, 1) as one_of,
        hits < 2 or hits <= few as is_rare, ${page !== undefined} and named * per_row > ${MAX_NAMED} as is_dear
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

/** The page along the order; null where it was not full after as many rows as would have to be sorted instead. */
async function walk(
  db: Db,
  { table, query, order }: Asked,
  { limit, after }: Paging,
  { expected, one_of }: Answer,
): Promise<string | null> {
  const column = orders[order].beside;
  const walked =
    expected > SOON_SORTED
      ? Math.max(expected, MANY_WALKED)
      : Math.min(TIMES_WALKED * (limit + 1) * one_of, MANY_WALKED);
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

/** "offset 0": what is inside is planned for all its rows, not for the first of the order. */
async function sort(db: Db, { table, order }: Asked, page: Paging, conditions: Sql[]): Promise<string> {
  const { rows } = await sql<{ ids: string }>`
    select array(
      select id from (
        select id, ${sql.ref(orders[order].beside)} from ${table} where ${all(conditions)} offset 0
      ) as hits ${pageOf('hits', order, page)}
    )::text as ids`.execute(db);
  return rows[0]!.ids;
}

/** What was found for a page is counted where it was found, by its words and marks; undefined where it is too many. */
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
