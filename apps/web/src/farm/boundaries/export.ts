/** Exports boundaries as GeoJSON and KML, with the seven decimals that are stored. */
import { acresOf, type Ring, type Shape, toGeometry } from '@ardhi/geo';
import { saveText } from '../../lib/device/download.ts';

export interface ExportedParcel {
  id: string;
  name: string;
  shape: Shape;
  areaSquareMetres: number;
}

export function toGeoJson(parcels: readonly ExportedParcel[]): string {
  const features = parcels.map(({ id, name, shape, areaSquareMetres }) => ({
    type: 'Feature',
    id,
    properties: { name, areaAcres: Math.round(acresOf(areaSquareMetres) * 10_000) / 10_000 },
    geometry: toGeometry(shape),
  }));
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 1)}\n`;
}

export function toKml(parcels: readonly ExportedParcel[]): string {
  const placemarks = parcels.map(({ name, shape }) => {
    const polygons = shape.map(kmlPolygon);
    const geometry =
      polygons.length === 1 ? polygons[0] : `<MultiGeometry>\n${polygons.join('\n')}\n</MultiGeometry>`;
    return `<Placemark>\n<name>${escapeXml(name)}</name>\n${geometry}\n</Placemark>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2">',
    '<Document>',
    ...placemarks,
    '</Document>',
    '</kml>',
    '',
  ].join('\n');
}

function kmlPolygon([outer = [], ...holes]: Ring[]): string {
  const ring = (vertices: Ring) =>
    `<LinearRing><coordinates>${vertices.map(([lon, lat]) => `${lon.toFixed(7)},${lat.toFixed(7)}`).join(' ')}</coordinates></LinearRing>`;
  return [
    '<Polygon>',
    `<outerBoundaryIs>${ring(outer)}</outerBoundaryIs>`,
    ...holes.map((hole) => `<innerBoundaryIs>${ring(hole)}</innerBoundaryIs>`),
    '</Polygon>',
  ].join('\n');
}

/** XML 1.0 forbids most control characters, even escaped. */
function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
  const allowed = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '');
  return allowed.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Keeps letters of any alphabet. */
export function fileName(name: string, extension: string): string {
  const plain = name
    .trim()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${plain || 'ardhi'}.${extension}`;
}

export const EXPORT_FORMATS = [
  { extension: 'geojson', type: 'application/geo+json', write: toGeoJson },
  { extension: 'kml', type: 'application/vnd.google-earth.kml+xml', write: toKml },
] as const;

export function saveExport(
  { extension, type, write }: (typeof EXPORT_FORMATS)[number],
  parcels: readonly ExportedParcel[],
  name: string,
): void {
  saveText(write(parcels), type, fileName(name, extension));
}
