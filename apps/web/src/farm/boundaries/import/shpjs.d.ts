/** Types for the parts of shpjs in use; the package has none. */
declare module 'shpjs' {
  export function parseShp(shp: DataView): unknown[];
  export function parseDbf(dbf: DataView, cpg?: string): Record<string, unknown>[];
  export function combine(parts: [shapes: unknown[], rows?: Record<string, unknown>[]]): unknown;
}
