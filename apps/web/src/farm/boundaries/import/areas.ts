/** The areas among whatever features a file holds. A closed or nearly closed line counts as one: tracks are walks around. */
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
  /** As the file names it. */
  name: string | null;
  geometry: BoundaryGeometry;
}

/** Of a longer file only the first are offered: nobody picks one parcel out of thousands. */
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

/** What cannot be a number is left as it is, for the check that names it. */
function shapeOf(geometry: Geometry): Shape {
  switch (geometry.type) {
    case 'Polygon':
      return [closed(geometry.coordinates)];
    case 'MultiPolygon':
      return geometry.coordinates.map(closed);
    case 'LineString':
      return around(geometry.coordinates);
    case 'MultiLineString':
      return geometry.coordinates.flatMap(around);
    case 'GeometryCollection':
      return geometry.geometries.flatMap(shapeOf);
    default:
      return [];
  }
}

const closed = (rings: unknown): Polygon => (Array.isArray(rings) ? (rings as Ring[]).map(closeIfRing) : []);
const closeIfRing = (ring: Ring): Ring => (Array.isArray(ring) ? closeRing(ring) : ring);

function around(line: unknown): Shape {
  return Array.isArray(line) && line.length >= 3 ? [[closeRing(line as Ring)]] : [];
}

/** Waypoints alone, in their order, are vertices. */
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
  const named = entries.find(([key, value]) => NAME_KEYS.test(key) && isWord(value));
  const value = named?.[1];
  return value === undefined ? null : String(value).trim().slice(0, 80);
}

const isWord = (value: unknown) =>
  (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
