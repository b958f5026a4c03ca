/** Where two boundaries overlap. Pure, and possibly slow: see `geometry.ts` for where it runs. */
import {
  areaOf,
  type Box,
  boxesTouch,
  boxOf,
  cornerCount,
  isInside,
  measureRing,
  meetingOf,
  onGrid,
  type Position,
  type Ring,
  roundShape,
  type Shape,
  samePosition,
} from '@ardhi/geo';
import { type Geom, intersection } from 'polyclip-ts';

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
  const [oneBox, otherBox] = [boxOf(one), boxOf(other)];
  if (!boxesTouch(oneBox, otherBox)) return null;
  const [nearOne, nearOther] = [cutTo(one, otherBox), cutTo(other, oneBox)];
  if (nearOne.length === 0 || nearOther.length === 0) return null;
  const common = commonOf(nearOne, nearOther);
  const shape = common.filter((part) => isWider(part[0]!, toleranceMetres));
  const areaSquareMetres = areaOf(shape);
  return areaSquareMetres >= MIN_SQUARE_METRES ? { shape, areaSquareMetres } : null;
}

/** Where no sides meet, one lies in the other or they are apart: both are settled without the dear exact cut. */
function commonOf(one: Shape, other: Shape): Shape {
  if (!sidesMeet(one, other)) {
    const [inOne, inOther] = [partsWithin(other, one), partsWithin(one, other)];
    if (inOne.length === 0 && inOther.length === 0) return [];
    if (inOne.length > 0 && isPlain(one)) return inOne;
    if (inOther.length > 0 && isPlain(other)) return inOther;
  }
  return tidy(intersection(one as Geom, other as Geom) as Shape);
}

const partsWithin = (shape: Shape, around: Shape) => shape.filter(([ring]) => isInside(ring![0]!, around));

/** One part without holes: what begins in it and crosses no side of it lies in it wholly. */
const isPlain = (shape: Shape) => shape.length === 1 && shape[0]!.length === 1;

/** The mean width of a strip is twice its area by the length around it; of a square that is half its side. */
function isWider(ring: Ring, toleranceMetres: number): boolean {
  const { area, perimeter } = measureRing(ring);
  return perimeter > 0 && (2 * area) / perimeter > toleranceMetres;
}

function tidy(shape: Shape): Shape {
  return roundShape(shape).flatMap((part) => {
    const [outer, ...holes] = part.map(withoutRepeats);
    return outer && outer.length >= 4 ? [[outer, ...holes.filter(({ length }) => length >= 4)]] : [];
  });
}

const withoutRepeats = (ring: Ring): Ring =>
  ring.filter((position, index) => index === 0 || !samePosition(position, ring[index - 1]));

function sidesMeet(one: Shape, other: Shape): boolean {
  const [oneSides, otherSides] = [sidesOf(one), sidesOf(other)];
  return oneSides.some((side) =>
    otherSides.some(
      (facing) =>
        boxesTouch(side.box, facing.box) && meetingOf(side.from, side.to, facing.from, facing.to) !== 'none',
    ),
  );
}

interface Side {
  from: Position;
  to: Position;
  box: Box;
}

function sidesOf(shape: Shape): Side[] {
  return shape.flat().flatMap((ring) =>
    ring.slice(1).map((end, index) => {
      const [from, to] = [onGrid(ring[index]!), onGrid(end)];
      const box = {
        west: Math.min(from[0], to[0]),
        south: Math.min(from[1], to[1]),
        east: Math.max(from[0], to[0]),
        north: Math.max(from[1], to[1]),
      };
      return { from, to, box };
    }),
  );
}

/** Smaller shapes are not worth cutting first. */
const WORTH_CUTTING = 10;
/** The cut runs well outside the other shape, so that its straight edges are no part of what both have. */
const MARGIN = 1e-4;

/** What of a large shape lies around the other one. */
export function cutTo(shape: Shape, { west, south, east, north }: Box): Shape {
  if (cornerCount(shape) < WORTH_CUTTING) return shape;
  const cut = (ring: Ring) => {
    let kept = ring.slice(0, -1);
    kept = cutAlong(kept, 0, west - MARGIN, 1);
    kept = cutAlong(kept, 0, east + MARGIN, -1);
    kept = cutAlong(kept, 1, south - MARGIN, 1);
    kept = cutAlong(kept, 1, north + MARGIN, -1);
    return kept.length >= 3 ? [...kept, kept[0]!] : [];
  };
  return shape.flatMap((part) => {
    const [outer, ...holes] = part.map(cut);
    return outer && outer.length > 0 ? [[outer, ...holes.filter(({ length }) => length > 0)]] : [];
  });
}

/** Sutherland and Hodgman: keeps the side of a straight line where `sign` times the coordinate is larger. */
function cutAlong(corners: Ring, axis: 0 | 1, limit: number, sign: 1 | -1): Ring {
  const keeps = (position: Position) => (position[axis] - limit) * sign >= 0;
  return corners.flatMap((to, index) => {
    const from = corners.at(index - 1)!;
    if (keeps(from) === keeps(to)) return keeps(to) ? [to] : [];
    const share = (limit - from[axis]) / (to[axis] - from[axis]);
    const between: Position = [
      axis === 0 ? limit : from[0] + share * (to[0] - from[0]),
      axis === 1 ? limit : from[1] + share * (to[1] - from[1]),
    ];
    return keeps(to) ? [between, to] : [between];
  });
}
