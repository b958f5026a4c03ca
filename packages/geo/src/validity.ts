/**
 * Simplicity check: no edge crosses or touches another edge of its ring, holes are inside, polygons do not overlap.
 * Polygons and holes may share vertices or parts of an edge, as two fields with a common border do.
 */
import { areaOf } from './area.ts';
import type { BoundaryFault } from './fault.ts';
import { locateInRing } from './inside.ts';
import { checkArea, readGeometry } from './read.ts';
import { fromGrid, onGrid, orientation, segmentIntersection } from './segments.ts';
import { bboxesTouch, bboxOfPositions, type Position, type Ring, type Shape } from './shape.ts';

export type CheckedBoundary = { shape: Shape; area: number } | { fault: BoundaryFault };

/** The complete validation, shared by browser and server. */
export function checkGeometry(value: unknown): CheckedBoundary {
  const read = readGeometry(value);
  if ('fault' in read) return read;
  const area = areaOf(read.shape);
  // Simplicity first: the two halves of a bow tie cancel each other out in the area.
  const fault = simplicityFault(read.shape) ?? checkArea(area, read.shape);
  return fault ? { fault } : { shape: read.shape, area };
}

interface Edge {
  ring: number;
  /** Position in the ring; `count` is the ring's number of edges. */
  index: number;
  count: number;
  from: Position;
  to: Position;
  west: number;
  east: number;
  south: number;
  north: number;
}

export function simplicityFault(shape: Shape): BoundaryFault | null {
  const rings = shape.flat();
  const contacts = touchingRings(rings);
  if ('fault' in contacts) return contacts.fault;
  return nestingFault(shape, (one, other) => contacts.pairs.has(pairKey(one, other)));
}

const pairKey = (one: number, other: number) => (one < other ? `${one} ${other}` : `${other} ${one}`);

/** Sweep from west to east that compares only edges whose bounding boxes overlap. */
function touchingRings(rings: Ring[]): { fault: BoundaryFault } | { pairs: Set<string> } {
  const edges = rings.flatMap(edgesOf).sort((one, other) => one.west - other.west);
  const pairs = new Set<string>();
  let open: Edge[] = [];
  for (const edge of edges) {
    open = open.filter(({ east }) => east >= edge.west);
    for (const other of open) {
      if (other.south > edge.north || other.north < edge.south) continue;
      const fault = faultBetween(edge, other, pairs);
      if (fault) return { fault };
    }
    open.push(edge);
  }
  return { pairs };
}

function edgesOf(ring: Ring, ringIndex: number): Edge[] {
  const vertices = ring.map(onGrid);
  return vertices.slice(1).map((to, index) => {
    const from = vertices[index]!;
    return { ring: ringIndex, index, count: vertices.length - 1, from, to, ...bboxOfPositions([from, to]) };
  });
}

function faultBetween(edge: Edge, other: Edge, pairs: Set<string>): BoundaryFault | null {
  if (edge.ring !== other.ring) {
    const intersection = segmentIntersection(edge.from, edge.to, other.from, other.to);
    if (intersection === 'touch') pairs.add(pairKey(edge.ring, other.ring));
    return intersection === 'cross' ? { code: 'rings-cross', position: crossing(edge, other) } : null;
  }
  const [before, after] = edge.index < other.index ? [edge, other] : [other, edge];
  if (after.index - before.index === 1) return foldBackFault(before.from, before.to, after.to);
  // The last and the first edge share the vertex that closes the ring.
  if (before.index === 0 && after.index === after.count - 1)
    return foldBackFault(after.from, after.to, before.to);
  const intersection = segmentIntersection(edge.from, edge.to, other.from, other.to);
  return intersection === 'none' ? null : { code: 'crosses-itself', position: crossing(edge, other) };
}

/** Detects an edge that runs back along the previous one. */
function foldBackFault(before: Position, vertex: Position, after: Position): BoundaryFault | null {
  if (orientation(before, vertex, after) !== 0) return null;
  const back =
    (before[0] - vertex[0]) * (after[0] - vertex[0]) + (before[1] - vertex[1]) * (after[1] - vertex[1]) > 0;
  return back ? { code: 'crosses-itself', position: fromGrid(vertex) } : null;
}

