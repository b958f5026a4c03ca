/** Exports of the registers, with their filters: CSV, and parcels as GeoJSON. */
import { today } from '@ardhi/contract/dates';
import type { LogExport } from '../../lib/audit/access-log.ts';
import type { Db } from '../../lib/database/db.ts';
import type { PageRequest } from '../../lib/database/rows.ts';
import { CSV_TYPE, type CsvColumn, csvFile, exportFile } from '../../lib/documents/csv.ts';
import type { FileResponse } from '../../lib/http/respond.ts';
import { type Area, countyWithin } from '../../lib/http/scope.ts';
import type { Translate } from '../../lib/text/i18n.ts';
import { featureJson, GEOJSON_TYPE } from '../gis/features.ts';
import { listFeaturesOf } from '../gis/queries.ts';
import { type FarmerFilter, type FarmerRow, listFarmers } from './register-farmers.ts';
import { cursorOf, type SortedRow } from './register-order.ts';
import { listParcels, type ParcelFilter, type ParcelRow } from './register-parcels.ts';

interface Export<Filter> {
  db: Db;
  scope: Area;
  query: Filter;
  t: Translate;
  noteExport: LogExport;
}

export const farmersCsv = (context: Export<FarmerFilter>) =>
  registerCsv(context, 'farmers', farmerColumns, listFarmers, (row) => row.id);

export const parcelsCsv = (context: Export<ParcelFilter>) =>
  registerCsv(context, 'land-parcels', parcelColumns, listParcels, (row) => row.owner_id);

async function registerCsv<Filter extends ParcelFilter, Row extends SortedRow>(
  { db, scope, query, t, noteExport }: Export<Filter>,
  name: string,
  columns: CsvColumn<Row>[],
  list: (db: Db, scope: Area, filter: Filter, paging: PageRequest) => Promise<Row[]>,
  personOf: (row: Row) => string,
): Promise<FileResponse> {
  const table = {
    columns,
    list: (paging: PageRequest) => list(db, scope, query, paging),
    cursorOf: cursorOf(query.sort),
    personOf,
    area: countyWithin(scope, query.county) ?? query.region ?? 'all',
  };
  return { type: CSV_TYPE, name: `${name}-${today()}.csv`, body: await csvFile(table, t, noteExport) };
}

/** The properties that map programs get, and the names of the parcels; none of their owners. */
export async function parcelsGeojson({
  db,
  scope,
  query,
  noteExport,
}: Export<ParcelFilter>): Promise<FileResponse> {
  const table = {
    list: (paging: PageRequest) => listParcels(db, scope, query, paging),
    cursorOf: cursorOf(query.sort),
    personOf: (row: ParcelRow) => row.owner_id,
    area: countyWithin(scope, query.county) ?? query.region ?? 'all',
  };
  const body = await exportFile(table, noteExport, async function* (pages) {
    yield '{"type":"FeatureCollection","features":[';
    let separator = '\n';
    for await (const page of pages)
      for (let from = 0; from < page.length; from += BOUNDARIES_AT_ONCE) {
        const rows = page.slice(from, from + BOUNDARIES_AT_ONCE);
        const names = new Map(rows.map(({ id, name }) => [id, name]));
        const features = await listFeaturesOf(db, [...names.keys()]);
        // All of them may have been deleted since the page was read.
        if (features.length === 0) continue;
        yield separator +
          features.map((row) => featureJson(row, {}, { name: names.get(row.id) })).join(',\n');
        separator = ',\n';
      }
    yield '\n]}\n';
  });
  return { type: GEOJSON_TYPE, name: `land-parcels-${today()}.geojson`, body };
}

/** A boundary has up to 10,000 corners, so that a whole page of them could be too large for the memory. */
const BOUNDARIES_AT_ONCE = 100;

const farmerColumns: CsvColumn<FarmerRow>[] = [
  { key: 'register.csv.id', value: (row) => row.id },
  { key: 'register.csv.name', value: (row) => row.name },
  { key: 'register.csv.email', value: (row) => row.email },
  { key: 'register.csv.phone', value: (row) => row.phone_number },
  { key: 'register.csv.location', value: (row) => row.location },
  { key: 'analytics.counties', value: (row) => row.counties.join('; ') },
  {
    key: 'analytics.regions',
    value: (row, t) => row.regions.map((region) => t(`analytics.region.${region}`)).join('; '),
  },
  { key: 'analytics.total-lands', value: (row) => row.lands },
  { key: 'register.csv.acres', value: (row) => row.area },
  { key: 'register.csv.created', value: (row) => row.created_at },
];

const parcelColumns: CsvColumn<ParcelRow>[] = [
  { key: 'register.csv.id', value: (row) => row.id },
  { key: 'register.csv.name', value: (row) => row.name },
  { key: 'register.csv.farmer', value: (row, t) => row.owner_name || t('deleted.user') },
  { key: 'register.csv.email', value: (row) => row.owner_name && row.owner_email },
  { key: 'register.csv.phone', value: (row) => row.owner_phone },
  { key: 'register.csv.location', value: (row) => row.address },
  { key: 'analytics.county', value: (row) => row.county },
  { key: 'analytics.region', value: (row, t) => row.region && t(`analytics.region.${row.region}`) },
  { key: 'analytics.soil', value: (row, t) => t(`analytics.soil.${row.soil_type}`) },
  { key: 'register.csv.acres', value: (row) => row.size_acres },
  {
    key: 'register.csv.score',
    value: (row, t) => (row.score_status === 'initial' ? t('register.csv.not-assessed') : row.score),
  },
  { key: 'register.csv.crops', value: (row) => row.crop_count },
  { key: 'register.csv.created', value: (row) => row.created_at },
];
