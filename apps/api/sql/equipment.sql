-- Farmers' machines and their hours: nationally (`all`) and in each region and county where the owner has land.

-- Deltas of one machine in the given places. A row counts either the machine, by the day of its last use (-infinity if
-- never used), or the hours used on a day.
create function machine_deltas(
  machine_id uuid, status text, last_used_on date, places text[], sign integer, with_hours boolean)
returns setof equipment_deltas language sql stable as $$
  select place, status, coalesce(last_used_on, '-infinity'), sign::smallint, 0::numeric from unnest(places) as place
  union all
  select place, status, usage.date, 0::smallint, sign * sum(usage.hours)
  from unnest(places) as place, equipment_usage as usage
  where with_hours and usage.equipment_id = machine_id
  group by place, usage.date
$$;

-- Returns the places where a farmer's machines count and locks the farmer_places row, which is created for a farmer
-- without land. Every write to a farmer's parcels or machines takes this lock, so that a machine that is inserted while
-- its owner gets land elsewhere counts in both places.
create function hold_places(owner uuid) returns text[] language plpgsql as $$
declare
  place farmer_places;
begin
  select * into place from farmer_places where owner_id = owner for update;
  if not found then
    insert into farmer_places (owner_id) values (owner) on conflict (owner_id) do nothing;
    select * into place from farmer_places where owner_id = owner for update;
  end if;
  return array_prepend('all', places_of(place));
end $$;

create function count_equipment() returns trigger language plpgsql as $$
declare
  places text[];
begin
  if tg_op <> 'INSERT' then
    places := hold_places(old.owner_id);
    insert into equipment_deltas select * from machine_deltas(
      old.id, old.status, old.last_used_on, places, -1, tg_op = 'DELETE' or old.status <> new.status);
    if tg_op = 'DELETE' then return old; end if;
  end if;
  places := coalesce(places, hold_places(new.owner_id));
  insert into equipment_deltas select * from machine_deltas(
    new.id, new.status, new.last_used_on, places, 1, tg_op = 'UPDATE' and old.status <> new.status);
  return null;
end $$;
create trigger equipment_count after insert on equipment for each row execute function count_equipment();
create trigger equipment_recount after update on equipment for each row
  when (old.status <> new.status or old.last_used_on is distinct from new.last_used_on)
  execute function count_equipment();
-- A before trigger, because the delete also removes the machine's hours.
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

-- The first parcel in a region or county adds the farmer and all machines there; removing the last one removes them.
create function move_farmer() returns trigger language plpgsql as $$
declare
  places_before text[] := case when tg_op = 'INSERT' then '{}' else places_of(old) end;
  places_after text[] := case when tg_op = 'DELETE' then '{}' else places_of(new) end;
  owner uuid := case when tg_op = 'DELETE' then old.owner_id else new.owner_id end;
begin
  if places_before = places_after then return null; end if;
  with moved as (
    select region, 1 as sign from unnest(places_after) as region where region <> all (places_before)
    union all
    select region, -1 from unnest(places_before) as region where region <> all (places_after)
  ), farmers as (
    insert into farmer_deltas select region, sign from moved
  )
  insert into equipment_deltas
  select delta.*
  from moved, equipment, machine_deltas(id, status, last_used_on, array[region], sign, true) as delta
  where owner_id = owner;
  return null;
end $$;
create trigger farmer_places_move after insert or update or delete on farmer_places
  for each row execute function move_farmer();

create view stored_equipment_deltas as
  select delta.*
  from equipment
  left join (
    select owner_id, array_agg(distinct place) as places
    from parcels, unnest(array[region, county]) as place
    where deleted_at is null and place is not null group by owner_id
  ) as land using (owner_id),
  machine_deltas(id, status, last_used_on, array_prepend('all', land.places), 1, true) as delta;

create function equipment_from(region text, status text, machines smallint)
returns setof rollup_equipment language sql immutable as $$
  select region, status, machines::bigint
$$;
call define_rollup('equipment');

create function equipment_days_from(region text, status text, day date, machines smallint, hours numeric)
returns setof rollup_equipment_days language sql immutable as $$
  select region, status, day, machines::bigint, hours
$$;
call define_rollup('equipment_days');

-- -------------------------------------------------------------------------------------------------- day of last use

create view stored_last_uses as
  select equipment.id as equipment_id, max(date) filter (where hours > 0) as day
  from equipment left join equipment_usage on equipment_id = equipment.id group by equipment.id;

create view faults_of_last_uses as
  select 'last use of machine ' || id as what, to_jsonb(last_used_on) as counted, to_jsonb(day) as stored
  from equipment join stored_last_uses on equipment_id = id
  where last_used_on is distinct from day;

create procedure rebuild_last_uses() language sql as $$
  update equipment set last_used_on = day
  from stored_last_uses where equipment_id = id and last_used_on is distinct from day;
$$;
