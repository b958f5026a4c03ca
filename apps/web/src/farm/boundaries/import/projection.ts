/** Which coordinates a file says it has. Only longitude and latitude on WGS 84 can be taken as they are. */
import { ImportError } from './import-error.ts';

/** `PROJCS["WGS_1984_UTM_Zone_37S", …]` or `GEOGCS["GCS_WGS_1984", …]`, also in the newer form PROJCRS, GEOGCRS. */
const ROOT =
  /^\s*(PROJCS|PROJCRS|PROJECTEDCRS|GEOGCS|GEOGCRS|GEODCRS|GEODETICCRS|COMPD_CS|COMPOUNDCRS|BOUNDCRS)\s*\[\s*"([^"]*)"/i;
const WGS84 = /WGS[\s_]*(19)?84|ETRS[\s_]*(19)?89|ITRF/i;

/** Throws, naming the projection, unless the .prj is of plain degrees on WGS 84. */
export function assertDegrees(prj: string): void {
  const [, kind = '', name = ''] = ROOT.exec(prj.replace(/^\uFEFF/, '')) ?? [];
  if (!kind) throw new ImportError('projection-unknown');
  const degrees = /^GEO(G|D)/i.test(kind);
  if (!degrees || !WGS84.test(name)) throw new ImportError('projection', { name: name.replaceAll('_', ' ') });
}

/** The older form of GeoJSON could name another system. */
export function assertGeoJsonDegrees(crs: unknown): void {
  if (crs === null || crs === undefined) return;
  const name = (crs as { properties?: { name?: unknown } }).properties?.name;
  if (typeof name !== 'string') throw new ImportError('projection-unknown');
  if (!/CRS84|EPSG:{1,2}4326\b/i.test(name))
    throw new ImportError('projection', { name: name.replace(/^urn:ogc:def:crs:/i, '') });
}
