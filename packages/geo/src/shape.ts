/** Shapes in degrees on WGS 84, longitude first as in GeoJSON. A boundary is kept as a MultiPolygon throughout. */

export type Position = [lon: number, lat: number];
/** Closed: the last position is the first. */
export type Ring = Position[];
/** The outer ring, then its holes. */
export type Part = Ring[];
export type Shape = Part[];

export type BoundaryGeometry =
  | { type: 'Polygon'; coordinates: Part }
  | { type: 'MultiPolygon'; coordinates: Shape };

export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

export function toShape(geometry: BoundaryGeometry): Shape {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}

/** One part is a Polygon, several are a MultiPolygon. */
export function toGeometry(shape: Shape): BoundaryGeometry {
  const [only] = shape;
  return shape.length === 1 && only
    ? { type: 'Polygon', coordinates: only }
    : { type: 'MultiPolygon', coordinates: shape };
}

/** A boundary keeps seven decimals of a degree, which is about a centimetre. */
const DECIMALS = 1e7;
/** The nought of a negative number would be another one than the stored nought. */
export const roundDegrees = (degrees: number) => Math.round(degrees * DECIMALS) / DECIMALS || 0;
export const roundPosition = ([lon, lat]: Position): Position => [roundDegrees(lon), roundDegrees(lat)];

export const roundShape = (shape: Shape): Shape =>
  shape.map((part) => part.map((ring) => ring.map(roundPosition)));

/** Without the closing position of each ring, which is no corner of its own. */
export function cornerCount(shape: Shape): number {
  let count = 0;
  for (const part of shape) for (const ring of part) count += Math.max(0, ring.length - 1);
  return count;
}

export function samePosition(one: Position | undefined, other: Position | undefined): boolean {
  return one !== undefined && other !== undefined && one[0] === other[0] && one[1] === other[1];
}

export function boxOfPositions(positions: readonly Position[]): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lon, lat] of positions) {
    if (lon < west) west = lon;
    if (lon > east) east = lon;
    if (lat < south) south = lat;
    if (lat > north) north = lat;
  }
  return { west, south, east, north };
}

export function boxOf(shape: Shape): Box {
  return boxOfPositions(shape.flatMap((part) => part[0] ?? []));
}

export function joinBoxes(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  return {
    west: Math.min(...boxes.map(({ west }) => west)),
    south: Math.min(...boxes.map(({ south }) => south)),
    east: Math.max(...boxes.map(({ east }) => east)),
    north: Math.max(...boxes.map(({ north }) => north)),
  };
}

export const boxesTouch = (one: Box, other: Box) =>
  one.west <= other.east && other.west <= one.east && one.south <= other.north && other.south <= one.north;
