/** Who may do what with a programme or an application, and when. */
import type { LockedSubsidy } from './queries.ts';

type Programme = Pick<LockedSubsidy, 'status' | 'closed_at' | 'closes_on'>;

/** Farmers apply to an approved programme until it is closed, its last day included. */
export function isOpen(programme: Programme, today: string): boolean {
  return (
    programme.status === 'approved' &&
    programme.closed_at === null &&
    (programme.closes_on === null || programme.closes_on >= today)
  );
}

/** With four eyes nobody approves a programme that they created or a budget that they set. */
export function isFirstOfficial(
  programme: Pick<LockedSubsidy, 'owner_id' | 'amount_set_by'>,
  officialId: string,
): boolean {
  return programme.owner_id === officialId || programme.amount_set_by === officialId;
}
