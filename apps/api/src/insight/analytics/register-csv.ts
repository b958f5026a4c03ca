/** CSV export of the registers, with their filters. */
import type { Readable } from 'node:stream';
import type { LogExport } from '../../lib/audit/access-log.ts';
import type { Db } from '../../lib/database/db.ts';
import { type CsvColumn, csvFile } from '../../lib/documents/csv.ts';
import { type Area, countyWithin, type Scope } from '../../lib/http/scope.ts';
import type { Translate } from '../../lib/text/i18n.ts';
import { type FarmerFilter, type FarmerRow, listFarmers } from './register-farmers.ts';
import { cursorOf } from './register-order.ts';
import { listParcels, type ParcelFilter, type ParcelRow } from './register-parcels.ts';

export function farmersCsv(
  db: Db,
  scope: Area,
  filter: FarmerFilter,
  t: Translate,
  noteExport: LogExport,
): Promise<Readable> {
  return csvFile(
    {
      columns: farmerColumns,
      list: (paging) => listFarmers(db, scope, filter, paging),
      cursorOf: cursorOf(filter.sort),
      personOf: (row) => row.id,
      area: areaOf(scope, filter),
    },
    t,
    noteExport,
  );
}

export function parcelsCsv(
  db: Db,
  scope: Scope,
  filter: ParcelFilter,
  t: Translate,
  noteExport: LogExport,
): Promise<Readable> {
  return csvFile(
    {
      columns: parcelColumns,
      list: (paging) => listParcels(db, scope, filter, paging),
      cursorOf: cursorOf(filter.sort),
      personOf: (row) => row.owner_id,
      area: areaOf(scope, filter),
    },
    t,
    noteExport,
  );
}

const areaOf = (scope: Scope, { county, region }: FarmerFilter) =>
  countyWithin(scope, county) ?? region ?? 'all';

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
