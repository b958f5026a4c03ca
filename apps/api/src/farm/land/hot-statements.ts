/**
 * The most frequent statements, tuned by measurement: each is one round trip, prepared once per connection, and returns
 * records as JSON text. Guarded by `npm run bench -- land`.
 */
import type { ScoredRecords } from '@ardhi/contract';
import { RECORDS_PER_PARCEL } from '@ardhi/contract/limits';
import { sql } from 'kysely';
import { AUDIT_COLUMNS } from '../../lib/audit/audit.ts';
import { prepared } from '../../lib/database/prepared.ts';
import {
  dateColumn,
  type ListedParcel,
  PARCEL_COLUMNS,
  type ParcelRow,
  type RecordTable,
  type WholeParcel,
} from './columns.ts';
import { STATED_COLUMNS } from './parcel-fields.ts';

// Concatenated as text, which takes half the time of json_build_object and dominates the cost of a parcel list.
const asJson: Record<RecordTable, string> = {
  crops: `'{"_id":"' || id || '","revision":' || revision || ',"name":' || to_json(name)
    || ',"plantingDate":"' || planting_date || '","harvestDate":"' || harvest_date
    || '","yield":' || yield_tons_per_hectare || ',"yieldConfirmed":' || yield_confirmed
    || ',"areaShare":' || coalesce(area_share::text, 'null') || '}'`,
  water_records: `'{"_id":"' || id || '","revision":' || revision || ',"date":"' || date
    || '","amount":' || litres || '}'`,
  fertilizer_records: `'{"_id":"' || id || '","revision":' || revision || ',"date":"' || date
    || '","type":' || to_json(type) || ',"amount":' || kg || '}'`,
  pesticide_records: `'{"_id":"' || id || '","revision":' || revision || ',"date":"' || date
    || '","product":' || to_json(product) || ',"amount":' || amount || ',"unit":"' || unit || '"}'`,
};
/** One record in the contract's format. */
export const recordJson = (table: RecordTable) => sql.raw(`(${asJson[table]})::json`);

/** Records as JSON array text. `order` is SQL. */
const recordsText = (table: RecordTable, order = '') =>
  `'[' || coalesce(string_agg(${asJson[table]}, ',' ${order}), '') || ']'`;

/**
 * The newest records of a parcel, oldest first, as JSON array text. `parcelId`, `limit` and `since` are SQL; `since`
 * applies to the harvest date of a crop.
 */
function newestRecords(table: RecordTable, parcelId: string, limit: string, since?: string): string {
  const date = dateColumn(table);
  const last = table === 'crops' ? 'harvest_date' : date;
  return `(
    select ${recordsText(table, `order by ${date}, created_at, id`)}
    from (
      select * from ${table} where parcel_id = ${parcelId} ${since ? `and ${last} >= ${since}` : ''}
      order by ${date} desc, created_at desc, id desc limit ${limit}
    ) newest
  )`;
}

/** A page with many parcels includes fewer records of each, to bound the response size. */
const RECORDS_PER_PAGE = 20_000;

export const listStatement = prepared<ListedParcel & { total: number }>(
  'land-list',
  `with page as materialized (
    select ${PARCEL_COLUMNS} from parcels
    where owner_id = $1 and deleted_at is null and (created_at, id) > ($2::timestamptz, $3::uuid)
    order by created_at, id
    limit $4::int offset $5::int
  ),
  capacity as (
    select least(${RECORDS_PER_PARCEL}, ${RECORDS_PER_PAGE} / greatest(count(*)::int, 1)) as records from page
  ),
  owned as (
    select count(*)::int as total from parcels where owner_id = $1 and deleted_at is null
  )
  select page.*, owned.total,
    ${newestRecords('crops', 'page.id', '(select records from capacity)')} as crops,
    ${newestRecords('water_records', 'page.id', '(select records from capacity)')} as water_usage
  from owned left join page on true
  order by page.created_at, page.id`,
);

export const wholeStatement = prepared<WholeParcel>(
  'land-whole',
  `select ${PARCEL_COLUMNS},
    ${newestRecords('crops', 'parcels.id', `${RECORDS_PER_PARCEL}`)} as crops,
    ${newestRecords('water_records', 'parcels.id', `${RECORDS_PER_PARCEL}`)} as water_usage,
    ${newestRecords('fertilizer_records', 'parcels.id', `${RECORDS_PER_PARCEL}`)} as fertilizer_usage,
    ${newestRecords('pesticide_records', 'parcels.id', `${RECORDS_PER_PARCEL}`)} as pesticide_usage
  from parcels where id = $1`,
);

const offlineRecords = (table: RecordTable) =>
  newestRecords(table, 'page.id', `${RECORDS_PER_PARCEL}`, '$4::date');

export const offlineStatement = prepared<WholeParcel>(
  'land-kept',
  `with page as materialized (
    select ${PARCEL_COLUMNS} from parcels where owner_id = $1 and deleted_at is null
    order by created_at, id limit $2::int offset $3::int
  )
  select page.*, ${offlineRecords('crops')} as crops, ${offlineRecords('water_records')} as water_usage,
    ${offlineRecords('fertilizer_records')} as fertilizer_usage, ${offlineRecords('pesticide_records')} as pesticide_usage
  from page order by page.created_at, page.id`,
);

