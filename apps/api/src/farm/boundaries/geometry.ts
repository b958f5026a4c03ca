/**
 * Small boundaries are measured inline, large ones in a worker, so that they do not block the event loop. Work over the
 * time limit is rejected: no real field needs it, only a shape crafted to exhaust the server.
 */
import { MAX_VERTICES, type Shape, vertexCount } from '@ardhi/geo';
import { fieldProblem } from '../../lib/text/problem.ts';
import { fairQueue } from '../../lib/workers/fair-queue.ts';
import { workerPool } from '../../lib/workers/worker-pool.ts';
import { type Work, work } from './geometry-tasks.ts';
import type { Neighbour } from './overlap.ts';

/** A few milliseconds of work. */
const SMALL_VERTICES = 200;
const SMALL_TOGETHER = 400;
const options = {
  file: 'farm/boundaries/geometry-worker',
  maxMs: 2_000,
  late: () => fieldProblem('geometry', 'issue.boundary-too-intricate'),
};

const measureInWorker = workerPool<Pick<Work, 'measure'>>({ ...options, maxWaiting: 1 });
/** One running and one queued measurement per person. */
const inQueue = fairQueue(1, { maxWaiting: 1 });
/** A separate pool with a short queue: callers hold an open transaction and must not wait behind measurements. */
const stripsInWorker = workerPool<Pick<Work, 'strips'>>({ ...options, maxWaiting: 4 });

export async function measure(personId: string, geometry: unknown): Promise<Work['measure']['result']> {
  return countPositions(geometry) <= SMALL_VERTICES
    ? work.measure(geometry)
    : inQueue(personId, () => measureInWorker('measure', geometry));
}

export function strips(
  shape: Shape,
  neighbours: Neighbour[],
  toleranceMetres: number,
): Promise<Work['strips']['result']> {
  const vertices = neighbours.reduce(
    (sum, { shape: other, agreed = [] }) => sum + vertexCount(other) + vertexCount(agreed),
    vertexCount(shape),
  );
  return vertices <= SMALL_TOGETHER
    ? Promise.resolve(work.strips(shape, neighbours, toleranceMetres))
    : stripsInWorker('strips', shape, neighbours, toleranceMetres);
}

/** Counts the positions of unvalidated input. */
function countPositions(geometry: unknown): number {
  const count = (value: unknown, depth: number): number => {
    if (!Array.isArray(value) || depth === 0) return 0;
    let total = 1;
    for (const inner of value) {
      total += count(inner, depth - 1);
      if (total > MAX_VERTICES) break;
    }
    return total;
  };
  return count((geometry as { coordinates?: unknown } | null)?.coordinates, 4);
}
