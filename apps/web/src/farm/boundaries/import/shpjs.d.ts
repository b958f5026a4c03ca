/** The parts of shpjs that are used; the package has no types of its own. */
declare module 'shpjs' {
  export function parseShp(shp: DataView): unknown[];
  export function parseDbf(dbf: DataView, cpg?: string): Record<string, unknown>[];
  export function combine(parts: [shapes: unknown[], rows?: Record<string, unknown>[]]): unknown;
}
