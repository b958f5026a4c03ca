/** Order of the writes of a sync request. Pure, so that tests need no clock. */

interface Ordered {
  /** Indexes of earlier writes that must succeed first. */
  after?: readonly number[] | undefined;
}

const isSuccess = (status: number | null | undefined) =>
  typeof status === 'number' && status >= 200 && status < 300;

/**
 * Runs one write after the other. Not tried are those that depend on one without success, and all others once `isOver`
 * returns true.
 */
export async function runInOrder<W extends Ordered, R extends { status: number | null }>(
  writes: readonly W[],
  run: (write: W) => Promise<R>,
  isOver: () => boolean,
): Promise<(R | { status: null })[]> {
  const results: (R | { status: null })[] = [];
  for (const write of writes) {
    const isPossible = (write.after ?? []).every((index) => isSuccess(results[index]?.status));
    results.push(isPossible && !isOver() ? await run(write) : { status: null });
  }
  return results;
}
