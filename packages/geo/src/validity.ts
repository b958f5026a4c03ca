/**
 * Whether a shape is simple: no side crosses or touches another of its ring, holes lie inside, parts beside each other.
 * Parts and holes may share corners or stretches of a side, as two fields with a common border do.
 */
import { areaOf } from './area.ts';
import type { BoundaryFault } from './fault.ts';
import { sideOfRing } from './inside.ts';
import { checkArea, readGeometry } from './read.ts';
import { fromGrid, meetingOf, onGrid, turn } from './segments.ts';
import { boxesTouch, boxOfPositions, type Position, type Ring, type Shape } from './shape.ts';

export type CheckedBoundary = { shape: Shape; area: number } | { fault: BoundaryFault };

/** The whole check, the same in the browser and on the server. */
export function checkGeometry(value: unknown): CheckedBoundary {
  const read = readGeometry(value);
  if ('fault' in read) return read;
  const area = areaOf(read.shape);
  // First whether it is simple: the two halves of a bow tie cancel each other out.
  const fault = simplicityFault(read.shape) ?? checkArea(area, read.shape);
  return fault ? { fault } : { shape: read.shape, area };
}

interface Side {
  ring: number;
  /** Its place in the ring, and how many sides that has. */
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
  const met = meetingRings(rings);
  if ('fault' in met) return met.fault;
  return placesFault(shape, (one, other) => met.pairs.has(pairKey(one, other)));
}

const pairKey = (one: number, other: number) => (one < other ? `${one} ${other}` : `${other} ${one}`);

/** Goes over all sides from west to east and compares those that lie beside each other. */
function meetingRings(rings: Ring[]): { fault: BoundaryFault } | { pairs: Set<string> } {
  const sides = rings.flatMap(sidesOf).sort((one, other) => one.west - other.west);
  const pairs = new Set<string>();
  let open: Side[] = [];
  for (const side of sides) {
    open = open.filter(({ east }) => east >= side.west);
    for (const other of open) {
      if (other.south > side.north || other.north < side.south) continue;
      const fault = faultBetween(side, other, pairs);
      if (fault) return { fault };
    }
    open.push(side);
  }
  return { pairs };
}

function sidesOf(ring: Ring, ringIndex: number): Side[] {
  const corners = ring.map(onGrid);
  return corners.slice(1).map((to, index) => {
    const from = corners[index]!;
    return { ring: ringIndex, index, count: corners.length - 1, from, to, ...boxOfPositions([from, to]) };
  });
}

function faultBetween(side: Side, other: Side, pairs: Set<string>): BoundaryFault | null {
  if (side.ring !== other.ring) {
    const meeting = meetingOf(side.from, side.to, other.from, other.to);
    if (meeting === 'touch') pairs.add(pairKey(side.ring, other.ring));
    return meeting === 'cross' ? { code: 'rings-cross', position: crossing(side, other) } : null;
  }
  const [before, after] = side.index < other.index ? [side, other] : [other, side];
  if (after.index - before.index === 1) return foldsBack(before.from, before.to, after.to);
  // The last side meets the first one in the corner where the ring closes.
  if (before.index === 0 && after.index === after.count - 1)
    return foldsBack(after.from, after.to, before.to);
  const meeting = meetingOf(side.from, side.to, other.from, other.to);
  return meeting === 'none' ? null : { code: 'crosses-itself', position: crossing(side, other) };
}

/** A side that runs back along the one before it. */
function foldsBack(before: Position, corner: Position, after: Position): BoundaryFault | null {
  if (turn(before, corner, after) !== 0) return null;
  const back =
    (before[0] - corner[0]) * (after[0] - corner[0]) + (before[1] - corner[1]) * (after[1] - corner[1]) > 0;
  return back ? { code: 'crosses-itself', position: fromGrid(corner) } : null;
}

