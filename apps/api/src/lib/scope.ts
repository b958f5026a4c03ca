/**
 * What an official may see and do: the country or one county, and the duties there. Every query of officials takes one,
 * so that none can forget it. Decision 19 says where it comes from.
 */
import type { Duty } from '@ardhi/contract';
import { type RawBuilder, sql } from 'kysely';
import { problem } from './problem.ts';

export interface Scope {
  /** The one county that there is; null: the whole country. */
  county: string | null;
  duties: readonly Duty[];
  /** The post that the official works in; null: without one. */
  postId: string | null;
}

/** For work that is nobody's in particular: a nightly job, the operator's command. */
export const COUNTRY: Scope = { county: null, duties: ['view', 'decide', 'manage'], postId: null };

/** What a session's row says of the post that its official works in. */
export interface PostedRow {
  role: string;
  manage: boolean;
  post_id: string | null;
  post_place: string | null;
  post_duties: Duty[] | null;
  /** Whether the official was ever given a post. */
  posted: boolean;
}

/**
 * In the post that they work in; without one the whole country, to view and to decide. Whoever once had a post does not
 * gain the country by losing it, and where a post is necessary nobody has it: only who manages may give posts then.
 */
export function scopeOf(row: PostedRow, jurisdiction: 'open' | 'strict'): Scope | null {
  if (row.role !== 'government') return null;
  if (row.post_id)
    return { county: row.post_place || null, duties: row.post_duties ?? [], postId: row.post_id };
  const standing: Duty[] = row.manage ? ['manage'] : [];
  if (row.posted) return { county: null, duties: [], postId: null };
  return {
    county: null,
    duties: jurisdiction === 'strict' ? standing : ['view', 'decide', ...standing],
    postId: null,
  };
}

export const has = (scope: Scope, duty: Duty): boolean => scope.duties.includes(duty);

/** Whether what lies in these counties is to be seen; what lies in none that is known is seen by the country only. */
export const covers = (scope: Scope, ...counties: readonly (string | null)[]): boolean =>
  scope.county === null || counties.includes(scope.county);

/** What lies elsewhere is not there. */
export function assertCovers(scope: Scope, ...counties: readonly (string | null)[]): void {
  if (!covers(scope, ...counties)) throw problem('not-found');
}

/** The condition that a column with a county is within the area. */
export const within = (scope: Scope, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  scope.county === null ? sql<boolean>`true` : sql<boolean>`${column} = ${scope.county}`;

/** The condition that a person, known by the column with their id, has land in the area. */
export const hasLandWithin = (scope: Scope, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  scope.county === null
    ? sql<boolean>`true`
    : sql<boolean>`exists (
        select from parcels where owner_id = ${column} and county = ${scope.county} and deleted_at is null)`;

/** No county: what lies in it is nothing. An empty name would be that of places which are not known. */
export const NOWHERE = '-';

/** The county that is asked for, within the area: of another one than the own there is nothing. */
export function countyWithin(scope: Scope, asked: string | undefined): string | undefined {
  if (scope.county === null || !asked || asked === scope.county) return scope.county ?? asked;
  return NOWHERE;
}
