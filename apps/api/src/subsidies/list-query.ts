/** The officials' list: any filter, the same cost at ten rows and at ten million. */
import type { Region, SubsidyKind, SubsidyStatus } from '@ardhi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../lib/db.ts';
import { findSubsidies, type PageRequest, type SubsidyRow } from './queries.ts';

export interface SubsidyFilter {
  status?: SubsidyStatus;
  kind?: SubsidyKind;
  region?: Region | 'all';
  programmeId?: string;
  q?: string;
}

type Sql = RawBuilder<unknown>;

/** Withdrawn applications are seen only by those who ask for them. */
const LISTED: SubsidyStatus[] = ['pending', 'approved', 'rejected'];

/** Rows are counted up to here; beyond, the exact number is nobody's help. */
const COUNT_LIMIT = 1000;

const SAMPLE_ROWS = 500;
const COMMON_IN_SAMPLE = 10;

/**
 * The list is cut into slices (one kind and status, or one programme and status) that an index has in order. Each is
 * read from its end, and the few rows are merged: one scan over all would have to skip what does not fit, and there may
 * be a million of it.
 */
interface Slice {
  /** What the slice's index knows. */
  indexed: Sql;
  /** What has to be looked up in each row. */
  rest: Sql | null;
}

export async function listSubsidies(
  db: Db,
  filter: SubsidyFilter,
  { limit, after }: PageRequest,
): Promise<SubsidyRow[]> {
  const older = after ? sql`and (created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``;
  const newestFirst = sql`order by created_at desc, id desc limit ${limit + 1}`;
  const { rows } = await sql<{ id: string }>`
    select id from (${await source(db, filter, older, newestFirst)}) as merged ${newestFirst}`.execute(db);
  return findSubsidies(
    db,
    rows.map(({ id }) => id),
  );
}

/**
 * What many rows have is found soonest by reading from the newest on, what is rare by an index of its own. The planner
 * cannot tell the two apart, so the newest rows are asked first. Only the speed depends on their answer.
 */
async function source(db: Db, filter: SubsidyFilter, older: Sql, newestFirst: Sql): Promise<Sql> {
  const slices = slicesOf(filter);
  if (slices.every(({ rest }) => rest === null))
    return unionOf(slices.map(({ indexed }) => inOrder(sql`${indexed} ${older}`, newestFirst)));

  const elsewhere = filter.q === undefined ? [] : slicesOf({ q: filter.q });
  const common = await commonIn(db, [...slices, ...elsewhere]);
  if (filter.q !== undefined && !common.includes(true))
    return sql`
      with found as materialized (
        select id, kind, status, regions, programme_id, created_at from subsidies where ${matches(filter.q)}
      )
      select id, created_at from found
      where (${sql.join(
        slicesOf({ ...filter, q: undefined }).map(({ indexed, rest }) => sql`(${both(indexed, rest)})`),
        sql` or `,
      )}) ${older}`;

  return unionOf(
    slices.map(({ indexed, rest }, index) => {
      const condition = sql`${both(indexed, rest)} ${older}`;
      if (common[index]) return inOrder(condition, newestFirst);
      // "offset 0" keeps the limit from being seen inside, where it would make reading in order look cheap.
      return sql`(select id, created_at from (
        select id, created_at from subsidies where ${condition} offset 0
      ) as rare ${newestFirst})`;
    }),
  );
}

/** For each slice whether its newest rows often meet the rest. */
async function commonIn(db: Db, slices: Slice[]): Promise<boolean[]> {
  const samples = slices.map(
    ({ indexed, rest }, index) => sql`(
      select ${sql.lit(index)}::int as index, count(*) as hits from (
        select search, regions from subsidies where ${indexed} order by created_at desc, id desc limit ${SAMPLE_ROWS}
      ) as newest where ${rest ?? sql`true`})`,
  );
  const { rows } = await sql<{ index: number; hits: number }>`${unionOf(samples)}`.execute(db);
  const hits = new Map(rows.map((row) => [row.index, row.hits]));
  return slices.map((_, index) => (hits.get(index) ?? 0) >= COMMON_IN_SAMPLE);
}

/** How many rows the filter has; undefined where there are too many to count, or a search makes it dear. */
export async function countSubsidies(db: Db, filter: SubsidyFilter): Promise<number | undefined> {
  const slices = slicesOf(filter);
  if (slices.some(({ rest }) => rest !== null)) return undefined;
  const parts = slices.map(
    ({ indexed }) => sql`(select from subsidies where ${indexed} limit ${COUNT_LIMIT + 1})`,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${unionOf(parts)}) as merged`.execute(db);
  const count = rows[0]?.count ?? 0;
  return count > COUNT_LIMIT ? undefined : count;
}

function slicesOf(filter: SubsidyFilter): Slice[] {
  const statuses = filter.status ? [filter.status] : LISTED;
  // Written out, not bound, so that the partial indexes are known to fit.
  const inRegion =
    filter.region && filter.region !== 'all' ? sql`regions @> ${sql.lit(`{${filter.region}}`)}` : null;
  const found = filter.q === undefined ? null : matches(filter.q);
  if (filter.programmeId) {
    // Only applications belong to a programme.
    if (filter.kind === 'programme') return [{ indexed: sql`false`, rest: null }];
    return statuses.map((status) => ({
      indexed: sql`programme_id = ${filter.programmeId} and status = ${sql.lit(status)}`,
      rest: inRegion && found ? both(inRegion, found) : (inRegion ?? found),
    }));
  }
  const kinds: SubsidyKind[] = filter.kind ? [filter.kind] : ['programme', 'application'];
  return kinds.flatMap((kind) =>
    statuses.map((status) => ({
      indexed: both(sql`kind = ${sql.lit(kind)} and status = ${sql.lit(status)}`, inRegion),
      rest: found,
    })),
  );
}

const both = (one: Sql, other: Sql | null): Sql => (other ? sql`${one} and ${other}` : one);
const unionOf = (parts: Sql[]): Sql => sql.join(parts, sql` union all `);
const inOrder = (condition: Sql, newestFirst: Sql): Sql =>
  sql`(select id, created_at from subsidies where ${condition} ${newestFirst})`;
const matches = (q: string): Sql => sql`search @@ to_tsquery('simple', ${searchQuery(q)})`;

const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+(?:[.-][\p{L}\p{N}]+)*/gu) ?? [];

/** Every word must be in the row; the last one, still being typed, may be the beginning of one. */
export function searchQuery(text: string): string {
  const words = wordsOf(text);
  return words.map((word, index) => `'${word}'${index === words.length - 1 ? ':*' : ''}`).join(' & ');
}

/** Every word must begin some word of the row: dearer, for lists that are shorter. */
export function prefixQuery(text: string): string {
  return wordsOf(text)
    .map((word) => `'${word}':*`)
    .join(' & ');
}
