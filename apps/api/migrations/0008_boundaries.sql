-- Boundaries of parcels, and where those of two farmers overlap.

-- What lists and the score need of a boundary stands on the parcel; the shape itself is apart, because it is large and
-- seldom read. `boundary_revision` counts every change of the boundary, also its removal; `revision` stays as it is.
alter table parcels
  add column boundary_area_m2  double precision,
  add column centre_lat        double precision,
  add column centre_lon        double precision,
  add column boundary_revision integer not null default 0,
  add constraint parcels_boundary check (
    (boundary_area_m2 is null) = (centre_lat is null) and (centre_lat is null) = (centre_lon is null)
  );

create table boundaries (
  parcel_id    uuid primary key references parcels on delete cascade,
  -- GeoJSON coordinates of a MultiPolygon: degrees on WGS 84, longitude first, seven decimals, rings closed.
  coordinates  json not null,
  -- The same with few corners, where there are many: for maps of many parcels and for tiles.
  outline      json,
  -- West, south, east, north. Found through a GiST index: who overlaps, what lies in a tile.
  extent       box not null,
  corner_count integer not null,
  source       text not null check (source in ('drawn', 'walked', 'imported')),
  updated_at   timestamptz(3) not null default now()
);
create index boundaries_extent on boundaries using gist (extent);

-- One row for two parcels of different farmers whose boundaries overlap by more than the tolerance.
create table boundary_overlaps (
  id               uuid primary key,
  -- In the order of their ids. They hang on the boundaries, so that an overlap goes with either of them.
  first_parcel_id  uuid not null references boundaries on delete cascade,
  second_parcel_id uuid not null references boundaries on delete cascade,
  coordinates      json not null,
  extent           box not null,
  area_m2          double precision not null check (area_m2 > 0),
  status           text not null default 'open' check (status in ('open', 'settled')),
  -- What an official says of it, for both farmers to read.
  note             text,
  settled_by       uuid references users,
  settled_at       timestamptz(3),
  -- The conversation of the two farmers about it.
  thread_id        uuid references threads on delete set null,
  revision         integer not null default 1,
  created_at       timestamptz(3) not null default now(),
  updated_at       timestamptz(3) not null default now(),
  unique (first_parcel_id, second_parcel_id),
  check (first_parcel_id < second_parcel_id),
  check ((status = 'settled') = (settled_at is not null))
);
create index boundary_overlaps_second on boundary_overlaps (second_parcel_id);
create index boundary_overlaps_all on boundary_overlaps (created_at desc, id desc);
create index boundary_overlaps_status on boundary_overlaps (status, created_at desc, id desc);
create index boundary_overlaps_extent on boundary_overlaps using gist (extent);
