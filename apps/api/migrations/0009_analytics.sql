-- What officials see. Figures are read from small rollups, never from the big tables, and are exact at any moment:
-- triggers append what a write adds and takes away (deltas), a job folds the deltas into the rollups now and then, and
-- whoever reads adds up both in one statement. No row is shared by writers of different farmers.
--
-- For each rollup there are three things of the same shape: the table rollup_x, the view live_x (rollup and deltas) and
-- the view recount_x (full scans of what is stored). The last is for checking and for building the rollups anew.

-- A parcel's crops, as far as the figures need them.
alter table parcels
  -- The last day on which a crop stood, of the crops planted until the day of the last change.
  add column covered_until date,
  -- Crops planted later: planting day, then the last day covered from then on; pairs in order, only what adds cover.
  add column planned_cover date[],
  add column has_harvest   boolean not null default false;

-- Counties of an application, as its regions; null where it is in none. Of an overlap, null while a parcel is deleted.
alter table subsidies add column counties text[] not null default '{}';
alter table boundary_overlaps add column counties text[];
alter table equipment add column last_used_on date;

create function nairobi_date(moment timestamptz) returns date language sql stable
  return (moment at time zone 'Africa/Nairobi')::date;

-- ---------------------------------------------------------------------------------------------------- parcels

