/**
 * The officials' list: any filter, the same cost at ten rows and at ten million. Shaped by measured speed: prepared
 * statements, and a plan chosen by a sample. `npm run bench -- subsidies` guards it.
 */
import type { Region, SubsidyKind, SubsidyStatus } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db, Sql } from '../../lib/database/db.ts';
import { runPrepared } from '../../lib/database/prepared.ts';
import { type Area, COUNTRY, within } from '../../lib/http/scope.ts';
import { isKnownCommon } from '../../lib/text/words.ts';
import { listManaged, type PageRequest, type SubsidyRow } from './queries.ts';

export interface SubsidyFilter {
  status?: SubsidyStatus;
  kind?: SubsidyKind;
  region?: Region | 'all';
  programmeId?: string;
  q?: string;
}

/** Withdrawn applications are seen only by those who ask for them. */
const LISTED: SubsidyStatus[] = ['pending', 'approved', 'rejected'];

/** Rows are counted up to here; beyond, the exact number is nobody's help. */
const COUNT_LIMIT = 1000;

const SAMPLE_ROWS = 120;
const COMMON_IN_SAMPLE = 3;

/**
 * The list is cut into slices (one kind and status, or one programme and status, in one region or all) that an index
 * has in order. Each is read from its end, and the few rows are merged: one scan over all would have to skip what does
 * not fit, and there may be a million of it. A slice is the condition that its index knows.
 */
type Slice = Sql;

