/** Representative point of a parcel: its centroid if that is inside the parcel, else the middle of its widest span. */
import { measureRing } from './area.ts';
import { isInside } from './inside.ts';
import { bboxOf, type Polygon, type Position, type Ring, roundPosition, type Shape } from './shape.ts';

export function centreOf(shape: Shape): Position {
  const polygon = largestPolygon(shape);
  const centre = centroidOf(polygon[0] ?? []);
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

/** Planar, in degrees; relative to the first vertex to keep floating-point precision. */
function centroidOf(ring: Ring): Position | null {
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

const SCAN_LINES = 16;

/** Scans lines of latitude from south to north for the longest span inside the polygon. */
function middleOfWidestSpan(polygon: Polygon): Position {
  const { south, north, west } = bboxOf([polygon]);
  let best: { position: Position; width: number } = { position: [west, south], width: -1 };
  for (let line = 1; line < SCAN_LINES; line += 1) {
    const lat = south + ((north - south) * (line - 0.37)) / SCAN_LINES;
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
