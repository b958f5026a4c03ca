import { problem } from '../text/problem.ts';

/**
 * A phone sends the id of the epoch that it knows. After a restore it first sends again what was lost: an edit that came
 * before would be overwritten by the older ones.
 */
export function assertKnowsEpoch(marker: string | string[] | undefined, epoch: string | null): void {
  if (typeof marker !== 'string' || epoch === null) return;
  if (marker.split(' ')[1] !== epoch.split(' ')[0]) throw problem('restored');
}

/** Optimistic concurrency: rejects an edit based on an older revision and returns the current row for comparison. */
export function assertRevision(
  base: number | undefined,
  row: { revision: number },
  current: () => unknown,
): void {
  if (base !== undefined && base !== row.revision) throw problem('stale', { current: current() });
}