/** Position of the map marker; for overlapping edges the midpoint of the first is precise enough. */
function crossing(one: Edge, other: Edge): Position {
  const [dx1, dy1] = [one.to[0] - one.from[0], one.to[1] - one.from[1]];
  const [dx2, dy2] = [other.to[0] - other.from[0], other.to[1] - other.from[1]];
  const across = dx1 * dy2 - dy1 * dx2;
  if (across === 0) return fromGrid([(one.from[0] + one.to[0]) / 2, (one.from[1] + one.to[1]) / 2]);
  const share = ((other.from[0] - one.from[0]) * dy2 - (other.from[1] - one.from[1]) * dx2) / across;
  return fromGrid([one.from[0] + share * dx1, one.from[1] + share * dy1]);
}

type Touch = (one: number, other: number) => boolean;

/** Non-crossing rings are either disjoint or nested; checks that each pair is what its roles require. */
function nestingFault(shape: Shape, areTouching: Touch): BoundaryFault | null {
  const entries: { polygon: number; hole: boolean; ring: Ring; bbox: ReturnType<typeof bboxOfPositions> }[] =
    [];
  for (const [polygon, rings] of shape.entries())
    for (const [index, ring] of rings.entries())
      entries.push({ polygon, hole: index > 0, ring, bbox: bboxOfPositions(ring) });

  for (const [one, first] of entries.entries()) {
    for (let other = one + 1; other < entries.length; other += 1) {
      const second = entries[other]!;
      const position = second.ring[0]!;
      const samePolygon = first.polygon === second.polygon;
      if (samePolygon && !first.hole && second.hole) {
        if (!isWithinRing(second.ring, first.ring, areTouching(one, other)))
          return { code: 'hole-outside', position };
        continue;
      }
      // Holes of different polygons are independent, and a polygon may be inside another polygon's hole.
      if (!samePolygon && (first.hole || second.hole)) continue;
      if (!bboxesTouch(first.bbox, second.bbox)) continue;
      if (
        ringsOverlap(first.ring, second.ring, areTouching(one, other)) &&
        !isInHole(shape, first.polygon, second, areTouching)
      )
        return { code: samePolygon ? 'rings-cross' : 'parts-overlap', position };
    }
  }
  return null;
}

/** A polygon inside a hole of another polygon does not overlap it. */
function isInHole(
  shape: Shape,
  firstPolygon: number,
  second: { polygon: number; hole: boolean },
  areTouching: Touch,
): boolean {
  if (second.hole || firstPolygon === second.polygon) return false;
  const ringNumber = (polygon: number, ring: number) =>
    shape.slice(0, polygon).reduce((count, rings) => count + rings.length, 0) + ring;
  const within = (inner: number, around: number) =>
    (shape[around] ?? []).some(
      (hole, index) =>
        index > 0 &&
        isWithinRing(shape[inner]![0]!, hole, areTouching(ringNumber(inner, 0), ringNumber(around, index))),
    );
  return within(firstPolygon, second.polygon) || within(second.polygon, firstPolygon);
}

/** Touching rings need all vertices and edge midpoints: a single vertex can be on the shared border. */
function samplesOf(ring: Ring, isTouching: boolean): Position[] {
  if (!isTouching) return [ring[0]!];
  return ring.flatMap((position, index): Position[] => {
    const next = ring[index + 1];
    return next ? [position, [(position[0] + next[0]) / 2, (position[1] + next[1]) / 2]] : [position];
  });
}

function isWithinRing(inner: Ring, around: Ring, isTouching: boolean): boolean {
  return samplesOf(inner, isTouching).every((position) => locateInRing(position, around) !== 'outside');
}

function ringsOverlap(one: Ring, other: Ring, isTouching: boolean): boolean {
  return (
    samplesOf(one, isTouching).some((position) => locateInRing(position, other) === 'inside') ||
    samplesOf(other, isTouching).some((position) => locateInRing(position, one) === 'inside') ||
    (isTouching && sameRing(one, other))
  );
}

function sameRing(one: Ring, other: Ring): boolean {
  const key = (ring: Ring) => ring.slice(1).map(String).sort().join(' ');
  return one.length === other.length && key(one) === key(other);
}
