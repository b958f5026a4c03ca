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
import type { OwnEdge } from './own-edge.ts';

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

/** Own edges are computed for reads, of which a page makes several at once. */
const edgesInWorker = workerPool<Pick<Work, 'edges'>>({
  file: options.file,
  maxMs: options.maxMs,
  maxWaiting: 1,
});
const inEdgeQueue = fairQueue(1, { maxWaiting: 100 });

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

interface OverlapShapes {
  own_coordinates: Shape;
  /** The strip. */
  coordinates: Shape;
}

/** Adds the own edge to each of a person's overlaps. */
export async function ownEdges<Row extends OverlapShapes>(
  personId: string,
  rows: Row[],
): Promise<(Row & { edge: OwnEdge })[]> {
  const pairs = rows.map(({ own_coordinates, coordinates }) => ({
    own: own_coordinates,
    strip: coordinates,
  }));
  const vertices = pairs.reduce((sum, { own, strip }) => sum + vertexCount(own) + vertexCount(strip), 0);
  const edges =
    vertices <= SMALL_TOGETHER
      ? work.edges(pairs)
      : await inEdgeQueue(personId, () => edgesInWorker('edges', pairs));
  return rows.map((row, index) => ({ ...row, edge: edges[index]! }));
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
