-- Open overlaps by county: each counts once in every county of its parcels, and once nationally under '*'.

-- ---------------------------------------------------------------------------------------------------- counties

-- Null while a parcel is deleted. Volatile: after waiting for a row lock it must see the changes committed meanwhile.
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

-- When a parcel changes its county, is deleted or restored, its overlaps and the farmer's pending applications follow.
-- One trigger for both, because every update evaluates the condition of every trigger.
create function move_what_hangs_on_parcel() returns trigger language plpgsql as $$
begin
  perform lock_places(array[new.id]);
  update boundary_overlaps set counties = overlap_counties(first_parcel_id, second_parcel_id)
  where first_parcel_id = new.id or second_parcel_id = new.id;
  perform hold_places(new.owner_id);
  update subsidies set counties = application_counties(id, owner_id), county = application_county(id, owner_id)
  where owner_id = new.owner_id and kind = 'application' and status = 'pending';
  return null;
end $$;
create trigger parcels_move_along after update on parcels for each row when (
  old.county is distinct from new.county or (old.deleted_at is null) <> (new.deleted_at is null)
) execute function move_what_hangs_on_parcel();

create procedure rebuild_overlap_counties() language sql as $$
  update boundary_overlaps set counties = overlap_counties(first_parcel_id, second_parcel_id);
$$;

-- -------------------------------------------------------------------------------------------------------- rollup

create function overlap_delta(overlap boundary_overlaps, sign integer) returns setof overlap_deltas
language sql stable as $$
  select county, sign::smallint from unnest(overlap.counties || '*'::text) as county
  where overlap.status = 'open' and overlap.counties is not null
$$;

create function count_overlap() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then insert into overlap_deltas select * from overlap_delta(old, -1); end if;
  if tg_op <> 'DELETE' then insert into overlap_deltas select * from overlap_delta(new, 1); end if;
  return null;
end $$;
create trigger boundary_overlaps_count after insert or delete on boundary_overlaps
  for each row execute function count_overlap();
create trigger boundary_overlaps_recount after update on boundary_overlaps for each row
  when (old.status <> new.status or old.counties is distinct from new.counties) execute function count_overlap();

-- Open overlaps derived from their parcels, independent of the stored columns.
create view stored_overlaps as
  select overlap.extent, first.county as first_county, second.county as second_county
  from boundary_overlaps as overlap
  join parcels as first on first.id = first_parcel_id and first.deleted_at is null
  join parcels as second on second.id = second_parcel_id and second.deleted_at is null
  where overlap.status = 'open';

create view stored_overlap_deltas as
  select county, 1::smallint as open
  from stored_overlaps, lateral (
    select coalesce(first_county, '') as county union select coalesce(second_county, '') union select '*') as counties;

create function overlaps_from(county text, open smallint)
returns setof rollup_overlaps language sql immutable as $$
  select county, open::bigint
$$;
call define_rollup('overlaps');