/** Where two sides meet; for a mark on the map, so their middle will do where they run along each other. */
function crossing(one: Side, other: Side): Position {
  const [dx1, dy1] = [one.to[0] - one.from[0], one.to[1] - one.from[1]];
  const [dx2, dy2] = [other.to[0] - other.from[0], other.to[1] - other.from[1]];
  const across = dx1 * dy2 - dy1 * dx2;
  if (across === 0) return fromGrid([(one.from[0] + one.to[0]) / 2, (one.from[1] + one.to[1]) / 2]);
  const share = ((other.from[0] - one.from[0]) * dy2 - (other.from[1] - one.from[1]) * dx2) / across;
  return fromGrid([one.from[0] + share * dx1, one.from[1] + share * dy1]);
}

type Touch = (one: number, other: number) => boolean;

/** Rings that do not cross are beside or inside each other: are they so as they should be? */
function placesFault(shape: Shape, touch: Touch): BoundaryFault | null {
  const entries: { part: number; hole: boolean; ring: Ring; box: ReturnType<typeof boxOfPositions> }[] = [];
  for (const [part, rings] of shape.entries())
    for (const [index, ring] of rings.entries())
      entries.push({ part, hole: index > 0, ring, box: boxOfPositions(ring) });

  for (const [one, first] of entries.entries()) {
    for (let other = one + 1; other < entries.length; other += 1) {
      const second = entries[other]!;
      const position = second.ring[0]!;
      const samePart = first.part === second.part;
      if (samePart && !first.hole && second.hole) {
        if (!liesWithin(second.ring, first.ring, touch(one, other)))
          return { code: 'hole-outside', position };
        continue;
      }
      // Holes of two parts have nothing to do with each other; a part may lie in the hole of another one.
      if (!samePart && (first.hole || second.hole)) continue;
      if (!boxesTouch(first.box, second.box)) continue;
      if (overlaps(first.ring, second.ring, touch(one, other)) && !inHole(shape, first.part, second, touch))
        return { code: samePart ? 'rings-cross' : 'parts-overlap', position };
    }
  }
  return null;
}

/** A part that lies within a hole of the other one, or the other way round, does not overlap it. */
function inHole(
  shape: Shape,
  firstPart: number,
  second: { part: number; hole: boolean },
  touch: Touch,
): boolean {
  if (second.hole || firstPart === second.part) return false;
  const ringNumber = (part: number, ring: number) =>
    shape.slice(0, part).reduce((count, rings) => count + rings.length, 0) + ring;
  const within = (inner: number, around: number) =>
    (shape[around] ?? []).some(
      (hole, index) =>
        index > 0 &&
        liesWithin(shape[inner]![0]!, hole, touch(ringNumber(inner, 0), ringNumber(around, index))),
    );
  return within(firstPart, second.part) || within(second.part, firstPart);
}

/** Corners and middles of sides: where rings touch, one corner alone says nothing. */
function samplesOf(ring: Ring, touching: boolean): Position[] {
  if (!touching) return [ring[0]!];
  return ring.flatMap((position, index): Position[] => {
    const next = ring[index + 1];
    return next ? [position, [(position[0] + next[0]) / 2, (position[1] + next[1]) / 2]] : [position];
  });
}

function liesWithin(inner: Ring, around: Ring, touching: boolean): boolean {
  return samplesOf(inner, touching).every((position) => sideOfRing(position, around) !== 'outside');
}

function overlaps(one: Ring, other: Ring, touching: boolean): boolean {
  return (
    samplesOf(one, touching).some((position) => sideOfRing(position, other) === 'inside') ||
    samplesOf(other, touching).some((position) => sideOfRing(position, one) === 'inside') ||
    (touching && sameRing(one, other))
  );
}

function sameRing(one: Ring, other: Ring): boolean {
  const key = (ring: Ring) => ring.slice(1).map(String).sort().join(' ');
  return one.length === other.length && key(one) === key(other);
}
