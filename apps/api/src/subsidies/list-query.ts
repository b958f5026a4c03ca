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

/** Withdrawn applications are seen only by those who ask for them. */
const LISTED: SubsidyStatus[] = ['pending', 'approved', 'rejected'];

/** Rows are counted up to here; beyond, the exact number is nobody's help. */
const COUNT_LIMIT = 10_000;

/**
 * Each kind and status is read on its own from the end of its index, and the few rows are merged. One scan over all of
 * them would have to skip what does not fit, and there may be a million of it.
 */
export async function listSubsidies(
  db: Db,
  filter: SubsidyFilter,
  { limit, after }: PageRequest,
): Promise<SubsidyRow[]> {
  const older = after ? sql`and (created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``;
  const parts = slices(filter).map(
    (slice) => sql`(select id, created_at from subsidies where ${slice} ${older}
      order by created_at desc, id desc limit ${limit + 1})`,
  );
  const { rows } = await sql<{ id: string }>`
    select id from (${sql.join(parts, sql` union all `)}) as slices
    order by created_at desc, id desc limit ${limit + 1}`.execute(db);
  return findSubsidies(
    db,
    rows.map(({ id }) => id),
  );
}

/** How many rows the filter has; undefined where there are too many to count, or a search makes it dear. */
export async function countSubsidies(db: Db, filter: SubsidyFilter): Promise<number | undefined> {
  if (filter.q !== undefined) return undefined;
  const parts = slices(filter).map(
    (slice) => sql`(select from subsidies where ${slice} limit ${COUNT_LIMIT + 1})`,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${sql.join(parts, sql` union all `)}) as slices`.execute(db);
  const count = rows[0]?.count ?? 0;
  return count > COUNT_LIMIT ? undefined : count;
}

function slices(filter: SubsidyFilter): RawBuilder<unknown>[] {
  const kinds: SubsidyKind[] = filter.programmeId
    ? ['application']
    : filter.kind
      ? [filter.kind]
      : ['programme', 'application'];
  const statuses = filter.status ? [filter.status] : LISTED;
  return kinds.flatMap((kind) => statuses.map((status) => slice(kind, status, filter)));
}

/** Kind, status and region are written out, not bound, so that the partial indexes are known to fit. */
function slice(kind: SubsidyKind, status: SubsidyStatus, filter: SubsidyFilter): RawBuilder<unknown> {
  const conditions = [sql`kind = ${sql.lit(kind)} and status = ${sql.lit(status)}`];
  if (filter.region && filter.region !== 'all')
    conditions.push(sql`regions @> ${sql.lit(`{${filter.region}}`)}`);
  if (filter.programmeId) conditions.push(sql`programme_id = ${filter.programmeId}`);
  if (filter.q !== undefined) conditions.push(sql`search @@ to_tsquery('simple', ${prefixQuery(filter.q)})`);
  return sql.join(conditions, sql` and `);
}

/** Every word must begin some word of the row. */
export function prefixQuery(text: string): string {
  const found = text.toLowerCase().match(/[\p{L}\p{N}]+(?:[.-][\p{L}\p{N}]+)*/gu) ?? [];
  return found.map((word) => `'${word}':*`).join(' & ');
}
