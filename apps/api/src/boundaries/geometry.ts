/** Small boundaries are measured at once; large ones by a worker, one after another, so that nobody else waits. */
import { MAX_VERTICES, type Shape, vertexCount } from '@ardhi/geo';
import { workerPool } from '../lib/worker-pool.ts';
import type { Neighbour } from './overlap.ts';
import { type Work, work } from './work.ts';

/** A few milliseconds of work. */
const SMALL_VERTICES = 400;
const SMALL_TOGETHER = 1500;

/** Each waits with a transaction open, so there are never many. */
const inWorker = workerPool<Work>({ file: 'boundaries/geometry-worker', maxWaiting: 4 });

export function measure(geometry: unknown): Promise<Work['measure']['answer']> {
  return countPositions(geometry) <= SMALL_VERTICES
    ? Promise.resolve(work.measure(geometry))
    : inWorker('measure', geometry);
}

export function strips(
  shape: Shape,
  neighbours: Neighbour[],
  toleranceMetres: number,
): Promise<Work['strips']['answer']> {
  const vertices = neighbours.reduce((sum, { shape: other }) => sum + vertexCount(other), vertexCount(shape));
  return vertices <= SMALL_TOGETHER
    ? Promise.resolve(work.strips(shape, neighbours, toleranceMetres))
    : inWorker('strips', shape, neighbours, toleranceMetres);
}

/** Of whatever was sent: counted without trust in its form. */
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
