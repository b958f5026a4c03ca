/** Where a parcel lies as one position: its centre of gravity where that is inside it, else the middle of its widest span. */
import { measureRing } from './area.ts';
import { isInside } from './inside.ts';
import { bboxOf, type Polygon, type Position, type Ring, roundPosition, type Shape } from './shape.ts';

export function centreOf(shape: Shape): Position {
  const polygon = largestPolygon(shape);
  const centre = gravityCentre(polygon[0] ?? []);
  if (centre && isInside(centre, [polygon])) return roundPosition(centre);
  return roundPosition(middleOfWidestSpan(polygon));
}

function largestPolygon(shape: Shape): Polygon {
  let largest: Polygon = shape[0] ?? [];
  let most = -1;
  for (const polygon of shape) {
    const { area } = measureRing(polygon[0] ?? []);
    if (area > most) [largest, most] = [polygon, area];
  }
  return largest;
}

/** In the plane of degrees, relative to the first vertex so that no digits are lost. */
function gravityCentre(ring: Ring): Position | null {
  const origin = ring[0];
  if (!origin) return null;
  let [twiceArea, x, y] = [0, 0, 0];
  for (let index = 1; index < ring.length; index += 1) {
    const [x1, y1] = [ring[index - 1]![0] - origin[0], ring[index - 1]![1] - origin[1]];
    const [x2, y2] = [ring[index]![0] - origin[0], ring[index]![1] - origin[1]];
    const cross = x1 * y2 - x2 * y1;
    twiceArea += cross;
    x += (x1 + x2) * cross;
    y += (y1 + y2) * cross;
  }
  return twiceArea === 0 ? null : [origin[0] + x / (3 * twiceArea), origin[1] + y / (3 * twiceArea)];
}

const LINES = 16;

/** Looks along lines of latitude between the south and the north for the longest stretch inside. */
function middleOfWidestSpan(polygon: Polygon): Position {
  const { south, north, west } = bboxOf([polygon]);
  let best: { position: Position; width: number } = { position: [west, south], width: -1 };
  for (let line = 1; line < LINES; line += 1) {
    const lat = south + ((north - south) * (line - 0.37)) / LINES;
    const crossings = polygon.flatMap((ring) => crossingsAt(lat, ring)).sort((one, other) => one - other);
    for (let index = 1; index < crossings.length; index += 2) {
      const [from, to] = [crossings[index - 1]!, crossings[index]!];
      if (to - from > best.width) best = { position: [(from + to) / 2, lat], width: to - from };
    }
  }
  return best.position;
}

function crossingsAt(lat: number, ring: Ring): number[] {
  const found: number[] = [];
  for (let index = 1; index < ring.length; index += 1) {
    const from = ring[index - 1]!;
    const to = ring[index]!;
    if (from[1] > lat === to[1] > lat) continue;
    found.push(from[0] + ((lat - from[1]) / (to[1] - from[1])) * (to[0] - from[0]));
  }
  return found;
}
