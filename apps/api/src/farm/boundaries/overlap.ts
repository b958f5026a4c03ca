/** Where two boundaries overlap. Pure, and possibly slow: see `geometry.ts` for where it runs. */
import {
  areaOf,
  type Bbox,
  bboxesTouch,
  bboxOf,
  isInside,
  measureRing,
  onGrid,
  type Position,
  type Ring,
  roundShape,
  type Shape,
  samePosition,
  segmentIntersection,
  vertexCount,
} from '@ardhi/geo';
import { type Geom, intersection } from 'polyclip-ts';
import { commonInTriangles } from './overlap-in-triangles.ts';

export interface Strip {
  shape: Shape;
  areaSquareMetres: number;
}

export interface Neighbour {
  id: string;
  shape: Shape;
}

/** Below this it is the rounding of coordinates, not land. */
const MIN_SQUARE_METRES = 1;

export function stripsWith(
  shape: Shape,
  neighbours: readonly Neighbour[],
  toleranceMetres: number,
): { id: string; strip: Strip }[] {
  return neighbours.flatMap(({ id, shape: other }) => {
    const strip = stripBetween(shape, other, toleranceMetres);
    return strip ? [{ id, strip }] : [];
  });
}

/** What both have, without pieces that are no wider than the tolerance; null when nothing is left. */
export function stripBetween(one: Shape, other: Shape, toleranceMetres: number): Strip | null {
  const [oneBbox, otherBbox] = [bboxOf(one), bboxOf(other)];
  if (!bboxesTouch(oneBbox, otherBbox)) return null;
  const [nearOne, nearOther] = [cutTo(one, otherBbox), cutTo(other, oneBbox)];
  if (nearOne.length === 0 || nearOther.length === 0) return null;
  const isIntricate = vertexCount(nearOne) + vertexCount(nearOther) > MAX_EXACT_VERTICES;
  // Of what lies in a triangle a strip is about half as wide.
  const [common, width] = isIntricate
    ? [commonInTriangles(nearOne, nearOther), toleranceMetres / 2]
    : [commonOf(nearOne, nearOther), toleranceMetres];
  const shape = common.filter((polygon) => isWider(polygon[0]!, width));
  const areaSquareMetres = areaOf(shape);
  return areaSquareMetres >= MIN_SQUARE_METRES ? { shape, areaSquareMetres } : null;
}

/** Whoever saves waits for the exact cut: with more vertices than this near each other it takes too long. */
const MAX_EXACT_VERTICES = 600;

/** Where no edges meet, one lies in the other or they are apart: both are settled without the dear exact cut. */
function commonOf(one: Shape, other: Shape): Shape {
  if (!edgesMeet(one, other)) {
    const [inOne, inOther] = [polygonsWithin(other, one), polygonsWithin(one, other)];
    if (inOne.length === 0 && inOther.length === 0) return [];
    if (inOne.length > 0 && isPlain(one)) return inOne;
    if (inOther.length > 0 && isPlain(other)) return inOther;
  }
  return tidy(intersection(one as Geom, other as Geom) as Shape);
}

const polygonsWithin = (shape: Shape, around: Shape) => shape.filter(([ring]) => isInside(ring![0]!, around));

/** One polygon without holes: what begins in it and crosses no edge of it lies in it wholly. */
const isPlain = (shape: Shape) => shape.length === 1 && shape[0]!.length === 1;

/** The mean width of a strip is twice its area by the length around it; of a square that is half its side. */
function isWider(ring: Ring, toleranceMetres: number): boolean {
  const { area, perimeter } = measureRing(ring);
  return perimeter > 0 && (2 * area) / perimeter > toleranceMetres;
}

function tidy(shape: Shape): Shape {
  return roundShape(shape).flatMap((polygon) => {
    const [outer, ...holes] = polygon.map(withoutRepeats);
    return outer && outer.length >= 4 ? [[outer, ...holes.filter(({ length }) => length >= 4)]] : [];
  });
}

const withoutRepeats = (ring: Ring): Ring =>
  ring.filter((position, index) => index === 0 || !samePosition(position, ring[index - 1]));

function edgesMeet(one: Shape, other: Shape): boolean {
  const [oneEdges, otherEdges] = [edgesOf(one), edgesOf(other)];
  return oneEdges.some((edge) =>
    otherEdges.some(
      (facing) =>
        bboxesTouch(edge.bbox, facing.bbox) &&
        segmentIntersection(edge.from, edge.to, facing.from, facing.to) !== 'none',
    ),
  );
}

interface Edge {
  from: Position;
  to: Position;
  bbox: Bbox;
}

function edgesOf(shape: Shape): Edge[] {
  return shape.flat().flatMap((ring) =>
    ring.slice(1).map((end, index) => {
      const [from, to] = [onGrid(ring[index]!), onGrid(end)];
      const bbox = {
        west: Math.min(from[0], to[0]),
        south: Math.min(from[1], to[1]),
        east: Math.max(from[0], to[0]),
        north: Math.max(from[1], to[1]),
      };
      return { from, to, bbox };
    }),
  );
}

/** Smaller shapes are not worth cutting first. */
const WORTH_CUTTING = 10;
/** The cut runs well outside the other shape, so that its straight edges are no part of what both have. */
const MARGIN = 1e-4;

/** What of a large shape lies around the other one. */
export function cutTo(shape: Shape, { west, south, east, north }: Bbox): Shape {
  if (vertexCount(shape) < WORTH_CUTTING) return shape;
  const cut = (ring: Ring) => {
    let kept = ring.slice(0, -1);
    kept = cutAlong(kept, 0, west - MARGIN, 1);
    kept = cutAlong(kept, 0, east + MARGIN, -1);
    kept = cutAlong(kept, 1, south - MARGIN, 1);
    kept = cutAlong(kept, 1, north + MARGIN, -1);
    return kept.length >= 3 ? [...kept, kept[0]!] : [];
  };
  return shape.flatMap((polygon) => {
    const [outer, ...holes] = polygon.map(cut);
    return outer && outer.length > 0 ? [[outer, ...holes.filter(({ length }) => length > 0)]] : [];
  });
}

/** Sutherland and Hodgman: keeps the side of a straight line where `sign` times the coordinate is larger. */
function cutAlong(vertices: Ring, axis: 0 | 1, limit: number, sign: 1 | -1): Ring {
  const keeps = (position: Position) => (position[axis] - limit) * sign >= 0;
  return vertices.flatMap((to, index) => {
    const from = vertices.at(index - 1)!;
    if (keeps(from) === keeps(to)) return keeps(to) ? [to] : [];
    const share = (limit - from[axis]) / (to[axis] - from[axis]);
    const between: Position = [
      axis === 0 ? limit : from[0] + share * (to[0] - from[0]),
      axis === 1 ? limit : from[1] + share * (to[1] - from[1]),
    ];
    return keeps(to) ? [between, to] : [between];
  });
}
