/** GeoJSON of parcels, without data of their owners. */
import { SQUARE_METRES_PER_ACRE } from '@ardhi/contract/units';
import type { ParcelFeatureRow } from './queries.ts';

export const GEOJSON_TYPE = 'application/geo+json';

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

/** The geometry is inserted as the text that the database stores. */
export const featureJson = (
  row: ParcelFeatureRow,
  more: object = {},
  named: { name?: string } = {},
): string =>
  `{"type":"Feature","id":"${row.id}","geometry":${geometryJson(row)},` +
  `"properties":${JSON.stringify({ ...named, ...propertiesOf(row) })}${inner(more)}}`;

const geometryJson = ({ coordinates }: ParcelFeatureRow) =>
  coordinates && `{"type":"MultiPolygon","coordinates":${coordinates}}`;

const inner = (more: object) => {
  const json = JSON.stringify(more).slice(1, -1);
  return json && `,${json}`;
};

export const collectionJson = (rows: readonly ParcelFeatureRow[], more: object): string =>
  `{"type":"FeatureCollection"${inner(more)},"features":[${rows.map((row) => featureJson(row)).join(',')}]}`;

const propertiesOf = (row: ParcelFeatureRow) => ({
  county: row.county,
  region: row.region,
  soilType: row.soil_type,
  /** As registered, and within the boundary. */
  sizeAcres: row.size_acres,
  areaAcres: row.area_m2 && rounded(row.area_m2 / SQUARE_METRES_PER_ACRE, 3),
  score: row.score,
  scoreConfidence: row.confidence,
  boundarySource: row.source,
  boundaryUpdatedAt: row.updated_at,
});
