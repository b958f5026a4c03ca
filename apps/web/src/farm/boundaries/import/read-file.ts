/** Reads the areas of a file. The content determines the format; a mismatching extension is an error. */
import type { FeatureCollection, GeoJSON } from 'geojson';
import { areaOfPoints, areasIn, type FoundArea } from './areas.ts';
import { ImportError } from './import-error.ts';
import { isZip, readZip } from './zip.ts';

export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const ACCEPTED = '.geojson,.json,.kml,.kmz,.gpx,.zip,application/geo+json';

export async function readFile(file: File): Promise<FoundArea[]> {
  if (file.size > MAX_FILE_BYTES)
    throw new ImportError('too-large', { megabytes: MAX_FILE_BYTES / 1024 / 1024 });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const areas = await areasOf(bytes, extensionOf(file.name));
  if (areas.length === 0) throw new ImportError('no-area');
  return areas;
}

const extensionOf = (name: string) => /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

async function areasOf(bytes: Uint8Array, extension: string): Promise<FoundArea[]> {
  if (isZip(bytes)) {
    if (!['zip', 'kmz', ''].includes(extension)) throw wrongContent(extension);
    return zipAreas(bytes);
  }
  if (extension === 'zip' || extension === 'kmz') throw new ImportError('not-zip');
  const text = new TextDecoder()
    .decode(bytes)
    .replace(/^\uFEFF/, '')
    .trimStart();
  const isJson = text.startsWith('{') || text.startsWith('[');
  if (extension === 'geojson' || extension === 'json' || (isJson && extension === '')) return jsonAreas(text);
  if (!text.startsWith('<') || isJson) throw wrongContent(extension);
  return xmlAreas(text, extension);
}

function wrongContent(extension: string): ImportError {
  if (extension === 'kml') return new ImportError('not-kml');
  if (extension === 'gpx') return new ImportError('not-gpx');
  if (extension === 'json' || extension === 'geojson') return new ImportError('not-geojson');
  return new ImportError('unknown');
}

const GEOJSON_TYPES = new Set([
  'FeatureCollection',
  'Feature',
  'Polygon',
  'MultiPolygon',
  'LineString',
  'MultiLineString',
  'Point',
  'MultiPoint',
  'GeometryCollection',
]);

function jsonAreas(text: string): FoundArea[] {
  let json: (GeoJSON & { crs?: unknown }) | null;
  try {
    json = JSON.parse(text);
  } catch {
    throw new ImportError('not-geojson');
  }
  if (!json || !GEOJSON_TYPES.has(json.type)) throw new ImportError('not-geojson');
  assertGeoJsonDegrees(json.crs);
  return areasIn(json);
}

async function xmlAreas(text: string, extension: string): Promise<FoundArea[]> {
  // Neither format needs custom entities, which allow entity expansion attacks (billion laughs).
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw wrongContent(extension);
  const xml = new DOMParser().parseFromString(text, 'application/xml');
  const root = xml.documentElement?.localName?.toLowerCase();
  if (xml.getElementsByTagName('parsererror').length > 0) throw wrongContent(extension);
  if ((root !== 'kml' && root !== 'gpx') || (extension !== '' && extension !== root && extension !== 'xml'))
    throw wrongContent(extension);
  const { kml, gpx } = await import('@tmcw/togeojson');
  const json = (root === 'kml' ? kml(xml) : gpx(xml)) as FeatureCollection;
  const areas = areasIn(json);
  return areas.length > 0 || root === 'kml' ? areas : areaOfPoints(json);
}

async function zipAreas(bytes: Uint8Array): Promise<FoundArea[]> {
  const files = await readZip(bytes, /\.(shp|dbf|prj|cpg|kml)$/);
  const names = [...files.keys()];
  const kml = names.find((name) => name.endsWith('.kml'));
  const shapes = names.filter((name) => name.endsWith('.shp'));
  if (shapes.length === 0) {
    if (!kml) throw new ImportError('zip-no-shapefile');
    return xmlAreas(new TextDecoder().decode(files.get(kml)), 'kml');
  }
  const areas: FoundArea[] = [];
  for (const name of shapes) areas.push(...(await shapefileAreas(files, name.slice(0, -4))));
  return areas;
}

const SHAPEFILE = 9994;

async function shapefileAreas(files: Map<string, Uint8Array>, base: string): Promise<FoundArea[]> {
  const shp = files.get(`${base}.shp`)!;
  const prj = files.get(`${base}.prj`);
  const dbf = files.get(`${base}.dbf`);
  const cpg = files.get(`${base}.cpg`);
  if (shp.length < 100 || viewOf(shp).getInt32(0) !== SHAPEFILE) throw new ImportError('shapefile-broken');
  if (prj) assertDegrees(new TextDecoder().decode(prj));
  const { combine, parseDbf, parseShp } = await import('shpjs');
  try {
    const rows = dbf ? parseDbf(viewOf(dbf), cpg && new TextDecoder().decode(cpg)) : undefined;
    return areasIn(combine([parseShp(viewOf(shp)), rows]) as FeatureCollection);
  } catch {
    throw new ImportError('shapefile-broken');
  }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** `PROJCS["WGS_1984_UTM_Zone_37S", …]` or `GEOGCS["GCS_WGS_1984", …]`, or WKT 2 with PROJCRS, GEOGCRS. */
const ROOT =
  /^\s*(PROJCS|PROJCRS|PROJECTEDCRS|GEOGCS|GEOGCRS|GEODCRS|GEODETICCRS|COMPD_CS|COMPOUNDCRS|BOUNDCRS)\s*\[\s*"([^"]*)"/i;
const WGS84 = /WGS[\s_]*(19)?84|ETRS[\s_]*(19)?89|ITRF/i;

/** Only longitude and latitude on WGS 84 are supported: throws an error that names any other projection. */
function assertDegrees(prj: string): void {
  const [, kind = '', name = ''] = ROOT.exec(prj.replace(/^\uFEFF/, '')) ?? [];
  if (!kind) throw new ImportError('projection-unknown');
  const degrees = /^GEO(G|D)/i.test(kind);
  if (!degrees || !WGS84.test(name)) throw new ImportError('projection', { name: name.replaceAll('_', ' ') });
}

/** GeoJSON before RFC 7946 could declare another coordinate system. */
function assertGeoJsonDegrees(crs: unknown): void {
  if (crs === null || crs === undefined) return;
  const name = (crs as { properties?: { name?: unknown } }).properties?.name;
  if (typeof name !== 'string') throw new ImportError('projection-unknown');
  if (!/CRS84|EPSG:{1,2}4326\b/i.test(name))
    throw new ImportError('projection', { name: name.replace(/^urn:ogc:def:crs:/i, '') });
}
