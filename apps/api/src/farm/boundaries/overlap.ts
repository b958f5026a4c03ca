/** Intersection of two boundaries. Pure but possibly slow: see `geometry.ts` for where it runs. */
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
import { clipShape } from './clip.ts';
import { intersectByTriangles } from './triangulated-intersection.ts';

export interface Strip {
  shape: Shape;
  areaSquareMetres: number;
}

export interface Neighbour {
  id: string;
  shape: Shape;
  /** The strip whose display someone has agreed to. */
  agreed?: Shape;
}

export interface FoundStrip {
  id: string;
  strip: Strip;
  /** The strip is part of the agreed one, so that showing it reveals nothing else. */
  staysAgreed: boolean;
}

/** Smaller intersections are coordinate rounding, not land. */
const MIN_SQUARE_METRES = 1;

export function stripsWith(
  shape: Shape,
  neighbours: readonly Neighbour[],
  toleranceMetres: number,
): FoundStrip[] {
  return neighbours.flatMap(({ id, shape: other, agreed }) => {
    const strip = stripBetween(shape, other, toleranceMetres);
    return strip ? [{ id, strip, staysAgreed: agreed !== undefined && isWithin(strip, agreed) }] : [];
  });
}

/** Except for coordinate rounding. */
function isWithin({ shape, areaSquareMetres }: Strip, outer: Shape): boolean {
  const common = stripBetween(shape, outer, 0)?.areaSquareMetres ?? 0;
  return areaSquareMetres - common < MIN_SQUARE_METRES;
}

/** Returns the intersection without pieces that are no wider than the tolerance; null if nothing is left. */
export function stripBetween(one: Shape, other: Shape, toleranceMetres: number): Strip | null {
  const [oneBbox, otherBbox] = [bboxOf(one), bboxOf(other)];
  if (!bboxesTouch(oneBbox, otherBbox)) return null;
  const [nearOne, nearOther] = [clipTo(one, otherBbox), clipTo(other, oneBbox)];
  if (nearOne.length === 0 || nearOther.length === 0) return null;
  const isIntricate = vertexCount(nearOne) + vertexCount(nearOther) > MAX_EXACT_VERTICES;
  // The mean width of a triangle is about half that of the strip it is part of.
  const [common, width] = isIntricate
    ? [intersectByTriangles(nearOne, nearOther), toleranceMetres / 2]
    : [commonOf(nearOne, nearOther), toleranceMetres];
  const shape = common.filter((polygon) => isWider(polygon[0]!, width));
  const areaSquareMetres = areaOf(shape);
  return areaSquareMetres >= MIN_SQUARE_METRES ? { shape, areaSquareMetres } : null;
}

/** The user waits for the exact intersection; with more nearby vertices than this it takes too long. */
const MAX_EXACT_VERTICES = 600;

/** If no edges intersect, one contains the other or they are disjoint: both cases skip the costly exact algorithm. */
function commonOf(one: Shape, other: Shape): Shape {
  if (!edgesIntersect(one, other)) {
    const [inOne, inOther] = [polygonsWithin(other, one), polygonsWithin(one, other)];
    if (inOne.length === 0 && inOther.length === 0) return [];
    if (inOne.length > 0 && isPlain(one)) return inOne;
    if (inOther.length > 0 && isPlain(other)) return inOther;
  }
  return tidy(intersection(one as Geom, other as Geom) as Shape);
}

const polygonsWithin = (shape: Shape, around: Shape) => shape.filter(([ring]) => isInside(ring![0]!, around));

/** One polygon without holes: a shape that starts inside it and crosses none of its edges is entirely inside. */
const isPlain = (shape: Shape) => shape.length === 1 && shape[0]!.length === 1;

/** Mean width is twice the area divided by the perimeter; for a square that is half its side. */
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

function edgesIntersect(one: Shape, other: Shape): boolean {
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

/** Clipping smaller shapes first saves nothing. */
const MIN_VERTICES_TO_CLIP = 10;
/** Clips well outside the other shape, so that the clip edges are never part of the intersection. */
const MARGIN_DEGREES = 1e-4;

/** Clips a large shape to the surroundings of the other one. */
export function clipTo(shape: Shape, { west, south, east, north }: Bbox): Shape {
  if (vertexCount(shape) < MIN_VERTICES_TO_CLIP) return shape;
  return clipShape(shape, [
    ([lon]) => lon - (west - MARGIN_DEGREES),
    ([lon]) => east + MARGIN_DEGREES - lon,
    ([, lat]) => lat - (south - MARGIN_DEGREES),
    ([, lat]) => north + MARGIN_DEGREES - lat,
  ]);
}
