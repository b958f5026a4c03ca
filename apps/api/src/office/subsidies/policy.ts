/** Who may do what with a programme or an application, and when. */
import { addDays, dateInNairobi } from '@ardhi/contract/dates';
import { APPEAL_DAYS } from '@ardhi/contract/limits';
import { type Area, assertCovers } from '../../lib/http/scope.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { problem } from '../../lib/text/problem.ts';
import type { LockedSubsidy } from './write-queries.ts';

/** An official's write, within their area. */
export type OfficialContext = WriteContext & { scope: Area };

/** To be asked of the locked row: it may have moved to another county since it was seen. */
export function assertManages(scope: Area, row: Pick<LockedSubsidy, 'kind' | 'county'>): void {
  // A county reads the country's programmes; they are not its to change.
  if (scope.kind === 'county' && row.kind === 'programme' && row.county === null)
    throw problem('country-needed');
  assertCovers(scope, row.county);
}

/** Whom a change concerns: the county it belongs to; a programme of the country everybody. */
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
