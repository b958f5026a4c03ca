import { problem } from '../text/problem.ts';

/** Optimistic concurrency: rejects an edit based on an older revision and returns the current row for comparison. */
export function assertRevision(
  base: number | undefined,
  row: { revision: number },
  current: () => unknown,
): void {
  if (base !== undefined && base !== row.revision) throw problem('stale', { current: current() });
}
