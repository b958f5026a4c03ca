-- Farmers nationally (`all`), and the distinct farmers with land in each region and county. A farmer with land in two
-- counties counts in both, but once nationally, so counts of areas must not be summed.

-- ---------------------------------------------------------------------------------------------------- national

create function farmer_delta(person users, sign integer) returns setof farmer_deltas language sql stable as $$
  select 'all', sign::smallint where person.role = 'farmer' and person.deleted_at is null
$$;

create function count_farmer() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then insert into farmer_deltas select * from farmer_delta(old, -1); end if;
  if tg_op <> 'DELETE' then insert into farmer_deltas select * from farmer_delta(new, 1); end if;
  return null;
end $$;
create trigger users_count after insert or delete on users for each row execute function count_farmer();
create trigger users_recount after update on users for each row
  when (old.role <> new.role or (old.deleted_at is null) <> (new.deleted_at is null)) execute function count_farmer();

-- ------------------------------------------------------------------------------------------ by area of their land

create function places_of(place farmer_places) returns text[] language sql immutable as $$
  select array_remove(array[
    case when place.north > 0 then 'north' end, case when place.south > 0 then 'south' end,
    case when place.east > 0 then 'east' end, case when place.west > 0 then 'west' end], null)
    || array(select jsonb_object_keys(place.counties))
$$;

-- Adds or removes one parcel of a county; counties without parcels are removed from the object.
create function count_in_county(counties jsonb, county text, sign integer) returns jsonb language sql immutable as $$
  select case
    when county is null then counties
    when coalesce((counties -> county)::integer, 0) + sign = 0 then counties - county
    else counties || jsonb_build_object(county, coalesce((counties -> county)::integer, 0) + sign) end
$$;

create function place_farmer() returns trigger language plpgsql as $$
declare
  gone text := case when tg_op <> 'INSERT' then case when old.deleted_at is null then old.region end end;
  come text := case when tg_op <> 'DELETE' then case when new.deleted_at is null then new.region end end;
  gone_county text := case when tg_op <> 'INSERT' then case when old.deleted_at is null then old.county end end;
  come_county text := case when tg_op <> 'DELETE' then case when new.deleted_at is null then new.county end end;
  owner uuid := case when tg_op = 'DELETE' then old.owner_id else new.owner_id end;
begin
  if (gone, gone_county) is not distinct from (come, come_county) then return null; end if;
  insert into farmer_places as place (owner_id, counties, north, south, east, west) values (
    owner, count_in_county('{}', come_county, 1),
    (come is not distinct from 'north')::int, (come is not distinct from 'south')::int,
    (come is not distinct from 'east')::int, (come is not distinct from 'west')::int)
  on conflict (owner_id) do update set
    counties = count_in_county(count_in_county(place.counties, come_county, 1), gone_county, -1),
    north = place.north + excluded.north - (gone is not distinct from 'north')::int,
    south = place.south + excluded.south - (gone is not distinct from 'south')::int,
    east = place.east + excluded.east - (gone is not distinct from 'east')::int,
    west = place.west + excluded.west - (gone is not distinct from 'west')::int;
  return null;
end $$;
create trigger parcels_place after insert or delete on parcels for each row execute function place_farmer();
create trigger parcels_replace after update on parcels for each row when (
  old.region is distinct from new.region or old.county is distinct from new.county
  or (old.deleted_at is null) <> (new.deleted_at is null)
) execute function place_farmer();

create view stored_farmer_places as
  select owner_id,
    (select coalesce(jsonb_object_agg(county, parcels), '{}') from (
      select county, count(*) as parcels from parcels as own
      where own.owner_id = parcels.owner_id and own.deleted_at is null and county is not null group by county
    ) as counted) as counties,
    count(*) filter (where region = 'north')::integer as north,
    count(*) filter (where region = 'south')::integer as south, count(*) filter (where region = 'east')::integer as east,
    count(*) filter (where region = 'west')::integer as west
  from parcels where deleted_at is null group by owner_id;

create view faults_of_farmer_places as
  select 'regions of farmer ' || owner_id as what, to_jsonb(place) - 'owner_id' as counted,
    to_jsonb(land) - 'owner_id' as stored
  from farmer_places as place full join stored_farmer_places as land using (owner_id)
  where (coalesce(place.north, 0), coalesce(place.south, 0), coalesce(place.east, 0), coalesce(place.west, 0),
      coalesce(place.counties, '{}'))
    <> (coalesce(land.north, 0), coalesce(land.south, 0), coalesce(land.east, 0), coalesce(land.west, 0),
      coalesce(land.counties, '{}'));

create procedure rebuild_farmer_places() language sql as $$
  delete from farmer_places;
  insert into farmer_places (owner_id, counties, north, south, east, west)
  select owner_id, counties, north, south, east, west from stored_farmer_places;
$$;

-- --------------------------------------------------------------------------------------- lists of farmers per area

create function list_farmer() returns trigger language plpgsql as $$
declare
  areas_before text[] := case when tg_op = 'INSERT' then '{}' else places_of(old) end;
  areas_after text[] := case when tg_op = 'DELETE' then '{}' else places_of(new) end;
  owner uuid := case when tg_op = 'DELETE' then old.owner_id else new.owner_id end;
begin
  if areas_before = areas_after then return null; end if;
  -- A concurrent rename finds nothing to hold before the first land is stored: see hold_land.
  if tg_op = 'INSERT' then perform from users where id = owner for share; end if;
  delete from farmer_areas where id = owner and area = any (areas_before) and area <> all (areas_after);
  insert into farmer_areas (area, id, created_at, name)
  select area, id, created_at, name from users, unnest(areas_after) as area
  where id = owner and area <> all (areas_before);
  return null;
end $$;
create trigger farmer_places_list after insert or update or delete on farmer_places
  for each row execute function list_farmer();

create function rename_listed_farmer() returns trigger language plpgsql as $$
begin
  perform hold_land(new.id);
  update farmer_areas set name = new.name where id = new.id;
  return null;
end $$;
create trigger users_rename_listed after update of name on users for each row
  when (old.name <> new.name) execute function rename_listed_farmer();

create view stored_farmer_areas as
  select distinct area, users.id, users.created_at, users.name
  from parcels join users on users.id = owner_id, unnest(array[region, county]) as area
  where parcels.deleted_at is null and area is not null;

create view faults_of_farmer_areas as
  select 'farmer ' || id || ' of ' || area as what, to_jsonb(listed) as counted, to_jsonb(land) as stored
  from farmer_areas as listed full join stored_farmer_areas as land using (area, id)
  where (listed.created_at, listed.name) is distinct from (land.created_at, land.name);

create procedure rebuild_farmer_areas() language sql as $$
  delete from farmer_areas;
  insert into farmer_areas (area, id, created_at, name) select area, id, created_at, name from stored_farmer_areas;
$$;

-- -------------------------------------------------------------------------------------------------------- rollup

create view stored_farmer_deltas as
  select delta.* from users, farmer_delta(users, 1) as delta
  union all
  select region, 1::smallint from parcels where deleted_at is null and region is not null group by region, owner_id
  union all
  select county, 1::smallint from parcels where deleted_at is null and county is not null group by county, owner_id;

create function farmers_from(region text, farmers smallint)
returns setof rollup_farmers language sql immutable as $$
  select region, farmers::bigint
$$;
call define_rollup('farmers');
