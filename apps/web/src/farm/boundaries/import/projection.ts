/** Checks the declared coordinate system of a file. Only longitude and latitude on WGS 84 are supported. */
import { ImportError } from './import-error.ts';

/** `PROJCS["WGS_1984_UTM_Zone_37S", …]` or `GEOGCS["GCS_WGS_1984", …]`, or WKT 2 with PROJCRS, GEOGCRS. */
const ROOT =
  /^\s*(PROJCS|PROJCRS|PROJECTEDCRS|GEOGCS|GEOGCRS|GEODCRS|GEODETICCRS|COMPD_CS|COMPOUNDCRS|BOUNDCRS)\s*\[\s*"([^"]*)"/i;
const WGS84 = /WGS[\s_]*(19)?84|ETRS[\s_]*(19)?89|ITRF/i;

/** Throws an error that names the projection unless the .prj declares degrees on WGS 84. */
export function assertDegrees(prj: string): void {
  const [, kind = '', name = ''] = ROOT.exec(prj.replace(/^\uFEFF/, '')) ?? [];
  if (!kind) throw new ImportError('projection-unknown');
  const degrees = /^GEO(G|D)/i.test(kind);
  if (!degrees || !WGS84.test(name)) throw new ImportError('projection', { name: name.replaceAll('_', ' ') });
}

/** GeoJSON before RFC 7946 could declare another coordinate system. */
export function assertGeoJsonDegrees(crs: unknown): void {
  if (crs === null || crs === undefined) return;
  const name = (crs as { properties?: { name?: unknown } }).properties?.name;
  if (typeof name !== 'string') throw new ImportError('projection-unknown');
  if (!/CRS84|EPSG:{1,2}4326\b/i.test(name))
    throw new ImportError('projection', { name: name.replace(/^urn:ogc:def:crs:/i, '') });
}