export const rowStatement = prepared<ParcelRow>(
  'land-row',
  `select ${PARCEL_COLUMNS} from parcels where id = $1`,
);

export const lockStatement = prepared<ParcelRow>(
  'land-lock',
  `select ${PARCEL_COLUMNS} from parcels where id = $1 for update`,
);

/** Bound after the explanation ($1) and the audit entry ($2 to $8). */
export const INSERTED_COLUMNS = [
  'id',
  'owner_id',
  ...STATED_COLUMNS,
  'score',
  'confidence',
  'score_status',
  'score_band',
  'score_as_of',
  'score_version',
  'inputs_hash',
] as const;

export const insertStatement = prepared<ParcelRow>(
  'land-insert',
  `with parcel as (
    insert into parcels (${INSERTED_COLUMNS.join(', ')})
    values (${INSERTED_COLUMNS.map((_, index) => `$${index + 9}`).join(', ')})
    on conflict (id) do nothing
    returning ${PARCEL_COLUMNS}
  ), explanation as (
    insert into parcel_scores (parcel_id, result) select id, $1::jsonb from parcel
  ), trail as (
    insert into audit_log (${AUDIT_COLUMNS})
    select $2::uuid, $3::text, $4::text, $5::uuid, $6::jsonb, $7::jsonb, $8::text from parcel
  )
  select * from parcel`,
);

/** Window of the score engine, both ends inclusive; fertilizer counts from 30 days before the first planting. */
const WINDOW_DAYS = 730;
const PREPARATION_DAYS = 30;

const windowStart = `($2::date - ${WINDOW_DAYS - 1})`;

const recordsJson = (table: RecordTable) => `(${recordsText(table)})::json`;

export const scoredRecordsStatement = prepared<ScoredRecords & { id: string }>(
  'land-scored-records',
  `select parcel.id, planted.list as crops, watered.list as "waterUsage",
    fertilized.list as "fertilizerUsage", sprayed.list as "pesticideUsage"
  from unnest($1::uuid[]) as parcel (id)
  cross join lateral (
    select ${recordsJson('crops')} as list, min(planting_date) as first_planting from crops
    where parcel_id = parcel.id and planting_date <= $2::date and harvest_date >= ${windowStart}
  ) planted
  cross join lateral (
    select ${recordsJson('water_records')} as list from water_records
    where parcel_id = parcel.id and date between ${windowStart} and $2::date
  ) watered
  cross join lateral (
    select ${recordsJson('fertilizer_records')} as list from fertilizer_records
    where parcel_id = parcel.id
      and date between least(${windowStart}, planted.first_planting - ${PREPARATION_DAYS}) and $2::date
  ) fertilized
  cross join lateral (
    select ${recordsJson('pesticide_records')} as list from pesticide_records
    where parcel_id = parcel.id and date between ${windowStart} and $2::date
  ) sprayed`,
);

export const saveScoresStatement = prepared(
  'land-save-scores',
  `with scored as (
      select * from jsonb_to_recordset($1::jsonb) as scored (
        id uuid, score smallint, confidence smallint, status text, band text, as_of date, version text,
        inputs_hash text, county text, region text, county_source text, moved boolean, result jsonb, parts jsonb,
        crop_count int, water_count int, fertilizer_count int, pesticide_count int,
        water_added numeric, water_removed numeric, fertilizer_added numeric, fertilizer_removed numeric,
        pesticide_added numeric, pesticide_removed numeric
      )
    ), parcel as (
      update parcels set
        score = scored.score,
        confidence = scored.confidence,
        score_status = scored.status,
        score_band = scored.band,
        score_as_of = scored.as_of,
        score_version = scored.version,
        inputs_hash = scored.inputs_hash,
        county = scored.county,
        region = scored.region,
        county_source = scored.county_source,
        crop_count = parcels.crop_count + coalesce(scored.crop_count, 0),
        water_count = parcels.water_count + coalesce(scored.water_count, 0),
        fertilizer_count = parcels.fertilizer_count + coalesce(scored.fertilizer_count, 0),
        pesticide_count = parcels.pesticide_count + coalesce(scored.pesticide_count, 0),
        water_litres = parcels.water_litres + coalesce(scored.water_added, 0) - coalesce(scored.water_removed, 0),
        fertilizer_kg = parcels.fertilizer_kg + coalesce(scored.fertilizer_added, 0) - coalesce(scored.fertilizer_removed, 0),
        pesticide_kg = parcels.pesticide_kg + coalesce(scored.pesticide_added, 0) - coalesce(scored.pesticide_removed, 0),
        has_records = parcels.crop_count + parcels.water_count + parcels.fertilizer_count + parcels.pesticide_count
          + coalesce(scored.crop_count, 0) + coalesce(scored.water_count, 0)
          + coalesce(scored.fertilizer_count, 0) + coalesce(scored.pesticide_count, 0) > 0
      from scored where parcels.id = scored.id
    ), explanation as (
      insert into parcel_scores (parcel_id, result) select id, result from scored
      on conflict (parcel_id) do update set result = excluded.result
    )
    insert into score_history (parcel_id, as_of, score, confidence, status, version, parts)
    select id, as_of, score, confidence, status, version, parts from scored where moved`,
);
