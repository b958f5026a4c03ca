-- oldest code: 0023
-- What an official of one county sees: rollups and cells of each county, distinct farmers of each, and the one county
-- that an application belongs to.

-- How many parcels the farmer has in each county, beside those of the regions.
alter table farmer_places add column counties jsonb not null default '{}';
update farmer_places set counties = land.counties
from (
  select owner_id, jsonb_object_agg(county, parcels) as counties
  from (
    select owner_id, county, count(*) as parcels from parcels
    where deleted_at is null and county is not null group by owner_id, county
  ) as counted group by owner_id
) as land where land.owner_id = farmer_places.owner_id;

create table rollup_county_scores (
  county  text not null,
  score   smallint not null,
  parcels bigint not null,
  primary key (county, score)
) with (fillfactor = 50);
create table rollup_county_soils (
  county    text not null,
  soil_type text not null,
  parcels   bigint not null,
  acres     numeric not null,
  primary key (county, soil_type)
) with (fillfactor = 50);
create table rollup_county_cover (
  county    text not null,
  from_day  date not null,
  until_day date not null,
  acres     numeric not null,
  primary key (county, until_day, from_day)
) with (fillfactor = 70);

-- Of a parcel its county, of an overlap those of both its parcels.
alter table cell_deltas add column counties text[] not null default '{}';
create table rollup_county_cells (
  county        text not null,
  zoom          smallint not null check (zoom between 4 and 10),
  tile_x        integer not null,
  tile_y        integer not null,
  place         smallint not null,
  soil_type     text not null,
  band          text not null,
  parcels       bigint not null,
  compared      bigint not null,
  score_sum     bigint not null,
  open_overlaps bigint not null,
  primary key (county, zoom, tile_x, tile_y, place, soil_type, band)
) with (fillfactor = 80);

-- Of an application the county whose office decides on it, of a programme the county that made it; null: the country.
alter table subsidies add column county text;
update subsidies set county = coalesce(named.county, case when named.id is null then land.county end)
from subsidies as application
left join lateral (
  select parcels.id, parcels.county from subsidy_parcels join parcels on parcels.id = parcel_id
  where subsidy_id = application.id and parcels.deleted_at is null order by size_acres desc, parcels.id limit 1
) as named on true
left join lateral (
  select case when count(distinct coalesce(county, '')) = 1 then max(county) end as county from parcels
  where owner_id = application.owner_id and deleted_at is null
    and not exists (select from subsidy_parcels where subsidy_id = application.id)
) as land on true
where application.id = subsidies.id and subsidies.kind = 'application';
create index subsidies_county on subsidies (county, kind, status, created_at desc, id desc);
create index subsidies_programme_county on subsidies (programme_id, county, status, created_at desc, id desc)
  where programme_id is not null;
drop index subsidies_waiting_county;

-- Made in a post of this county; null: for the whole country.
alter table reports add column county text;
create index reports_county on reports (county, created_at desc, id desc) where county is not null;

-- Made in a post of this county: whoever comes by it works there; null: for the whole country.
alter table invitations add column county text;

-- Those that count counties from now on, or in another way: the upgrade fills rollups that are empty.
delete from rollup_farmers;
delete from rollup_equipment;
delete from rollup_equipment_days;
delete from rollup_subsidies;
