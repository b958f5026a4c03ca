/** Shapes in WGS 84 degrees, longitude first as in GeoJSON. A boundary is always a MultiPolygon internally. */

export type Position = [lon: number, lat: number];
/** Closed: the last position equals the first. */
export type Ring = Position[];
/** The outer ring, then its holes. */
export type Polygon = Ring[];
export type Shape = Polygon[];

export type BoundaryGeometry =
  | { type: 'Polygon'; coordinates: Polygon }
  | { type: 'MultiPolygon'; coordinates: Shape };

export interface Bbox {
  west: number;
  south: number;
  east: number;
  north: number;
}

export function toShape(geometry: BoundaryGeometry): Shape {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}

export function toGeometry(shape: Shape): BoundaryGeometry {
  const [only] = shape;
  return shape.length === 1 && only
    ? { type: 'Polygon', coordinates: only }
    : { type: 'MultiPolygon', coordinates: shape };
}

/** Boundaries are stored with seven decimals of a degree, about one centimetre. */
const DECIMALS = 1e7;
/** `|| 0` turns -0 into 0, which is the stored value. */
export const roundDegrees = (degrees: number) => Math.round(degrees * DECIMALS) / DECIMALS || 0;
export const roundPosition = ([lon, lat]: Position): Position => [roundDegrees(lon), roundDegrees(lat)];

export const roundShape = (shape: Shape): Shape =>
  shape.map((polygon) => polygon.map((ring) => ring.map(roundPosition)));

/** Does not count the closing position of each ring. */
export function vertexCount(shape: Shape): number {
  let count = 0;
  for (const polygon of shape) for (const ring of polygon) count += Math.max(0, ring.length - 1);
  return count;
}

export function samePosition(one: Position | undefined, other: Position | undefined): boolean {
  return one !== undefined && other !== undefined && one[0] === other[0] && one[1] === other[1];
}

export function bboxOfPositions(positions: readonly Position[]): Bbox {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lon, lat] of positions) {
    if (lon < west) west = lon;
    if (lon > east) east = lon;
    if (lat < south) south = lat;
    if (lat > north) north = lat;
  }
  return { west, south, east, north };
}

export function bboxOf(shape: Shape): Bbox {
  return bboxOfPositions(shape.flatMap((polygon) => polygon[0] ?? []));
}

export function joinBboxes(bboxes: readonly Bbox[]): Bbox | null {
  if (bboxes.length === 0) return null;
  return {
    west: Math.min(...bboxes.map(({ west }) => west)),
    south: Math.min(...bboxes.map(({ south }) => south)),
    east: Math.max(...bboxes.map(({ east }) => east)),
    north: Math.max(...bboxes.map(({ north }) => north)),
  };
}

export const bboxesTouch = (one: Bbox, other: Bbox) =>
  one.west <= other.east && other.west <= one.east && one.south <= other.north && other.south <= one.north;
