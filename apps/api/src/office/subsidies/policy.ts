/** Permissions and deadlines of programmes and applications. */
import { addDays, dateInNairobi } from '@ardhi/contract/dates';
import { APPEAL_DAYS } from '@ardhi/contract/limits';
import { type Area, assertCovers } from '../../lib/http/scope.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { problem } from '../../lib/text/problem.ts';
import type { LockedSubsidy } from './write-queries.ts';

export type OfficialContext = WriteContext & { scope: Area };

/** Enough to tell what a decision of this official would do. */
export type DecisionContext = Pick<OfficialContext, 'db' | 'env' | 'user' | 'scope'>;

/** Call with the locked row: it may have moved to another county since it was read. */
export function assertManages(scope: Area, row: Pick<LockedSubsidy, 'kind' | 'county'>): void {
  // A county can read national programmes but not change them.
  if (scope.kind === 'county' && row.kind === 'programme' && row.county === null)
    throw problem('country-needed');
  assertCovers(scope, row.county);
}

/** Offices to notify of a change: the row's county, or all offices for a national programme. */
export const officesOf = (row: Pick<LockedSubsidy, 'kind' | 'county'>): (string | null)[] | 'all' =>
  row.kind === 'programme' && row.county === null ? 'all' : [row.county];

type Programme = Pick<LockedSubsidy, 'status' | 'closed_at' | 'closes_on'>;

/** Farmers apply to an approved programme until it is closed, its last day included. */
export function isOpen(programme: Programme, today: string): boolean {
  return (
    programme.status === 'approved' &&
    programme.closed_at === null &&
    (programme.closes_on === null || programme.closes_on >= today)
  );
}

export const lastAppealDay = (decidedAt: string): string =>
  addDays(dateInNairobi(new Date(decidedAt)), APPEAL_DAYS);
