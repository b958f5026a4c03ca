/**
 * What an official may see and do: the country, one county or nothing, and the duties there. Every query of officials
 * takes one, so that none can forget it. Decision 19 says where it comes from.
 */
import type { Duty } from '@ardhi/contract';
import { type RawBuilder, sql } from 'kysely';
import { problem } from '../text/problem.ts';

interface Placed {
  duties: readonly Duty[];
  /** The post that the official works in; null: without one. */
  postId: string | null;
}

export type NationalScope = Placed & { kind: 'national' };
export type CountyScope = Placed & { kind: 'county'; county: string };
/** An official without a post where one is necessary, or whose post ended. */
export interface NoScope {
  kind: 'none';
  /** At most to give posts to others. */
  duties: readonly Extract<Duty, 'manage'>[];
  postId: null;
}

/** Where there is something to see: what every call that needs a duty to view or to decide is handed. */
export type Area = NationalScope | CountyScope;
export type Scope = Area | NoScope;

/** For work that is nobody's in particular: a nightly job, the operator's command. */
export const COUNTRY: NationalScope = {
  kind: 'national',
  duties: ['view', 'decide', 'manage'],
  postId: null,
};

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
 * In the post that they work in; without one the whole country, to view and to decide. An official who once had a post
 * does not gain the country by losing it, and where a post is necessary nobody has it: only managers may give posts then.
 */
export function scopeOf(row: PostedRow, jurisdiction: 'open' | 'strict'): Scope | null {
  if (row.role !== 'government') return null;
  if (row.post_id) {
    const placed = { duties: row.post_duties ?? [], postId: row.post_id };
    return row.post_place
      ? { kind: 'county', county: row.post_place, ...placed }
      : { kind: 'national', ...placed };
  }
  const standing = row.manage ? (['manage'] as const) : [];
  if (row.posted) return { kind: 'none', duties: [], postId: null };
  if (jurisdiction === 'strict') return { kind: 'none', duties: standing, postId: null };
  return { kind: 'national', duties: ['view', 'decide', ...standing], postId: null };
}

export const has = (scope: Scope, duty: Duty): boolean => (scope.duties as readonly Duty[]).includes(duty);

/** The one county that there is; null: the whole country. */
export const countyOf = (area: Area): string | null => (area.kind === 'county' ? area.county : null);

/** For a call that needs no duty to view, and still shows what lies in an area. */
export function assertArea(scope: Scope): Area {
  if (scope.kind === 'none') throw problem('post-needed', { setting: 'JURISDICTION' });
  return scope;
}

/** Where posts and officials are managed: a manager without a post gives the first ones, of any county. */
export const managedArea = (scope: Scope): Area =>
  scope.kind === 'none' ? { ...scope, kind: 'national' } : scope;

/** Whether what lies in these counties is to be seen; what lies in none that is known is seen by the country only. */
export const covers = (scope: Scope, ...counties: readonly (string | null)[]): boolean =>
  scope.kind === 'county' ? counties.includes(scope.county) : scope.kind === 'national';

/** What lies elsewhere is not there. */
export function assertCovers(scope: Scope, ...counties: readonly (string | null)[]): void {
  if (!covers(scope, ...counties)) throw problem('not-found');
}

/** The condition of a scope: of a county the one that is made for it. */
function condition(scope: Scope, inCounty: (county: string) => RawBuilder<boolean>): RawBuilder<boolean> {
  switch (scope.kind) {
    case 'national':
      return sql<boolean>`true`;
    case 'county':
      return inCounty(scope.county);
    case 'none':
      return sql<boolean>`false`;
  }
}

/** The condition that a column with a county is within the area. */
export const within = (scope: Scope, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  condition(scope, (county) => sql<boolean>`${column} = ${county}`);

/** The condition that a person, known by the column with their id, has land in the area. */
export const hasLandWithin = (scope: Scope, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  condition(
    scope,
    (county) => sql<boolean>`exists (
        select from parcels where owner_id = ${column} and county = ${county} and deleted_at is null)`,
  );

/** No county: what lies in it is nothing. An empty name would be that of places which are not known. */
export const NOWHERE = '-';

/** The county that is asked for, within the area: of another one than the own there is nothing. */
export function countyWithin(scope: Scope, asked: string | undefined): string | undefined {
  if (scope.kind === 'national') return asked;
  const isOwn = scope.kind === 'county' && (!asked || asked === scope.county);
  return isOwn ? scope.county : NOWHERE;
}

/** An official who reads: complaints that they may not see are in no list, count or search. */
export interface Viewer {
  id: string;
  scope: Area;
}

/** For a statement whose table `complaints` has the alias `complaint`. */
export const complaintIsOpenTo = ({ id, scope }: Viewer) =>
  sql<boolean>`complaint_is_open_to(complaint, ${id}::uuid, ${countyOf(scope)}::text)`;
