/** Import error codes. Each has a message in the catalogue, under `map.import.error.`. */
export const IMPORT_ERRORS = [
  'too-large',
  'unknown',
  'not-geojson',
  'not-kml',
  'not-gpx',
  'not-zip',
  'zip-broken',
  'zip-too-large',
  'zip-no-shapefile',
  'shapefile-broken',
  'no-area',
  'projection',
  'projection-unknown',
] as const;
export type ImportErrorCode = (typeof IMPORT_ERRORS)[number];

export class ImportError extends Error {
  readonly code: ImportErrorCode;
  /** Message parameters, such as the projection or the limit. */
  readonly values: Record<string, string | number>;

  constructor(code: ImportErrorCode, values: Record<string, string | number> = {}) {
    super(code);
    this.code = code;
    this.values = values;
  }
}
