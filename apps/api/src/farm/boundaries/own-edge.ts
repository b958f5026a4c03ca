/**
 * Details of an overlap that a farmer sees before the strip: side, rounded area and eighths of their own edge. Each is
 * coarse, so that a few saves do not measure the neighbour's land. Pure.
 */
import type { Side } from '@ardhi/contract';
import { bboxOf, isInside, type Position, type Ring, roundPosition, type Shape } from '@ardhi/geo';

/** Clockwise. Not derived from the contract, whose schemas would delay the start of a worker. */
const EIGHTHS: Side[] = [
  'north',
  'north-east',
  'east',
  'south-east',
  'south',
  'south-west',
  'west',
  'north-west',
];
/** Share of half the parcel within which a strip is in its middle. */
const MIDDLE = 0.2;
/** Steps that an edge is divided into. */
const STEPS = 128;
/** About two metres: strips have rounded coordinates. */
const NEAR_DEGREES = 2e-5;

/** Relative to the bounding box: -1 to 1 from west to east and from south to north. */
type Relative = (position: Position) => [x: number, y: number];

export interface OwnEdge {
  side: Side;
  stretch: Position[][];
}

export function ownEdge(own: Shape, strip: Shape): OwnEdge {
  const { west, south, east, north } = bboxOf(own);
  const relative: Relative = ([lon, lat]) => [
    (2 * (lon - west)) / (east - west) - 1,
    (2 * (lat - south)) / (north - south) - 1,
  ];
  const steps = own.map(([outer]) => stepsOf(outer!));
  const near = Math.max(NEAR_DEGREES, Math.hypot(east - west, north - south) / 100);
  const eighths = touchedEighths(steps.flat(), relative, nearnessTo(strip, near));
  const stretch = steps.flatMap((ring) =>
    linesOf(ring, (step) => eighths.has(eighthOf(relative(step.middle)))),
  );
  const bbox = bboxOf(strip);
  const centre = relative([(bbox.west + bbox.east) / 2, (bbox.south + bbox.north) / 2]);
  return { side: sideOf(centre), stretch };
}

/** The nearest of 100, 200, 500, 1,000 …, by ratio. */
export function roundArea(squareMetres: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(100, squareMetres)));
  const steps = [1, 2, 5, 10].map((step) => step * power);
  const distance = (step: number) => Math.abs(Math.log(step / Math.max(100, squareMetres)));
  return steps.reduce((best, step) => (distance(step) < distance(best) ? step : best));
}

/** Bearing from 0 to 360 degrees, clockwise from north. */
const bearingOf = ([x, y]: [number, number]) => ((Math.atan2(x, y) * 180) / Math.PI + 360) % 360;

/** From corner to middle of a side, so that two eighths are one side of a rectangle. */
const eighthOf = (relative: [number, number]) => Math.floor(bearingOf(relative) / 45);

function sideOf(relative: [number, number]): Side {
  if (Math.max(Math.abs(relative[0]), Math.abs(relative[1])) < MIDDLE) return 'middle';
  return EIGHTHS[Math.round(bearingOf(relative) / 45) % 8]!;
}

interface Step {
  edge: number;
  from: Position;
  middle: Position;
  to: Position;
}

/** The ring in short steps of about equal length. Corners stay. */
function stepsOf(ring: Ring): Step[] {
  const edges = ring.slice(1).map((to, index): [Position, Position] => [ring[index]!, to]);
  const lengthOf = ([from, to]: [Position, Position]) => Math.hypot(to[0] - from[0], to[1] - from[1]);
  const total = edges.reduce((sum, edge) => sum + lengthOf(edge), 0);
  return edges.flatMap((edge, number) => {
    const [[x, y], [toX, toY]] = edge;
    const count = Math.max(1, Math.ceil((STEPS * lengthOf(edge)) / total));
    const at = (share: number): Position => [x + share * (toX - x), y + share * (toY - y)];
    return Array.from({ length: count }, (_, index) => ({
      edge: number,
      from: at(index / count),
      middle: at((index + 0.5) / count),
      to: at((index + 1) / count),
    }));
  });
}

/** Eighths of which the strip touches at least half, or else the one that it touches most. */
function touchedEighths(
  steps: Step[],
  relative: Relative,
  touches: (position: Position) => boolean,
): Set<number> {
  const counts = new Map<number, { touched: number; all: number }>();
  for (const { middle } of steps) {
    const eighth = eighthOf(relative(middle));
    const { touched, all } = counts.get(eighth) ?? { touched: 0, all: 0 };
    counts.set(eighth, { touched: touched + (touches(middle) ? 1 : 0), all: all + 1 });
  }
  const shares = [...counts].map(([eighth, { touched, all }]) => ({ eighth, share: touched / all }));
  const most = Math.max(0, ...shares.map(({ share }) => share));
  if (most === 0) return new Set();
  return new Set(shares.filter(({ share }) => share >= Math.min(most, 0.5)).map(({ eighth }) => eighth));
}

/** Whether a position is inside the strip or no further from it than the distance. */
function nearnessTo(strip: Shape, distance: number): (position: Position) => boolean {
  const { west, south, east, north } = bboxOf(strip);
  const edges = strip.flat().flatMap((ring) => ring.slice(1).map((to, index) => [ring[index]!, to] as const));
  return (position) => {
    const [lon, lat] = position;
    if (lon < west - distance || lon > east + distance || lat < south - distance || lat > north + distance)
      return false;
    return (
      edges.some(([from, to]) => distanceTo(position, from, to) <= distance) || isInside(position, strip)
    );
  };
}

/** In degrees; near the equator those of longitude are as long as those of latitude. */
function distanceTo([lon, lat]: Position, [x, y]: Position, [toX, toY]: Position): number {
  const [dx, dy] = [toX - x, toY - y];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((lon - x) * dx + (lat - y) * dy) / square));
  return Math.hypot(lon - x - share * dx, lat - y - share * dy);
}

/** Joins successive steps, and those of one edge to one line. */
function linesOf(steps: Step[], isShown: (step: Step) => boolean): Position[][] {
  const lines: Position[][] = [];
  let last: Step | null = null;
  for (const step of steps) {
    const isJoined = last !== null;
    const isSameEdge = last?.edge === step.edge;
    last = isShown(step) ? step : null;
    if (!last) continue;
    const line = lines.at(-1);
    if (!isJoined || !line) lines.push([roundPosition(step.from), roundPosition(step.to)]);
    else line.splice(isSameEdge ? -1 : line.length, isSameEdge ? 1 : 0, roundPosition(step.to));
  }
  return lines;
}
