/** Extracts areas from the features of a file. A line counts as an outline: GPS tracks are walks around a field. */
import {
  type BoundaryGeometry,
  closeRing,
  type Polygon,
  type Position,
  type Ring,
  type Shape,
} from '@ardhi/geo';
import type { Feature, GeoJSON, Geometry } from 'geojson';

export interface FoundArea {
  /** Name from the file. */
  name: string | null;
  geometry: BoundaryGeometry;
}

/** Longer files are truncated: a user cannot pick one parcel out of thousands. */
export const MAX_AREAS = 200;

export function areasIn(json: GeoJSON): FoundArea[] {
  const found: FoundArea[] = [];
  for (const { geometry, properties } of featuresOf(json)) {
    const shape = geometry ? shapeOf(geometry) : [];
    if (shape.length === 0) continue;
    found.push({ name: nameOf(properties), geometry: { type: 'MultiPolygon', coordinates: shape } });
    if (found.length >= MAX_AREAS) break;
  }
  return found;
}

function featuresOf(json: GeoJSON): Feature<Geometry | null>[] {
  if (json.type === 'FeatureCollection') return Array.isArray(json.features) ? json.features : [];
  if (json.type === 'Feature') return [json];
  return [{ type: 'Feature', properties: null, geometry: json }];
}

/** Leaves invalid coordinates unchanged for the geometry check, which reports them. */
function shapeOf(geometry: Geometry): Shape {
  switch (geometry.type) {
    case 'Polygon':
      return [closeRings(geometry.coordinates)];
    case 'MultiPolygon':
      return geometry.coordinates.map(closeRings);
    case 'LineString':
      return closeLine(geometry.coordinates);
    case 'MultiLineString':
      return geometry.coordinates.flatMap(closeLine);
    case 'GeometryCollection':
      return geometry.geometries.flatMap(shapeOf);
    default:
      return [];
  }
}

const closeRings = (rings: unknown): Polygon =>
  Array.isArray(rings) ? (rings as Ring[]).map(closeIfRing) : [];
const closeIfRing = (ring: Ring): Ring => (Array.isArray(ring) ? closeRing(ring) : ring);

function closeLine(line: unknown): Shape {
  return Array.isArray(line) && line.length >= 3 ? [[closeRing(line as Ring)]] : [];
}

/** Treats waypoints, in file order, as vertices. */
export function areaOfPoints(json: GeoJSON): FoundArea[] {
  const vertices = featuresOf(json).flatMap(({ geometry }) =>
    geometry?.type === 'Point' ? [geometry.coordinates as Position] : [],
  );
  if (vertices.length < 3) return [];
  return [{ name: null, geometry: { type: 'Polygon', coordinates: [closeRing(vertices)] } }];
}

const NAME_KEYS = /^(name|title|label|parcel|plot|lr_?no|parcel_?no|farm|field|jina)$/i;

function nameOf(properties: Record<string, unknown> | null): string | null {
  const entries = Object.entries(properties ?? {});
  const named = entries.find(([key, value]) => NAME_KEYS.test(key) && isName(value));
  const value = named?.[1];
  return value === undefined ? null : String(value).trim().slice(0, 80);
}

const isName = (value: unknown) =>
  (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
