/**
 * The officials' list. Every filter must cost the same at ten rows and at ten million; measurements led to prepared
 * statements and to a query plan chosen by a sample. `npm run bench -- subsidies` guards it.
 */
import type { QueryOf, SubsidyKind, SubsidyStatus, subsidyManagement } from '@ardhi/contract';
import { readReference } from '@ardhi/contract/reference';
import { sql } from 'kysely';
import type { Db, Sql } from '../../lib/database/db.ts';
import { runPrepared } from '../../lib/database/prepared.ts';
import { onlyRow, type PageRequest } from '../../lib/database/rows.ts';
import { type Area, NATIONAL_SCOPE, within } from '../../lib/http/scope.ts';
import { isKnownCommon } from '../../lib/text/search-terms.ts';
import { regionOfCounty } from './present.ts';
import { listManagedInOrder, type SubsidyRow } from './queries.ts';

export type SubsidyFilter = QueryOf<(typeof subsidyManagement)['GET /government/subsidies.csv']>;

/** Withdrawn applications are listed only on request. */
const LISTED: SubsidyStatus[] = ['pending', 'approved', 'rejected'];

/** No exact count beyond this limit: it costs more than it helps. */
const COUNT_LIMIT = 1000;

const SAMPLE_ROWS = 120;
const COMMON_IN_SAMPLE = 3;

/**
 * The list is split into slices (one kind and status, or one programme and status, in one region or all), each in the
 * order of an index. The newest rows of each slice are merged: a single scan could skip a million rows that do not
 * match. A slice is a condition that its index covers.
 */
type Slice = Sql;

export const listSubsidies = async (
  db: Db,
  scope: Area,
  filter: SubsidyFilter,
  paging: PageRequest,
): Promise<SubsidyRow[]> => listManagedInOrder(db, scope, await listSubsidyIds(db, scope, filter, paging));

/** Newest first. */
export async function listSubsidyIds(
  db: Db,
  scope: Area,
  filter: SubsidyFilter,
  { limit, after }: PageRequest,
): Promise<string[]> {
  const older = after ? sql`and (created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``;
  const newestFirst = sql`order by created_at desc, id desc limit ${sql.lit(limit + 1)}`;
  const query = sql<{ id: string }>`
    select id from (${await source(db, scope, filter, older, newestFirst)}) as merged ${newestFirst}`.compile(
    db,
  );
  // Not prepared for a search: the best plan depends on how many rows contain its terms.
  const rows = filter.q === undefined ? await runPrepared(db, query) : (await db.executeQuery(query)).rows;
  return rows.map(({ id }) => id);
}

/**
 * A common term is found fastest by reading from the newest row, a rare one by the full-text index. The planner cannot
 * tell them apart, so the newest rows are sampled first. The sample affects only speed, not the result.
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
  const reference = readReference(q);
  if (reference)
    return sql`select id, created_at from subsidies where reference = ${reference} and (${anyOf(slices)}) ${older}`;

  // A term that is rare in these slices may still be in a million rows of other slices.
  const narrowed = filter.status ?? filter.kind ?? filter.programmeId ?? filter.region;
  const everywhere = narrowed === undefined && scope.kind === 'national' ? [] : slicesOf(NATIONAL_SCOPE, {});
  const seen = await sample(db, q, [...slices, ...everywhere]);
  const isCommonAnywhere = seen.some(({ common }) => common);
  if (!isCommonAnywhere && !(await isOneCommonWord(db, q)))
    return sql`
      with found as materialized (
        select id, kind, status, county, regions, programme_id, created_at from subsidies where ${matches(q)}
      )
      select id, created_at from found
      where (${anyOf(slices)}) ${older}`;

  return unionOf(
    slices.map((slice, index) => {
      // The coalesce hides the condition from the full-text index, so that rows are checked in order.
      if (seen[index]?.common || seen[index]?.short || !isCommonAnywhere)
        return inOrder(sql`${slice} and coalesce(${matches(q)}, false) ${older}`, newestFirst);
      // "offset 0" hides the limit from the subquery; with it the planner would prefer the ordered scan.
      return sql`(select id, created_at from (
        select id, created_at from subsidies where ${slice} and ${matches(q)} ${older} offset 0
      ) as rare ${newestFirst})`;
    }),
  );
}

/** Detects a common term that none of the newest rows contains: the full-text index would return all its rows. */
async function isOneCommonWord(db: Db, q: string): Promise<boolean> {
  const [word, ...more] = wordsOf(q);
  if (word === undefined || more.length > 0) return false;
  const { is_common } = await onlyRow<{ is_common: boolean }>(db)`
    select ${isKnownCommon('subsidies', 'search', word)} as is_common`;
  return is_common;
}

interface Sample {
  /** Many of the newest rows contain the terms. */
  common: boolean;
  /** The whole slice fits in the sample. */
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

/** Returns undefined above COUNT_LIMIT, and for a search, where counting is too expensive. */
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

/** Conditions for the scope: a county's own applications; for programmes, its own and the national ones. */
function placesOf(scope: Area, kind: SubsidyKind): (Sql | null)[] {
  if (scope.kind === 'national') return [null];
  const own = within(scope, sql`county`);
  return kind === 'programme' ? [own, sql`county is null`] : [own];
}

function slicesOf(scope: Area, filter: SubsidyFilter): Slice[] {
  const statuses = filter.status ? [filter.status] : LISTED;
  const region = filter.region && filter.region !== 'all' ? filter.region : null;
  // A literal, not a parameter, so that the planner can use the partial indexes.
  const anyInRegion = region && sql`regions @> ${sql.lit(`{${region}}`)}`;
  // A county's filter must not find an application by land elsewhere.
  const isForeign = scope.kind === 'county' && region && region !== regionOfCounty(scope.county);
  const inRegion = (kind: SubsidyKind) => (isForeign && kind === 'application' ? sql`false` : anyInRegion);
  if (filter.programmeId) {
    // Only applications belong to a programme.
    if (filter.kind === 'programme') return [sql`false`];
    return statuses.flatMap((status) =>
      placesOf(scope, 'application').map((place) =>
        all(
          sql`programme_id = ${filter.programmeId} and status = ${sql.lit(status)}`,
          place,
          inRegion('application'),
        ),
      ),
    );
  }
  const kinds: SubsidyKind[] = filter.kind ? [filter.kind] : ['programme', 'application'];
  return kinds.flatMap((kind) =>
    placesOf(scope, kind).flatMap((place) =>
      statuses.map((status) =>
        all(sql`kind = ${sql.lit(kind)} and status = ${sql.lit(status)}`, place, inRegion(kind)),
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
const anyOf = (slices: Slice[]): Sql =>
  sql.join(
    slices.map((slice) => sql`(${slice})`),
    sql` or `,
  );
const inOrder = (condition: Sql, newestFirst: Sql): Sql =>
  sql`(select id, created_at from subsidies where ${condition} ${newestFirst})`;
/** SQL condition on `subsidies`: the row contains all terms. */
export const matches = (q: string): Sql => sql`search @@ to_tsquery('simple', ${searchQuery(q)})`;

const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+(?:[.-][\p{L}\p{N}]+)*/gu) ?? [];

/** Every term must be in the row. The last one matches as a prefix, because it may still be being typed. */
export function searchQuery(text: string): string {
  const words = wordsOf(text);
  return words.map((word, index) => `'${word}'${index === words.length - 1 ? ':*' : ''}`).join(' & ');
}
