import { problem } from '../text/problem.ts';

/** Optimistic concurrency: an edit that was made from an older revision is refused, with the current row so that the two can be compared. */
export function assertRevision(
  base: number | undefined,
  row: { revision: number },
  current: () => unknown,
): void {
  if (base !== undefined && base !== row.revision) throw problem('stale', { current: current() });
}
