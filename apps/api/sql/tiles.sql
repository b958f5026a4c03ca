-- Officials' map below zoom 11: a grid of 32 by 32 cells per tile. A delta has only the finest cell, that of zoom 10;
-- the fold expands it to seven zooms. (From zoom 11 on, tiles show outlines; see `drawn_from`.)

create function cell_x(lon double precision) returns integer language sql immutable
  return floor((lon + 180) / 360 * 32768)::integer;
create function cell_y(lat double precision) returns integer language sql immutable
  return floor((0.5 - asinh(tan(radians(lat))) / (2 * pi())) * 32768)::integer;
-- Index of a cell in its tile, row by row from the north-west corner.
create function cell_place(cell_x integer, cell_y integer, zoom integer) returns smallint language sql immutable
  return ((cell_x >> (10 - zoom)) & 31) + 32 * ((cell_y >> (10 - zoom)) & 31);

-- -------------------------------------------------------------------------------------- parcels with a boundary

create function cell_delta(parcel parcels, sign integer) returns setof cell_deltas language sql stable as $$
  select cell_x(parcel.centre_lon), cell_y(parcel.centre_lat), parcel.soil_type, parcel.score_band, sign::smallint,
    case when is_comparable(parcel.confidence) then sign else 0 end::smallint,
    case when is_comparable(parcel.confidence) then sign * parcel.score else 0 end::smallint, 0::smallint,
    array[coalesce(parcel.county, '')]
  where parcel.deleted_at is null and parcel.centre_lat is not null
$$;

create function count_in_cell() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then insert into cell_deltas select * from cell_delta(old, -1); end if;
  if tg_op <> 'DELETE' then insert into cell_deltas select * from cell_delta(new, 1); end if;
  return null;
end $$;
create trigger parcels_cell_in after insert on parcels for each row
  when (new.centre_lat is not null) execute function count_in_cell();
create trigger parcels_cell_out after delete on parcels for each row
  when (old.centre_lat is not null) execute function count_in_cell();
-- A literal instead of the function call, as in parcels.sql.
do $do$ begin
  execute format($trigger$
    create trigger parcels_cell_move after update on parcels for each row when (
      (old.centre_lat is not null or new.centre_lat is not null) and (old.deleted_at is null or new.deleted_at is null) and (
        old.score <> new.score
        or (old.confidence >= %1$s) <> (new.confidence >= %1$s)
        or old.score_band <> new.score_band
        or old.soil_type <> new.soil_type
        or old.county is distinct from new.county
        or (old.deleted_at is null) <> (new.deleted_at is null)
        or old.centre_lat is distinct from new.centre_lat
        or old.centre_lon is distinct from new.centre_lon
      )
    ) execute function count_in_cell()
  $trigger$, min_confidence());
end $do$;

-- ------------------------------------------------------------------------------ overlaps, without soil and band

create function overlap_cell(extent box, counties text[], sign integer) returns setof cell_deltas
language sql immutable as $$
  select cell_x((center(extent))[0]), cell_y((center(extent))[1]), '', '', 0::smallint, 0::smallint, 0::smallint,
    sign::smallint, counties
$$;
create function overlap_cell_delta(overlap boundary_overlaps, sign integer) returns setof cell_deltas
language sql stable as $$
  select * from overlap_cell(overlap.extent, overlap.counties, sign)
  where overlap.status = 'open' and overlap.counties is not null
$$;

create function count_overlap_in_cell() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then insert into cell_deltas select * from overlap_cell_delta(old, -1); end if;
  if tg_op <> 'DELETE' then insert into cell_deltas select * from overlap_cell_delta(new, 1); end if;
  return null;
end $$;
create trigger boundary_overlaps_cell after insert or delete on boundary_overlaps
  for each row execute function count_overlap_in_cell();
create trigger boundary_overlaps_cell_move after update on boundary_overlaps for each row when (
  old.status <> new.status or old.counties is distinct from new.counties or not (old.extent ~= new.extent)
) execute function count_overlap_in_cell();

-- ------------------------------------------------------------------------------------------------------- rollups

create view stored_cell_deltas as
  select delta.* from parcels, cell_delta(parcels, 1) as delta
  union all
  select delta.* from stored_overlaps, lateral (
    select array_agg(county) as counties
    from (select coalesce(first_county, '') as county union select coalesce(second_county, '')) as both_sides
  ) as places, overlap_cell(extent, counties, 1) as delta;

create function cells_from(
  cell_x integer, cell_y integer, soil_type text, band text, parcels smallint, compared smallint, score_sum smallint,
  open_overlaps smallint)
returns setof rollup_cells language sql immutable as $$
  select zoom::smallint, cell_x >> (15 - zoom), cell_y >> (15 - zoom), cell_place(cell_x, cell_y, zoom), soil_type, band,
    parcels::bigint, compared::bigint, score_sum::bigint, open_overlaps::bigint
  from generate_series(4, 10) as zoom
$$;
call define_rollup('cells');

create function county_cells_from(
  cell_x integer, cell_y integer, soil_type text, band text, parcels smallint, compared smallint, score_sum smallint,
  open_overlaps smallint, counties text[])
returns setof rollup_county_cells language sql immutable as $$
  select county, zoom::smallint, cell_x >> (15 - zoom), cell_y >> (15 - zoom), cell_place(cell_x, cell_y, zoom),
    soil_type, band, parcels::bigint, compared::bigint, score_sum::bigint, open_overlaps::bigint
  from generate_series(4, 10) as zoom, unnest(counties) as county where county <> ''
$$;
call define_rollup('county_cells');

create view faults_of_centres as
  select 'boundary of parcel ' || id as what, to_jsonb(centre_lat is not null) as counted,
    to_jsonb(parcel_id is not null) as stored
  from parcels full join boundaries on parcel_id = id
  where (centre_lat is null) <> (parcel_id is null);
