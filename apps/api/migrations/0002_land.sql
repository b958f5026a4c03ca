-- Land parcels, their field records, and the sustainability score computed from them.

-- The counts, totals and the score are kept on the parcel, in the transaction of the record that changes them, so that
-- a list reads nothing else for them. Only a person's edit raises `revision`.
create table parcels (
  id                  uuid primary key,
  owner_id            uuid not null references users,
  name                text not null,
  size_acres          numeric not null check (size_acres between 0 and 1000000),
  address             text,
  soil_type           text not null default 'loamy'
                      check (soil_type in ('clay', 'sandy', 'silty', 'peaty', 'chalky', 'loamy')),
  declared_irrigation text not null default 'unknown' check (declared_irrigation in ('recorded', 'rain-fed', 'unknown')),
  declared_fertilizer text not null default 'unknown' check (declared_fertilizer in ('recorded', 'none', 'unknown')),
  declared_pesticide  text not null default 'unknown' check (declared_pesticide in ('recorded', 'none', 'unknown')),
  -- As resolved when the parcel was last written; a county that the farmer confirmed has the source `confirmed`.
  county              text,
  region              text check (region in ('north', 'south', 'east', 'west')),
  county_source       text check (county_source in ('confirmed', 'address', 'coordinates', 'name')),
  crop_count          integer not null default 0,
  water_count         integer not null default 0,
  fertilizer_count    integer not null default 0,
  pesticide_count     integer not null default 0,
  water_litres        numeric not null default 0,
  fertilizer_kg       numeric not null default 0,
  -- One litre of a product counts as one kg.
  pesticide_kg        numeric not null default 0,
  -- A column of its own, so that counting records does not touch an index.
  has_records         boolean not null default false,
  score               smallint not null default 50 check (score between 0 and 100),
  confidence          smallint not null default 0 check (confidence between 0 and 100),
  score_status        text not null default 'initial' check (score_status in ('initial', 'provisional', 'assessed')),
  score_band          text not null default 'initial'
                      check (score_band in ('initial', 'needs attention', 'fair', 'good', 'very good')),
  score_as_of         date not null,
  -- Engine and tables that computed it: `2025.1.0/2025.1`.
  score_version       text not null,
  inputs_hash         text not null,
  revision            integer not null default 1,
  created_at          timestamptz(3) not null default now(),
  -- A deleted parcel can be restored for 30 days, then a job removes it.
  deleted_at          timestamptz(3),
  check ((county is null) = (county_source is null))
) with (fillfactor = 85);
create index parcels_owner on parcels (owner_id, created_at, id) where deleted_at is null;
create index parcels_deleted on parcels (owner_id, deleted_at desc) where deleted_at is not null;
create index parcels_purge on parcels (deleted_at) where deleted_at is not null;
create index parcels_with_records on parcels (id) where has_records and deleted_at is null;

-- The explanation of a parcel's score: components, evidence, what is missing, actions. Apart from the parcel, because
-- lists never need it.
create table parcel_scores (
  parcel_id uuid primary key references parcels on delete cascade,
  result    jsonb not null
);

-- One row for each change of the whole score.
create table score_history (
  id         bigint generated always as identity primary key,
  parcel_id  uuid not null references parcels on delete cascade,
  as_of      date not null,
  score      smallint not null,
  confidence smallint not null,
  status     text not null,
  version    text not null,
  created_at timestamptz(3) not null default now()
);
create index score_history_parcel on score_history (parcel_id, id);
create index score_history_as_of on score_history (as_of, parcel_id);

create table crops (
  id                     uuid primary key,
  parcel_id              uuid not null references parcels on delete cascade,
  name                   text not null,
  planting_date          date not null,
  harvest_date           date not null,
  yield_tons_per_hectare numeric not null check (yield_tons_per_hectare >= 0),
  -- Until the farmer says so after the harvest date, the yield is an expectation.
  yield_confirmed        boolean not null,
  area_share             numeric check (area_share > 0 and area_share <= 1),
  revision               integer not null default 1,
  created_at             timestamptz(3) not null default now(),
  check (harvest_date >= planting_date)
);
create index crops_parcel on crops (parcel_id, planting_date desc, created_at desc, id desc);
create index crops_unconfirmed on crops (parcel_id, harvest_date) where not yield_confirmed;

create table water_records (
  id         uuid primary key,
  parcel_id  uuid not null references parcels on delete cascade,
  date       date not null,
  litres     numeric not null check (litres >= 0),
  revision   integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create index water_records_parcel on water_records (parcel_id, date desc, created_at desc, id desc);

create table fertilizer_records (
  id         uuid primary key,
  parcel_id  uuid not null references parcels on delete cascade,
  date       date not null,
  type       text not null,
  kg         numeric not null check (kg >= 0),
  revision   integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create index fertilizer_records_parcel on fertilizer_records (parcel_id, date desc, created_at desc, id desc);

create table pesticide_records (
  id         uuid primary key,
  parcel_id  uuid not null references parcels on delete cascade,
  date       date not null,
  product    text not null,
  amount     numeric not null check (amount >= 0),
  unit       text not null check (unit in ('kg', 'L')),
  revision   integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create index pesticide_records_parcel on pesticide_records (parcel_id, date desc, created_at desc, id desc);

-- Computations of many scores: nightly for a date, or after a change of the engine for a version. The last parcel done
-- is kept, so that a run which was cut off goes on from there.
create table score_runs (
  id              bigint generated always as identity primary key,
  kind            text not null check (kind in ('nightly', 'version')),
  target          text not null,
  last_parcel_id  uuid,
  parcels_total   integer not null,
  parcels_done    integer not null default 0,
  parcels_changed integer not null default 0,
  started_at      timestamptz(3) not null default now(),
  updated_at      timestamptz(3) not null default now(),
  finished_at     timestamptz(3),
  unique (kind, target)
);