create table parcel_deltas (
  region        text not null,
  county        text not null,
  soil_type     text not null,
  score         smallint not null,
  -- 1 adds a parcel, -1 takes one away; the flags below are 0 or 1 and follow it.
  sign          smallint not null,
  acres         numeric not null,
  assessed      smallint not null,
  confident     smallint not null,
  recorded      smallint not null,
  unharvested   smallint not null,
  covered_until date,
  planned_cover date[]
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- An empty county or region is one that is not known.
create table rollup_parcels (
  region          text not null,
  county          text not null,
  parcels         bigint not null,
  acres           numeric not null,
  score_sum       bigint not null,
  score_acres     numeric not null,
  assessed        bigint not null,
  -- Confidence of at least 40: those that may be compared.
  confident       bigint not null,
  confident_sum   bigint not null,
  recorded        bigint not null,
  -- Parcels for which no harvest was ever confirmed.
  unharvested     bigint not null,
  primary key (region, county)
) with (fillfactor = 50);
create table rollup_scores (
  region  text not null,
  score   smallint not null,
  parcels bigint not null,
  primary key (region, score)
) with (fillfactor = 50);
create table rollup_soils (
  region    text not null,
  soil_type text not null,
  parcels   bigint not null,
  acres     numeric not null,
  primary key (region, soil_type)
) with (fillfactor = 50);
-- From which day on, until which day how many acres are covered. A planned crop takes its acres from the day before it.
create table rollup_cover (
  region     text not null,
  from_day   date not null,
  until_day  date not null,
  acres      numeric not null,
  primary key (region, from_day, until_day)
) with (fillfactor = 70);
create index rollup_cover_until on rollup_cover (until_day);

create function cover_steps(covered date, planned date[])
returns table (from_day date, until_day date, sign integer) language sql immutable as $$
  select '-infinity'::date, covered, 1 where covered is not null
  union all
  select planned[place], planned[place + 1], 1
  from generate_series(1, coalesce(array_length(planned, 1), 0), 2) as place
  union all
  select planned[place], case place when 1 then covered else planned[place - 1] end, -1
  from generate_series(1, coalesce(array_length(planned, 1), 0), 2) as place
  where case place when 1 then covered else planned[place - 1] end is not null
$$;

create function count_parcel() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    if old.deleted_at is null then
      insert into parcel_deltas values (
        coalesce(old.region, ''), coalesce(old.county, ''), old.soil_type, old.score, -1, old.size_acres,
        (old.score_status <> 'initial')::int, (old.confidence >= 40)::int, old.has_records::int,
        (not old.has_harvest)::int, old.covered_until, old.planned_cover);
    end if;
  end if;
  if tg_op <> 'DELETE' then
    if new.deleted_at is null then
      insert into parcel_deltas values (
        coalesce(new.region, ''), coalesce(new.county, ''), new.soil_type, new.score, 1, new.size_acres,
        (new.score_status <> 'initial')::int, (new.confidence >= 40)::int, new.has_records::int,
        (not new.has_harvest)::int, new.covered_until, new.planned_cover);
    end if;
  end if;
  return null;
end $$;
create trigger parcels_count after insert or delete on parcels for each row execute function count_parcel();
create trigger parcels_recount after update on parcels for each row when (
  (old.deleted_at is null or new.deleted_at is null) and (
    old.score <> new.score
    or (old.confidence >= 40) <> (new.confidence >= 40)
    or (old.score_status = 'initial') <> (new.score_status = 'initial')
    or old.has_records <> new.has_records
    or old.has_harvest <> new.has_harvest
    or old.size_acres <> new.size_acres
    or old.soil_type <> new.soil_type
    or (old.deleted_at is null) <> (new.deleted_at is null)
    or old.region is distinct from new.region
    or old.county is distinct from new.county
    or old.covered_until is distinct from new.covered_until
    or old.planned_cover is distinct from new.planned_cover
  )
) execute function count_parcel();

-- The three columns of a parcel that follow from its crops, as of a day.
create function cover_of(parcel uuid, today date, out covered date, out planned date[], out harvested boolean)
language plpgsql as $$
declare
  crop record;
  covered_so_far date;
begin
  select max(harvest_date) filter (where planting_date <= today), coalesce(bool_or(yield_confirmed), false)
    into covered, harvested
    from crops where parcel_id = parcel;
  covered_so_far := covered;
  for crop in
    select planting_date, max(harvest_date) as harvest_date from crops
    where parcel_id = parcel and planting_date > today
    group by planting_date order by planting_date
  loop
    if covered_so_far is null or crop.harvest_date > covered_so_far then
      covered_so_far := crop.harvest_date;
      planned := planned || array[crop.planting_date, crop.harvest_date];
    end if;
  end loop;
end $$;

-- The parcel is locked by whoever writes its crops, so nobody else changes them meanwhile.
create function cover_parcels() returns trigger language plpgsql as $$
begin
  update parcels set covered_until = now_is.covered, planned_cover = now_is.planned, has_harvest = now_is.harvested
  from (
    select distinct on (parcel_id) parcel_id, cover.covered, cover.planned, cover.harvested
    from changed, cover_of(parcel_id, nairobi_date(now())) as cover
  ) as now_is
  where parcels.id = now_is.parcel_id and (
    parcels.covered_until is distinct from now_is.covered
    or parcels.planned_cover is distinct from now_is.planned
    or parcels.has_harvest <> now_is.harvested);
  return null;
end $$;
create trigger crops_added after insert on crops referencing new table as changed
  for each statement execute function cover_parcels();
create trigger crops_changed after update on crops referencing new table as changed
  for each statement execute function cover_parcels();
create trigger crops_removed after delete on crops referencing old table as changed
  for each statement execute function cover_parcels();

-- ------------------------------------------------------------------------------- farmers and their machines

-- How many parcels a farmer has in each region. Whoever changes a farmer's parcels or machines locks this row, so that
-- a machine entered while its owner gets land elsewhere counts in both places.
create table farmer_places (
  owner_id uuid primary key references users on delete cascade,
  north    integer not null default 0,
  south    integer not null default 0,
  east     integer not null default 0,
  west     integer not null default 0
);

-- `all` is the country.
create table farmer_deltas (
  region  text not null,
  farmers smallint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create table rollup_farmers (
  region  text primary key,
  farmers bigint not null
) with (fillfactor = 50);

-- A row is of a machine (by the day on which it was last used, -infinity for never) or of hours used on a day.
create table equipment_deltas (
  region   text not null,
  status   text not null,
  day      date not null,
  machines smallint not null,
  hours    numeric not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create table rollup_equipment (
  region   text not null,
  status   text not null,
  machines bigint not null,
  primary key (region, status)
) with (fillfactor = 50);
create table rollup_equipment_days (
  region   text not null,
  status   text not null,
  day      date not null,
  machines bigint not null,
  hours    numeric not null,
  primary key (region, day, status)
) with (fillfactor = 70);

create function regions_of(place farmer_places) returns text[] language sql immutable as $$
  select array_remove(array[
    case when place.north > 0 then 'north' end, case when place.south > 0 then 'south' end,
    case when place.east > 0 then 'east' end, case when place.west > 0 then 'west' end], null)
$$;

create function count_farmer() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    if old.role = 'farmer' and old.deleted_at is null then insert into farmer_deltas values ('all', -1); end if;
  end if;
  if tg_op <> 'DELETE' then
    if new.role = 'farmer' and new.deleted_at is null then insert into farmer_deltas values ('all', 1); end if;
  end if;
  return null;
end $$;
create trigger users_count after insert or delete on users for each row execute function count_farmer();
create trigger users_recount after update on users for each row
  when (old.role <> new.role or (old.deleted_at is null) <> (new.deleted_at is null)) execute function count_farmer();

create function place_farmer() returns trigger language plpgsql as $$
declare
  gone text := case when tg_op <> 'INSERT' then case when old.deleted_at is null then old.region end end;
  come text := case when tg_op <> 'DELETE' then case when new.deleted_at is null then new.region end end;
  owner uuid := case when tg_op = 'DELETE' then old.owner_id else new.owner_id end;
begin
  if gone is not distinct from come then return null; end if;
  insert into farmer_places as place (owner_id, north, south, east, west) values (
    owner,
    (come is not distinct from 'north')::int, (come is not distinct from 'south')::int,
    (come is not distinct from 'east')::int, (come is not distinct from 'west')::int)
  on conflict (owner_id) do update set
    north = place.north + excluded.north - (gone is not distinct from 'north')::int,
    south = place.south + excluded.south - (gone is not distinct from 'south')::int,
    east = place.east + excluded.east - (gone is not distinct from 'east')::int,
    west = place.west + excluded.west - (gone is not distinct from 'west')::int;
  return null;
end $$;
create trigger parcels_place after insert or delete on parcels for each row execute function place_farmer();
create trigger parcels_replace after update on parcels for each row when (
  old.region is distinct from new.region or (old.deleted_at is null) <> (new.deleted_at is null)
) execute function place_farmer();

-- A farmer's first parcel in a region brings the farmer and all machines there, the last one takes them along.
create function move_farmer() returns trigger language plpgsql as $$
declare
  was text[] := case when tg_op = 'INSERT' then '{}' else regions_of(old) end;
  is_ text[] := case when tg_op = 'DELETE' then '{}' else regions_of(new) end;
  owner uuid := case when tg_op = 'DELETE' then old.owner_id else new.owner_id end;
begin
  if was = is_ then return null; end if;
  with moved as (
    select region, 1 as sign from unnest(is_) as region where region <> all (was)
    union all
    select region, -1 from unnest(was) as region where region <> all (is_)
  ), farmers as (
    insert into farmer_deltas select region, sign from moved
  )
  insert into equipment_deltas
  select region, status, coalesce(last_used_on, '-infinity'), sign, 0
  from moved, equipment where owner_id = owner
  union all
  select region, equipment.status, usage.date, 0, sign * sum(usage.hours)
  from moved, equipment join equipment_usage as usage on usage.equipment_id = equipment.id
  where equipment.owner_id = owner
  group by region, sign, equipment.status, usage.date;
  return null;
end $$;
create trigger farmer_places_move after insert or update or delete on farmer_places
  for each row execute function move_farmer();

-- Where a farmer's machines count, the row locked; a farmer without land gets one.
create function hold_places(owner uuid) returns text[] language plpgsql as $$
declare
  place farmer_places;
begin
  select * into place from farmer_places where owner_id = owner for update;
  if not found then
    insert into farmer_places (owner_id) values (owner) on conflict (owner_id) do nothing;
    select * into place from farmer_places where owner_id = owner for update;
  end if;
  return array_prepend('all', regions_of(place));
end $$;

create function count_machine(places text[], machine equipment, sign integer, with_hours boolean) returns void
language sql as $$
  insert into equipment_deltas
  select place, machine.status, coalesce(machine.last_used_on, '-infinity'), sign, 0 from unnest(places) as place
  union all
  select place, machine.status, usage.date, 0, sign * sum(usage.hours)
  from unnest(places) as place, equipment_usage as usage
  where with_hours and usage.equipment_id = machine.id
  group by place, usage.date
$$;

create function count_equipment() returns trigger language plpgsql as $$
declare
  places text[];
begin
  if tg_op <> 'INSERT' then
    places := hold_places(old.owner_id);
    perform count_machine(places, old, -1, tg_op = 'DELETE' or old.status <> new.status);
    if tg_op = 'DELETE' then return old; end if;
  end if;
  places := coalesce(places, hold_places(new.owner_id));
  perform count_machine(places, new, 1, tg_op = 'UPDATE' and old.status <> new.status);
  return null;
end $$;
create trigger equipment_count after insert on equipment for each row execute function count_equipment();
create trigger equipment_recount after update on equipment for each row
  when (old.status <> new.status or old.last_used_on is distinct from new.last_used_on)
  execute function count_equipment();
-- Before, because its hours go with it.
create trigger equipment_uncount before delete on equipment for each row execute function count_equipment();

create function count_usage() returns trigger language plpgsql as $$
declare
  machine equipment;
  places text[];
  last_used date;
begin
  select * into machine from equipment
    where id = case when tg_op = 'DELETE' then old.equipment_id else new.equipment_id end for no key update;
  -- The machine itself was deleted, and took its hours out of the count.
  if not found then return null; end if;
  places := hold_places(machine.owner_id);
  if tg_op <> 'INSERT' then
    insert into equipment_deltas select place, machine.status, old.date, 0, -old.hours from unnest(places) as place;
  end if;
  if tg_op <> 'DELETE' then
    insert into equipment_deltas select place, machine.status, new.date, 0, new.hours from unnest(places) as place;
  end if;
  select max(date) into last_used from equipment_usage where equipment_id = machine.id and hours > 0;
  if last_used is distinct from machine.last_used_on then
    update equipment set last_used_on = last_used where id = machine.id;
  end if;
  return null;
end $$;
create trigger equipment_usage_count after insert or update or delete on equipment_usage
  for each row execute function count_usage();

-- -------------------------------------------------------------------------------------------------- subsidies

-- Applications by the day on which they were made: in the country, in each of their regions, in each of their counties.
create table subsidy_deltas (
  scope           text not null,
  place           text not null,
  day             date not null,
  applications    smallint not null,
  requested_cents bigint not null,
  approved        smallint not null,
  approved_cents  bigint not null,
  pending         smallint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create table rollup_subsidies (
  scope           text not null check (scope in ('country', 'region', 'county')),
  place           text not null,
  day             date not null,
  applications    bigint not null,
  requested_cents numeric not null,
  approved        bigint not null,
  approved_cents  numeric not null,
  pending         bigint not null,
  primary key (scope, place, day)
) with (fillfactor = 70);
create index rollup_subsidies_pending on rollup_subsidies (scope, day) where pending <> 0;

create function application_counties(application uuid, farmer uuid) returns text[] language sql volatile as $$
  select array(
    select distinct county from parcels
    where owner_id = farmer and deleted_at is null and county is not null
      and (id in (select parcel_id from subsidy_parcels where subsidy_id = application)
        or not exists (select from subsidy_parcels where subsidy_id = application))
    order by county)
$$;

create function place_application() returns trigger language plpgsql as $$
begin
  new.counties := application_counties(new.id, new.owner_id);
  return new;
end $$;
create trigger subsidies_place before insert on subsidies
  for each row when (new.kind = 'application') execute function place_application();
create trigger subsidies_replace before update of regions on subsidies
  for each row when (new.kind = 'application') execute function place_application();

create function count_application(application subsidies, sign integer) returns void language sql as $$
  insert into subsidy_deltas
  select scope, place, nairobi_date(application.created_at), sign, sign * application.amount_cents,
    case application.status when 'approved' then sign else 0 end,
    case application.status when 'approved' then sign * application.amount_cents else 0 end,
    case application.status when 'pending' then sign else 0 end
  from (
    select 'country' as scope, '' as place
    union all select 'region', unnest(application.regions)
    union all select 'county', unnest(application.counties)
  ) as places
  where application.kind = 'application' and application.status <> 'withdrawn'
$$;
create function count_subsidy() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform count_application(old, -1); end if;
  if tg_op <> 'DELETE' then perform count_application(new, 1); end if;
  return null;
end $$;
create trigger subsidies_count after insert or delete on subsidies for each row execute function count_subsidy();
create trigger subsidies_recount after update on subsidies for each row when (
  new.kind = 'application' and (
    old.status <> new.status or old.amount_cents <> new.amount_cents
    or old.regions <> new.regions or old.counties <> new.counties)
) execute function count_subsidy();

-- --------------------------------------------------------------------------------------------------- overlaps

create table overlap_deltas (
  county text not null,
  open   smallint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create table rollup_overlaps (
  county text primary key,
  open   bigint not null
) with (fillfactor = 50);

-- Volatile: whoever waited for the row must see what was done meanwhile.
create function overlap_counties(first uuid, second uuid) returns text[] language sql volatile as $$
  select case when count(*) = 2 then array_agg(distinct coalesce(county, '')) end
  from parcels where id in (first, second) and deleted_at is null
$$;
create function place_overlap() returns trigger language plpgsql as $$
begin
  new.counties := overlap_counties(new.first_parcel_id, new.second_parcel_id);
  return new;
end $$;
create trigger boundary_overlaps_place before insert on boundary_overlaps
  for each row execute function place_overlap();

create function count_overlap() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    if old.status = 'open' then insert into overlap_deltas select unnest(old.counties), -1; end if;
  end if;
  if tg_op <> 'DELETE' then
    if new.status = 'open' then insert into overlap_deltas select unnest(new.counties), 1; end if;
  end if;
  return null;
end $$;
create trigger boundary_overlaps_count after insert or delete on boundary_overlaps
  for each row execute function count_overlap();
create trigger boundary_overlaps_recount after update on boundary_overlaps for each row
  when (old.status <> new.status or old.counties is distinct from new.counties) execute function count_overlap();

-- A parcel that is found to lie elsewhere, is deleted or comes back takes along what hangs on it.
create function move_what_hangs_on_parcel() returns trigger language plpgsql as $$
begin
  update boundary_overlaps set counties = overlap_counties(first_parcel_id, second_parcel_id)
  where first_parcel_id = new.id or second_parcel_id = new.id;
  update subsidies set counties = application_counties(id, owner_id)
  where owner_id = new.owner_id and kind = 'application' and status = 'pending';
  return null;
end $$;
create trigger parcels_move_along after update on parcels for each row when (
  old.county is distinct from new.county or (old.deleted_at is null) <> (new.deleted_at is null)
) execute function move_what_hangs_on_parcel();

-- ------------------------------------------------------------------------------------- reading, both together

create view live_parcels as
  select region, county, sum(parcels)::bigint as parcels, sum(acres) as acres, sum(score_sum)::bigint as score_sum,
    sum(score_acres) as score_acres, sum(assessed)::bigint as assessed, sum(confident)::bigint as confident,
    sum(confident_sum)::bigint as confident_sum, sum(recorded)::bigint as recorded,
    sum(unharvested)::bigint as unharvested
  from (
    select region, county, parcels, acres, score_sum, score_acres, assessed, confident, confident_sum, recorded,
      unharvested from rollup_parcels
    union all
    select region, county, sign, sign * acres, sign * score, sign * score * acres, sign * assessed, sign * confident,
      sign * confident * score, sign * recorded, sign * unharvested from parcel_deltas
  ) as both_ group by region, county;
create view live_scores as
  select region, score, sum(parcels)::bigint as parcels
  from (select region, score, parcels from rollup_scores union all select region, score, sign from parcel_deltas) as both_
  group by region, score;
create view live_soils as
  select region, soil_type, sum(parcels)::bigint as parcels, sum(acres) as acres
  from (
    select region, soil_type, parcels, acres from rollup_soils
    union all select region, soil_type, sign, sign * acres from parcel_deltas
  ) as both_ group by region, soil_type;
create view live_cover as
  select region, from_day, until_day, acres from rollup_cover
  union all
  select region, step.from_day, step.until_day, step.sign * delta.sign * acres
  from parcel_deltas as delta, cover_steps(covered_until, planned_cover) as step;
create view live_farmers as
  select region, sum(farmers)::bigint as farmers
  from (select region, farmers from rollup_farmers union all select region, farmers from farmer_deltas) as both_
  group by region;
create view live_equipment as
  select region, status, sum(machines)::bigint as machines
  from (
    select region, status, machines from rollup_equipment union all select region, status, machines from equipment_deltas
  ) as both_ group by region, status;
create view live_equipment_days as
  select region, status, day, machines, hours from rollup_equipment_days
  union all select region, status, day, machines, hours from equipment_deltas;
create view live_subsidies as
  select scope, place, day, applications, requested_cents, approved, approved_cents, pending from rollup_subsidies
  union all
  select scope, place, day, applications, requested_cents, approved, approved_cents, pending from subsidy_deltas;
create view live_overlaps as
  select county, sum(open)::bigint as open
  from (select county, open from rollup_overlaps union all select county, open from overlap_deltas) as both_
  group by county;

-- ---------------------------------------------------------------------------------------------------- folding

-- Moves up to `most` deltas of each kind into the rollups; returns how many. Each kind is one statement, so that no
-- reader sees a delta twice or not at all. One folder at a time; whoever comes second has nothing to do.
create function fold_rollups(most integer default 50000) returns integer language plpgsql as $$
declare
  done integer := 0;
  folded integer;
begin
  if not pg_try_advisory_xact_lock(1634886760, 9) then return 0; end if;

  with taken as (
    delete from parcel_deltas where ctid = any (array(select ctid from parcel_deltas limit most)) returning *
  ), places as (
    insert into rollup_parcels as kept
    select region, county, sum(sign), sum(sign * acres), sum(sign * score), sum(sign * score * acres),
      sum(sign * assessed), sum(sign * confident), sum(sign * confident * score), sum(sign * recorded),
      sum(sign * unharvested)
    from taken group by region, county
    on conflict (region, county) do update set
      parcels = kept.parcels + excluded.parcels, acres = kept.acres + excluded.acres,
      score_sum = kept.score_sum + excluded.score_sum, score_acres = kept.score_acres + excluded.score_acres,
      assessed = kept.assessed + excluded.assessed, confident = kept.confident + excluded.confident,
      confident_sum = kept.confident_sum + excluded.confident_sum, recorded = kept.recorded + excluded.recorded,
      unharvested = kept.unharvested + excluded.unharvested
  ), scores as (
    insert into rollup_scores as kept select region, score, sum(sign) from taken group by region, score
    on conflict (region, score) do update set parcels = kept.parcels + excluded.parcels
  ), soils as (
    insert into rollup_soils as kept
    select region, soil_type, sum(sign), sum(sign * acres) from taken group by region, soil_type
    on conflict (region, soil_type) do update set
      parcels = kept.parcels + excluded.parcels, acres = kept.acres + excluded.acres
  ), cover as (
    insert into rollup_cover as kept
    select region, step.from_day, step.until_day, sum(step.sign * taken.sign * acres)
    from taken, cover_steps(covered_until, planned_cover) as step
    group by region, step.from_day, step.until_day
    on conflict (region, from_day, until_day) do update set acres = kept.acres + excluded.acres
  )
  select count(*) into folded from taken;
  done := done + folded;

  with taken as (
    delete from farmer_deltas where ctid = any (array(select ctid from farmer_deltas limit most)) returning *
  ), kept_ as (
    insert into rollup_farmers as kept select region, sum(farmers) from taken group by region
    on conflict (region) do update set farmers = kept.farmers + excluded.farmers
  )
  select count(*) into folded from taken;
  done := done + folded;

  with taken as (
    delete from equipment_deltas where ctid = any (array(select ctid from equipment_deltas limit most)) returning *
  ), totals as (
    insert into rollup_equipment as kept select region, status, sum(machines) from taken group by region, status
    on conflict (region, status) do update set machines = kept.machines + excluded.machines
  ), days as (
    insert into rollup_equipment_days as kept
    select region, status, day, sum(machines), sum(hours) from taken group by region, status, day
    on conflict (region, day, status) do update set
      machines = kept.machines + excluded.machines, hours = kept.hours + excluded.hours
  )
  select count(*) into folded from taken;
  done := done + folded;

  with taken as (
    delete from subsidy_deltas where ctid = any (array(select ctid from subsidy_deltas limit most)) returning *
  ), kept_ as (
    insert into rollup_subsidies as kept
    select scope, place, day, sum(applications), sum(requested_cents), sum(approved), sum(approved_cents), sum(pending)
    from taken group by scope, place, day
    on conflict (scope, place, day) do update set
      applications = kept.applications + excluded.applications,
      requested_cents = kept.requested_cents + excluded.requested_cents,
      approved = kept.approved + excluded.approved, approved_cents = kept.approved_cents + excluded.approved_cents,
      pending = kept.pending + excluded.pending
  )
  select count(*) into folded from taken;
  done := done + folded;

  with taken as (
    delete from overlap_deltas where ctid = any (array(select ctid from overlap_deltas limit most)) returning *
  ), kept_ as (
    insert into rollup_overlaps as kept select county, sum(open) from taken group by county
    on conflict (county) do update set open = kept.open + excluded.open
  )
  select count(*) into folded from taken;
  return done + folded;
end $$;

-- Planned crops whose day has come count by their planting day in any case; this only keeps the rollup short.
create index parcels_planned on parcels ((planned_cover[1])) where planned_cover is not null;
create function settle_cover(most integer default 1000) returns integer language plpgsql as $$
declare
  settled integer;
begin
  with due as (
    select id from parcels
    where planned_cover is not null and planned_cover[1] <= nairobi_date(now())
    order by id limit most for update skip locked
  )
  update parcels set covered_until = cover.covered, planned_cover = cover.planned, has_harvest = cover.harvested
  from due, cover_of(due.id, nairobi_date(now())) as cover
  where parcels.id = due.id;
  get diagnostics settled = row_count;
  return settled;
end $$;

-- --------------------------------------------------------------------------------------------------- recounting

create view recount_parcels as
  select coalesce(region, '') as region, coalesce(county, '') as county, count(*) as parcels,
    sum(size_acres) as acres, sum(score)::bigint as score_sum, sum(score * size_acres) as score_acres,
    count(*) filter (where score_status <> 'initial') as assessed,
    count(*) filter (where confidence >= 40) as confident,
    coalesce(sum(score) filter (where confidence >= 40), 0)::bigint as confident_sum,
    count(*) filter (where has_records) as recorded,
    count(*) filter (where not has_harvest) as unharvested
  from parcels where deleted_at is null group by 1, 2;
create view recount_scores as
  select coalesce(region, '') as region, score, count(*) as parcels
  from parcels where deleted_at is null group by 1, 2;
create view recount_soils as
  select coalesce(region, '') as region, soil_type, count(*) as parcels, sum(size_acres) as acres
  from parcels where deleted_at is null group by 1, 2;
create view recount_cover as
  select coalesce(region, '') as region, step.from_day, step.until_day, sum(step.sign * size_acres) as acres
  from parcels, cover_steps(covered_until, planned_cover) as step
  where deleted_at is null group by 1, 2, 3;
create view recount_farmers as
  select 'all' as region, count(*) as farmers from users where role = 'farmer' and deleted_at is null
  union all
  select region, count(distinct owner_id) from parcels where deleted_at is null and region is not null group by region;
create view machine_regions as
  select equipment.id, 'all' as region from equipment
  union all
  select equipment.id, parcels.region from equipment join parcels using (owner_id)
  where parcels.deleted_at is null and parcels.region is not null group by 1, 2;
create view recount_equipment as
  select region, status, count(*) as machines from equipment join machine_regions using (id) group by 1, 2;
create view recount_equipment_days as
  select region, status, day, sum(machines)::bigint as machines, sum(hours) as hours
  from (
    select region, status, coalesce(last_used_on, '-infinity') as day, 1 as machines, 0 as hours
    from equipment join machine_regions using (id)
    union all
    select region, status, usage.date, 0, usage.hours
    from equipment join machine_regions using (id) join equipment_usage as usage on usage.equipment_id = equipment.id
  ) as rows group by 1, 2, 3;
create view recount_subsidies as
  select scope, place, nairobi_date(created_at) as day, count(*) as applications, sum(amount_cents) as requested_cents,
    count(*) filter (where status = 'approved') as approved,
    coalesce(sum(amount_cents) filter (where status = 'approved'), 0) as approved_cents,
    count(*) filter (where status = 'pending') as pending
  from subsidies, lateral (
    select 'country' as scope, '' as place
    union all select 'region', unnest(regions)
    union all select 'county', unnest(counties)
  ) as places
  where kind = 'application' and status <> 'withdrawn' group by 1, 2, 3;
create view recount_overlaps as
  select counties_of.county, count(*) as open
  from boundary_overlaps as overlap
  join parcels as first on first.id = first_parcel_id and first.deleted_at is null
  join parcels as second on second.id = second_parcel_id and second.deleted_at is null,
  lateral (select coalesce(first.county, '') as county union select coalesce(second.county, '')) as counties_of
  where overlap.status = 'open' group by counties_of.county;

-- Every difference between the rollups and what is stored, as one statement sees it; none is right.
create function verify_rollups() returns table (what text, counted jsonb, stored jsonb) language sql stable as $$
  with counted as (
    select 'parcels' as what, jsonb_build_object('region', region, 'county', county) as key, to_jsonb(live) - 'region' - 'county' as figures
      from live_parcels as live
    union all select 'scores', jsonb_build_object('region', region, 'score', score), jsonb_build_object('parcels', parcels) from live_scores
    union all select 'soils', jsonb_build_object('region', region, 'soil', soil_type), jsonb_build_object('parcels', parcels, 'acres', acres) from live_soils
    union all select 'cover', jsonb_build_object('region', region, 'from', from_day, 'until', until_day), jsonb_build_object('acres', sum(acres))
      from live_cover group by region, from_day, until_day
    union all select 'farmers', jsonb_build_object('region', region), jsonb_build_object('farmers', farmers) from live_farmers
    union all select 'equipment', jsonb_build_object('region', region, 'status', status), jsonb_build_object('machines', machines) from live_equipment
    union all select 'equipment days', jsonb_build_object('region', region, 'status', status, 'day', day),
      jsonb_build_object('machines', sum(machines), 'hours', sum(hours)) from live_equipment_days group by region, status, day
    union all select 'subsidies', jsonb_build_object('scope', scope, 'place', place, 'day', day), jsonb_build_object(
        'applications', sum(applications), 'requested', sum(requested_cents), 'approved', sum(approved),
        'approved cents', sum(approved_cents), 'pending', sum(pending))
      from live_subsidies group by scope, place, day
    union all select 'overlaps', jsonb_build_object('county', county), jsonb_build_object('open', open) from live_overlaps
  ), stored as (
    select 'parcels' as what, jsonb_build_object('region', region, 'county', county) as key, to_jsonb(recount) - 'region' - 'county' as figures
      from recount_parcels as recount
    union all select 'scores', jsonb_build_object('region', region, 'score', score), jsonb_build_object('parcels', parcels) from recount_scores
    union all select 'soils', jsonb_build_object('region', region, 'soil', soil_type), jsonb_build_object('parcels', parcels, 'acres', acres) from recount_soils
    union all select 'cover', jsonb_build_object('region', region, 'from', from_day, 'until', until_day), jsonb_build_object('acres', acres) from recount_cover
    union all select 'farmers', jsonb_build_object('region', region), jsonb_build_object('farmers', farmers) from recount_farmers
    union all select 'equipment', jsonb_build_object('region', region, 'status', status), jsonb_build_object('machines', machines) from recount_equipment
    union all select 'equipment days', jsonb_build_object('region', region, 'status', status, 'day', day),
      jsonb_build_object('machines', machines, 'hours', hours) from recount_equipment_days
    union all select 'subsidies', jsonb_build_object('scope', scope, 'place', place, 'day', day), jsonb_build_object(
        'applications', applications, 'requested', requested_cents, 'approved', approved,
        'approved cents', approved_cents, 'pending', pending)
      from recount_subsidies
    union all select 'overlaps', jsonb_build_object('county', county), jsonb_build_object('open', open) from recount_overlaps
    -- What the rows themselves keep, against what they keep it of. A planned crop is no fault when its day has come.
    union all select 'crops of a parcel', jsonb_build_object('parcel', parcels.id), jsonb_build_object('differs', 1)
      from parcels, lateral (
        select coalesce(bool_or(yield_confirmed), false) as harvested,
          max(harvest_date) filter (where planting_date <= nairobi_date(now())) as covered
        from crops where parcel_id = parcels.id
      ) as crops
      where parcels.has_harvest <> crops.harvested or crops.covered is distinct from (
        select max(until_day) from cover_steps(parcels.covered_until, parcels.planned_cover)
        where from_day <= nairobi_date(now()) and sign = 1)
    union all select 'regions of a farmer', jsonb_build_object('farmer', owner_id), jsonb_build_object('differs', 1)
      from (
        select owner_id, count(*) filter (where region = 'north') as north, count(*) filter (where region = 'south') as south,
          count(*) filter (where region = 'east') as east, count(*) filter (where region = 'west') as west
        from parcels where deleted_at is null group by owner_id
      ) as land full join farmer_places as place using (owner_id)
      where (coalesce(land.north, 0), coalesce(land.south, 0), coalesce(land.east, 0), coalesce(land.west, 0))
        <> (coalesce(place.north, 0), coalesce(place.south, 0), coalesce(place.east, 0), coalesce(place.west, 0))
    union all select 'last use of a machine', jsonb_build_object('machine', equipment.id), jsonb_build_object('differs', 1)
      from equipment
      where last_used_on is distinct from (
        select max(date) from equipment_usage where equipment_id = equipment.id and hours > 0)
  )
  select coalesce(counted.what, stored.what) || ' ' || coalesce(counted.key, stored.key)::text,
    counted.figures, stored.figures
  from counted full join stored on counted.what = stored.what and counted.key = stored.key
  where counted.figures is distinct from stored.figures
    -- A place from which everything went keeps its row of noughts.
    and (stored.figures is not null or exists (
      select from jsonb_each(counted.figures) as figure where figure.value <> '0'::jsonb))
$$;

-- Counts everything anew: for rows that were loaded without triggers. Writers wait meanwhile.
create function rebuild_rollups() returns void language plpgsql as $$
begin
  lock table users, parcels, crops, equipment, equipment_usage, boundary_overlaps, subsidies, farmer_places,
    parcel_deltas, farmer_deltas, equipment_deltas, subsidy_deltas, overlap_deltas in share row exclusive mode;
  -- What the rows keep of others comes first; the triggers are silent so that it is not counted twice.
  alter table parcels disable trigger parcels_recount;
  alter table equipment disable trigger equipment_recount;
  alter table boundary_overlaps disable trigger boundary_overlaps_recount;
  alter table subsidies disable trigger subsidies_recount;
  alter table farmer_places disable trigger farmer_places_move;
  update parcels set covered_until = cover.covered, planned_cover = null, has_harvest = cover.harvested
  from (
    select parcels.id, coalesce(bool_or(yield_confirmed), false) as harvested,
      max(harvest_date) filter (where planting_date <= nairobi_date(now())) as covered
    from parcels left join crops on crops.parcel_id = parcels.id group by parcels.id
  ) as cover
  where parcels.id = cover.id and (
    parcels.covered_until is distinct from cover.covered or parcels.has_harvest <> cover.harvested
    or parcels.planned_cover is not null);
  update parcels set planned_cover = cover.planned
  from (select distinct parcel_id from crops where planting_date > nairobi_date(now())) as later,
    cover_of(later.parcel_id, nairobi_date(now())) as cover
  where parcels.id = later.parcel_id;
  update equipment set last_used_on = used.day
  from (
    select equipment.id, max(date) filter (where hours > 0) as day
    from equipment left join equipment_usage on equipment_id = equipment.id group by equipment.id
  ) as used
  where equipment.id = used.id and last_used_on is distinct from used.day;
  update boundary_overlaps set counties = overlap_counties(first_parcel_id, second_parcel_id);
  update subsidies set counties = application_counties(id, owner_id)
  where kind = 'application' and (status = 'pending' or counties = '{}');
  delete from farmer_places;
  insert into farmer_places
  select owner_id, count(*) filter (where region = 'north'), count(*) filter (where region = 'south'),
    count(*) filter (where region = 'east'), count(*) filter (where region = 'west')
  from parcels where deleted_at is null group by owner_id;
  alter table parcels enable trigger parcels_recount;
  alter table equipment enable trigger equipment_recount;
  alter table boundary_overlaps enable trigger boundary_overlaps_recount;
  alter table subsidies enable trigger subsidies_recount;
  alter table farmer_places enable trigger farmer_places_move;

  delete from parcel_deltas;
  delete from farmer_deltas;
  delete from equipment_deltas;
  delete from subsidy_deltas;
  delete from overlap_deltas;
  delete from rollup_parcels;
  insert into rollup_parcels select * from recount_parcels;
  delete from rollup_scores;
  insert into rollup_scores select * from recount_scores;
  delete from rollup_soils;
  insert into rollup_soils select * from recount_soils;
  delete from rollup_cover;
  insert into rollup_cover select * from recount_cover;
  delete from rollup_farmers;
  insert into rollup_farmers select * from recount_farmers;
  delete from rollup_equipment;
  insert into rollup_equipment select * from recount_equipment;
  delete from rollup_equipment_days;
  insert into rollup_equipment_days select * from recount_equipment_days;
  delete from rollup_subsidies;
  insert into rollup_subsidies select * from recount_subsidies;
  delete from rollup_overlaps;
  insert into rollup_overlaps select * from recount_overlaps;
end $$;

-- ----------------------------------------------------------------------------------------- over time, and use

-- The figures as they stood at the end of a day. `all` is the country.
create table analytics_snapshots (
  day                  date not null,
  region               text not null,
  period               text not null check (period in ('weekly', 'monthly', 'yearly')),
  farmers              bigint not null,
  parcels              bigint not null,
  acres                numeric not null,
  -- Means and percentages are null where there was nothing to compute them from.
  score                numeric,
  weighted_score       numeric,
  assessed             bigint not null,
  land_usage           numeric,
  equipment_efficiency numeric,
  subsidy_utilization  numeric,
  primary key (day, region, period)
);

-- Mean scores of comparable parcels over time. Days before the first night are reconstructed from the score history.
create table score_trends (
  day     date not null,
  region  text not null,
  parcels bigint not null,
  score   numeric,
  primary key (day, region)
);

create table policy_effects (
  policy_id      uuid primary key references policies on delete cascade,
  computed_on    date not null,
  notified       integer not null,
  read           integer not null,
  -- Farmers with land on the effective date, and how far the mean score of that land has moved since.
  readers        integer not null,
  readers_change numeric,
  others         integer not null,
  others_change  numeric
);

-- What officials exported, to be had again as it was.
create table reports (
  id         uuid primary key,
  made_by    uuid not null references users,
  format     text not null check (format in ('csv', 'pdf')),
  period     text not null,
  region     text not null,
  language   text not null,
  file_name  text not null,
  file       bytea not null,
  created_at timestamptz(3) not null default now()
);
create index reports_newest on reports (created_at desc, id desc);

-- Which official looked at a farmer's parcel, and when: for the farmer to see.
create table parcel_views (
  id          bigint generated always as identity primary key,
  parcel_id   uuid not null references parcels on delete cascade,
  official_id uuid not null references users,
  viewed_at   timestamptz(3) not null default now()
);
create index parcel_views_parcel on parcel_views (parcel_id, id desc);

-- Registers. Scores are in no index: an update that moves one stays cheap.
create index parcels_register on parcels (created_at desc, id desc) where deleted_at is null;
create index parcels_register_county on parcels (county, created_at desc, id desc) where deleted_at is null;
create index parcels_register_unharvested on parcels (county, created_at desc, id desc)
  where deleted_at is null and not has_harvest;
create index parcels_register_search on parcels
  using gin (to_tsvector('simple', name || ' ' || coalesce(address, ''))) where deleted_at is null;
create index users_register on users (created_at desc, id desc) where role = 'farmer' and deleted_at is null;
create index users_register_search on users using gin (to_tsvector('simple', name || ' ' || email))
  where role = 'farmer' and deleted_at is null;
create index subsidies_waiting_county on subsidies using gin (counties) where kind = 'application' and status = 'pending';

-- What was there before this migration.
select rebuild_rollups();