export async function listSubsidies(
  db: Db,
  scope: Area,
  filter: SubsidyFilter,
  { limit, after }: PageRequest,
): Promise<SubsidyRow[]> {
  const older = after ? sql`and (created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``;
  const newestFirst = sql`order by created_at desc, id desc limit ${sql.lit(limit + 1)}`;
  const query = sql<{ id: string }>`
    select id from (${await source(db, scope, filter, older, newestFirst)}) as merged ${newestFirst}`.compile(
    db,
  );
  // A search is planned anew each time: how many rows have its words decides what is cheap.
  const rows = filter.q === undefined ? await runPrepared(db, query) : (await db.executeQuery(query)).rows;
  return findSubsidies(
    db,
    scope,
    rows.map(({ id }) => id),
  );
}

/** In the order of the ids. */
async function findSubsidies(db: Db, scope: Area, ids: string[]): Promise<SubsidyRow[]> {
  if (!ids.length) return [];
  const rows = await runPrepared(db, listManaged(db, scope, ids).compile());
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * A word that many rows have is found soonest by reading from the newest on, a rare one by the index of words. The
 * planner cannot tell the two apart, so the newest rows are asked first. Only the speed depends on their answer.
 */
async function source(
  db: Db,
  scope: Area,
  filter: SubsidyFilter,
  older: Sql,
  newestFirst: Sql,
): Promise<Sql> {
  const slices = slicesOf(scope, filter);
  const { q } = filter;
  if (q === undefined) return unionOf(slices.map((slice) => inOrder(sql`${slice} ${older}`, newestFirst)));

  // Common in none of these, it may still be in a million rows beside them.
  const narrowed = filter.status ?? filter.kind ?? filter.programmeId ?? filter.region;
  const everywhere = narrowed === undefined && scope.kind === 'national' ? [] : slicesOf(COUNTRY, {});
  const seen = await sample(db, q, [...slices, ...everywhere]);
  const isSeen = seen.some(({ common }) => common);
  if (!isSeen && !(await isOneCommonWord(db, q)))
    return sql`
      with found as materialized (
        select id, kind, status, county, regions, programme_id, created_at from subsidies where ${matches(q)}
      )
      select id, created_at from found
      where (${sql.join(
        slices.map((slice) => sql`(${slice})`),
        sql` or `,
      )}) ${older}`;

  return unionOf(
    slices.map((slice, index) => {
      // No index is known for a coalesce: the words are looked up in the rows, one after another.
      if (seen[index]?.common || seen[index]?.short || !isSeen)
        return inOrder(sql`${slice} and coalesce(${matches(q)}, false) ${older}`, newestFirst);
      // "offset 0" keeps the limit from being seen inside, where it would make reading in order look cheap.
      return sql`(select id, created_at from (
        select id, created_at from subsidies where ${slice} and ${matches(q)} ${older} offset 0
      ) as rare ${newestFirst})`;
    }),
  );
}

/** Common, though none of the newest rows has it: the index would name them all. */
async function isOneCommonWord(db: Db, q: string): Promise<boolean> {
  const [word, ...more] = wordsOf(q);
  if (word === undefined || more.length > 0) return false;
  const { rows } = await sql<{ is_common: boolean }>`
    select ${isKnownCommon('subsidies', 'search', word)} as is_common`.execute(db);
  return rows[0]!.is_common;
}

interface Sample {
  /** Many of the newest rows have the words. */
  common: boolean;
  /** The slice has no more rows than were looked at. */
  short: boolean;
}

async function sample(db: Db, q: string, slices: Slice[]): Promise<Sample[]> {
  const samples = slices.map(
    (slice, index) => sql`(
      select ${sql.lit(index)}::int as index, count(*) as rows, count(*) filter (where ${matches(q)}) as hits from (
        select search from subsidies where ${slice} order by created_at desc, id desc limit ${sql.lit(SAMPLE_ROWS)}
      ) as newest)`,
  );
  const found = await runPrepared(
    db,
    sql<{ index: number; rows: number; hits: number }>`${unionOf(samples)}`.compile(db),
  );
  const byIndex = new Map(found.map((row) => [row.index, row]));
  return slices.map((_, index) => {
    const { rows = 0, hits = 0 } = byIndex.get(index) ?? {};
    return { common: hits >= COMMON_IN_SAMPLE, short: rows < SAMPLE_ROWS };
  });
}

/** How many rows the filter has; undefined where there are too many to count, or a search makes it dear. */
export async function countSubsidies(
  db: Db,
  scope: Area,
  filter: SubsidyFilter,
): Promise<number | undefined> {
  if (filter.q !== undefined) return undefined;
  const parts = slicesOf(scope, filter).map(
    (slice) => sql`(select from subsidies where ${slice} limit ${sql.lit(COUNT_LIMIT + 1)})`,
  );
  const [counted] = await runPrepared(
    db,
    sql<{ count: number }>`
      select count(*) as count from (
        select from (${unionOf(parts)}) as merged limit ${sql.lit(COUNT_LIMIT + 1)}
      ) as counted`.compile(db),
  );
  const count = counted?.count ?? 0;
  return count > COUNT_LIMIT ? undefined : count;
}

/** Each slice within the area: applications that belong to the county, programmes of the country and its own. */
function placesOf(scope: Area, kind: SubsidyKind): (Sql | null)[] {
  if (scope.kind === 'national') return [null];
  const own = within(scope, sql`county`);
  return kind === 'programme' ? [own, sql`county is null`] : [own];
}

function slicesOf(scope: Area, filter: SubsidyFilter): Slice[] {
  const statuses = filter.status ? [filter.status] : LISTED;
  // Written out, not bound, so that the partial indexes are known to fit.
  const inRegion =
    filter.region && filter.region !== 'all' ? sql`regions @> ${sql.lit(`{${filter.region}}`)}` : null;
  if (filter.programmeId) {
    // Only applications belong to a programme.
    if (filter.kind === 'programme') return [sql`false`];
    return statuses.flatMap((status) =>
      placesOf(scope, 'application').map((place) =>
        all(sql`programme_id = ${filter.programmeId} and status = ${sql.lit(status)}`, place, inRegion),
      ),
    );
  }
  const kinds: SubsidyKind[] = filter.kind ? [filter.kind] : ['programme', 'application'];
  return kinds.flatMap((kind) =>
    placesOf(scope, kind).flatMap((place) =>
      statuses.map((status) =>
        all(sql`kind = ${sql.lit(kind)} and status = ${sql.lit(status)}`, place, inRegion),
      ),
    ),
  );
}

const all = (...conditions: (Sql | null)[]): Sql =>
  sql.join(
    conditions.filter((condition) => condition !== null),
    sql` and `,
  );
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
