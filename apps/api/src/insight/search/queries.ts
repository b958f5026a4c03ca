/** Search terms, and the queries that only the search has. */
import type { SubsidyKind, SubsidyStatus } from '@ardhi/contract';
import { MAX_SEARCH_RESULTS } from '@ardhi/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { rowsOf } from '../../lib/database/rows.ts';
import { type Area, countyOf, within } from '../../lib/http/scope.ts';
import { prefixQuery } from '../../lib/text/search-terms.ts';
import { filterToken } from '../analytics/register-search.ts';

/** The beginning of a reference number, from its first letter on. */
export function referencePrefix(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s.-]/g, '');
  const parts = /^(\d{4})(\d\d)([A-Z]{1,6})$/.exec(code);
  return parts?.slice(1).join('-');
}

/** Ids of applications and programmes whose reference number begins like this. */
export async function findByReference(db: Db, scope: Area, prefix: string): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(db)`
    select id from subsidies
    where reference like ${`${prefix}%`} and status <> 'withdrawn'
      and (${within(scope, sql`county`)} or kind = 'programme' and county is null)
    order by reference limit ${2 * MAX_SEARCH_RESULTS}`;
  return rows.map(({ id }) => id);
}

export interface SubsidyResult {
  id: string;
  kind: SubsidyKind;
  reference: string | null;
  name: string;
  status: SubsidyStatus;
  county: string | null;
  owner_id: string;
  owner_name: string;
}

/** In the order of the ids. The rows of the lists have many more columns, which are slow to plan. */
export const readSubsidyResults = (db: Db, ids: string[]) =>
  rowsOf<SubsidyResult>(db)`
    select id, kind, reference, name, status, county, owner_id, owner_name
    from unnest(${ids}::uuid[]) with ordinality as found (id, place) join subsidies using (id)
    order by place`;

/** Ids as a PostgreSQL array literal. */
export async function findSimilarFarmers(db: Db, scope: Area, q: string): Promise<string> {
  const county = countyOf(scope);
  const rows = await rowsOf<{ id: string }>(db)`
    select similar_farmers(${q}, ${county && filterToken(county)}::tsquery, ${MAX_SEARCH_RESULTS}) as id`;
  return `{${rows.map(({ id }) => id).join(',')}}`;
}

/** Policies are national and few. */
export const findPolicies = (db: Db, q: string) =>
  rowsOf<{ id: string; title: string; status: 'Draft' | 'Active' }>(db)`
    select id, title, status from policies
    where deleted_at is null and to_tsvector('simple', title) @@ to_tsquery('simple', ${prefixQuery(q)})
    order by title, id limit ${MAX_SEARCH_RESULTS}`;
