/**
 * Scope of an official: national, one county or none, with the duties there. Every query for officials takes a scope, so
 * that none can omit it. Decision 19 explains its source.
 */
import type { Duty } from '@ardhi/contract';
import { type RawBuilder, sql } from 'kysely';
import { problem } from '../text/problem.ts';

interface PostScope {
  duties: readonly Duty[];
  /** Current post; null without one. */
  postId: string | null;
}

/** Official without a required post, or whose post has ended. */
export interface NoScope {
  kind: 'none';
  /** At most the permission to assign posts to others. */
  duties: readonly Extract<Duty, 'manage'>[];
  postId: null;
}

/** Scope with visible data: passed to every call that needs the duty to view or decide. */
export type Area = PostScope & ({ kind: 'national' } | { kind: 'county'; county: string });
export type Scope = Area | NoScope;

/** For work without a user: a nightly job, an operator's command. */
export const NATIONAL_SCOPE: Area = {
  kind: 'national',
  duties: ['view', 'decide', 'manage'],
  postId: null,
};

/** Columns of a session row that describe the official's current post. */
export interface PostedRow {
  role: string;
  manage: boolean;
  post_id: string | null;
  post_place: string | null;
  post_duties: Duty[] | null;
  /** Whether the official has ever had a post. */
  posted: boolean;
}

/**
 * Scope of the current post; without a post national, to view and decide. An official who lost a post must not gain
 * national access by that. With `strict` jurisdiction a post is required, and managers without one can only assign posts.
 */
export function scopeOf(row: PostedRow, jurisdiction: 'open' | 'strict'): Scope | null {
  if (row.role !== 'government') return null;
  if (row.post_id) {
    const postScope = { duties: row.post_duties ?? [], postId: row.post_id };
    return row.post_place
      ? { kind: 'county', county: row.post_place, ...postScope }
      : { kind: 'national', ...postScope };
  }
  const manageDuty = row.manage ? (['manage'] as const) : [];
  if (row.posted) return { kind: 'none', duties: [], postId: null };
  if (jurisdiction === 'strict') return { kind: 'none', duties: manageDuty, postId: null };
  return { kind: 'national', duties: ['view', 'decide', ...manageDuty], postId: null };
}

export const hasDuty = (scope: Scope, duty: Duty): boolean =>
  (scope.duties as readonly Duty[]).includes(duty);

/** Whether names, contact data and texts of farmers are masked: the duty is to audit, not to view. */
export const seesMasked = ({ duties }: Pick<Scope, 'duties'>): boolean =>
  (duties as readonly Duty[]).includes('auditor') && !(duties as readonly Duty[]).includes('view');

/** County of the area; null for national. */
export const countyOf = (area: Area): string | null => (area.kind === 'county' ? area.county : null);

/** For calls that need no duty to view but still show data of an area. */
export function assertArea(scope: Scope): Area {
  if (scope.kind === 'none') throw problem('post-needed', { setting: 'JURISDICTION' });
  return scope;
}

/** Scope in calls of both roles, which need no duty: an official who may not view records reaches no farmer. */
export const viewingScope = (scope: Scope | null): Scope | null =>
  scope && seesMasked(scope) ? { kind: 'none', duties: [], postId: null } : scope;

/** Area for managing posts and officials: a manager without a post assigns the first ones, in any county. */
export const managedArea = (scope: Scope): Area =>
  scope.kind === 'none' ? { ...scope, kind: 'national' } : scope;

/** Whether data of these counties is visible. Data without a known county is visible only at national level. */
export const covers = (scope: Scope, ...counties: readonly (string | null)[]): boolean =>
  scope.kind === 'county' ? counties.includes(scope.county) : scope.kind === 'national';

/** Data outside the scope is reported as not found. */
export function assertCovers(scope: Scope, ...counties: readonly (string | null)[]): void {
  if (!covers(scope, ...counties)) throw problem('not-found');
}

function condition(scope: Scope, inCounty: (county: string) => RawBuilder<boolean>): RawBuilder<boolean> {
  if (scope.kind === 'county') return inCounty(scope.county);
  return scope.kind === 'national' ? sql<boolean>`true` : sql<boolean>`false`;
}

/** SQL condition: the county in this column is within the scope. */
export const within = (scope: Scope, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  condition(scope, (county) => sql<boolean>`${column} = ${county}`);

/** SQL condition: the person whose id is in this column has land within the scope. */
export const hasLandWithin = (scope: Scope, column: RawBuilder<unknown>): RawBuilder<boolean> =>
  condition(
    scope,
    (county) => sql<boolean>`exists (
        select from parcels where owner_id = ${column} and county = ${county} and deleted_at is null)`,
  );

/** Matches no county. An empty name would match places whose county is unknown. */
export const NO_COUNTY = '-';

/** Limits the requested county to the scope: a county official finds nothing in another county. */
export function countyWithin(scope: Scope, requested: string | undefined): string | undefined {
  if (scope.kind === 'national') return requested;
  const isOwn = scope.kind === 'county' && (!requested || requested === scope.county);
  return isOwn ? scope.county : NO_COUNTY;
}

/** Official who reads. Complaints closed to them are excluded from every list, count and search. */
export interface Viewer {
  id: string;
  scope: Area;
}

/** For statements that alias the table `complaints` as `complaint`. */
export const complaintIsOpenTo = ({ id, scope }: Viewer) =>
  sql<boolean>`complaint_is_open_to(complaint, ${id}::uuid, ${countyOf(scope)}::text)`;
