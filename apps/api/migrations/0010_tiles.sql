-- Officials' map of all parcels, as vector tiles. Below zoom 11 a tile shows the cells of a grid, 32 by 32 of them, from
-- a rollup that is exact at any moment like those of the figures: triggers append deltas, a job folds them, whoever reads
-- adds up both. From zoom 11 on it shows outlines, found through GiST indexes.

-- The finest cells: 32 by 32 in a tile of zoom 10, in the projection of the tiles.
create function cell_x(lon double precision) returns integer language sql immutable
  return floor((lon + 180) / 360 * 32768)::integer;
create function cell_y(lat double precision) returns integer language sql immutable
  return floor((0.5 - asinh(tan(radians(lat))) / (2 * pi())) * 32768)::integer;

-- ------------------------------------------------------------------------------------------------------- cells

-- A row is of parcels that have a boundary, or, with neither soil nor band, of overlaps that are not settled.
create table cell_deltas (
  cell_x    integer not null,
  cell_y    integer not null,
  soil_type text not null,
  band      text not null,
  parcels   smallint not null,
  -- Confidence of at least 40: those that may be compared, and the sum of their scores.
  compared  smallint not null,
  score_sum smallint not null,
  open_overlaps  smallint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- `place` counts the cells of a tile row by row from its north-west corner.
create table rollup_cells (
  zoom      smallint not null check (zoom between 4 and 10),
  tile_x    integer not null,
  tile_y    integer not null,
  place     smallint not null,
  soil_type text not null,
  band      text not null,
  parcels   bigint not null,
  compared  bigint not null,
  score_sum bigint not null,
  open_overlaps  bigint not null,
  primary key (zoom, tile_x, tile_y, place, soil_type, band)
) with (fillfactor = 80);

create function cell_place(cell_x integer, cell_y integer, zoom integer) returns smallint language sql immutable
  return ((cell_x >> (10 - zoom)) & 31) + 32 * ((cell_y >> (10 - zoom)) & 31);

create function count_cell(parcel parcels, sign integer) returns void language sql as $$
  insert into cell_deltas values (
    cell_x(parcel.centre_lon), cell_y(parcel.centre_lat), parcel.soil_type, parcel.score_band, sign,
    case when parcel.confidence >= 40 then sign else 0 end,
    case when parcel.confidence >= 40 then sign * parcel.score else 0 end, 0)
$$;
create function count_in_cell() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    if old.deleted_at is null and old.centre_lat is not null then perform count_cell(old, -1); end if;
  end if;
  if tg_op <> 'DELETE' then
    if new.deleted_at is null and new.centre_lat is not null then perform count_cell(new, 1); end if;
  end if;
  return null;
end $$;
create trigger parcels_cell_in after insert on parcels for each row
  when (new.centre_lat is not null) execute function count_in_cell();
create trigger parcels_cell_out after delete on parcels for each row
  when (old.centre_lat is not null) execute function count_in_cell();
create trigger parcels_cell_move after update on parcels for each row when (
  (old.centre_lat is not null or new.centre_lat is not null) and (old.deleted_at is null or new.deleted_at is null) and (
    old.score <> new.score
    or (old.confidence >= 40) <> (new.confidence >= 40)
    or old.score_band <> new.score_band
    or old.soil_type <> new.soil_type
    or (old.deleted_at is null) <> (new.deleted_at is null)
    or old.centre_lat is distinct from new.centre_lat
    or old.centre_lon is distinct from new.centre_lon
  )
) execute function count_in_cell();

create function count_overlap_cell(extent box, sign integer) returns void language sql as $$
  insert into cell_deltas values (cell_x((center(extent))[0]), cell_y((center(extent))[1]), '', '', 0, 0, 0, sign)
$$;
create function count_overlap_in_cell() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    if old.status = 'open' and old.counties is not null then perform count_overlap_cell(old.extent, -1); end if;
  end if;
  if tg_op <> 'DELETE' then
    if new.status = 'open' and new.counties is not null then perform count_overlap_cell(new.extent, 1); end if;
  end if;
  return null;
end $$;
create trigger boundary_overlaps_cell after insert or delete on boundary_overlaps
  for each row execute function count_overlap_in_cell();
create trigger boundary_overlaps_cell_move after update on boundary_overlaps for each row when (
  old.status <> new.status or (old.counties is null) <> (new.counties is null) or not (old.extent ~= new.extent)
) execute function count_overlap_in_cell();

create view live_cells as
  select zoom, tile_x, tile_y, place, soil_type, band, parcels, compared, score_sum, open_overlaps from rollup_cells
  union all
  select zoom::smallint, cell_x >> (15 - zoom), cell_y >> (15 - zoom), cell_place(cell_x, cell_y, zoom), soil_type, band,
    parcels, compared, score_sum, open_overlaps
  from cell_deltas, generate_series(4, 10) as zoom;

create view recount_cells as
  with finest as (
    select cell_x(centre_lon), cell_y(centre_lat), soil_type, score_band as band, count(*) as parcels,
      count(*) filter (where confidence >= 40) as compared,
      coalesce(sum(score) filter (where confidence >= 40), 0)::bigint as score_sum, 0 as open_overlaps
    from parcels where deleted_at is null and centre_lat is not null group by 1, 2, 3, 4
    union all
    select cell_x((center(extent))[0]), cell_y((center(extent))[1]), '', '', 0, 0, 0, count(*)
    from boundary_overlaps as overlap
    join parcels as first on first.id = first_parcel_id and first.deleted_at is null
    join parcels as second on second.id = second_parcel_id and second.deleted_at is null
    where overlap.status = 'open' group by 1, 2
  )
  select zoom::smallint, cell_x >> (15 - zoom) as tile_x, cell_y >> (15 - zoom) as tile_y,
    cell_place(cell_x, cell_y, zoom) as place, soil_type, band, sum(parcels)::bigint as parcels,
    sum(compared)::bigint as compared, sum(score_sum)::bigint as score_sum, sum(open_overlaps)::bigint as open_overlaps
  from finest, generate_series(4, 10) as zoom group by 1, 2, 3, 4, 5, 6;

-- One statement, so that no reader sees a delta twice or not at all; one folder at a time.
create function fold_cells(most integer) returns integer language plpgsql as $$
declare
  folded integer;
begin
  if not pg_try_advisory_xact_lock(1634886760, 9) then return 0; end if;
  with taken as (
    delete from cell_deltas where ctid = any (array(select ctid from cell_deltas limit most)) returning *
  ), kept_ as (
    insert into rollup_cells as kept
    select zoom, cell_x >> (15 - zoom), cell_y >> (15 - zoom), cell_place(cell_x, cell_y, zoom), soil_type, band,
      sum(parcels), sum(compared), sum(score_sum), sum(open_overlaps)
    from taken, generate_series(4, 10) as zoom group by 1, 2, 3, 4, 5, 6
    on conflict (zoom, tile_x, tile_y, place, soil_type, band) do update set
      parcels = kept.parcels + excluded.parcels, compared = kept.compared + excluded.compared,
      score_sum = kept.score_sum + excluded.score_sum, open_overlaps = kept.open_overlaps + excluded.open_overlaps
  )
  select count(*) into folded from taken;
  return folded;
end $$;

-- ------------------------------------------------------------------------------- together with the other rollups

alter function fold_rollups(integer) rename to fold_figures;
create function fold_rollups(most integer default 50000) returns integer language plpgsql as $$
begin
  return fold_figures(most) + fold_cells(most);
end $$;

alter function verify_rollups() rename to verify_figures;
create function verify_rollups() returns table (what text, counted jsonb, stored jsonb) language sql stable as $$
  select what, counted, stored from verify_figures()
  union all
  select 'cell ' || concat_ws('/', zoom, tile_x, tile_y, place) || concat_ws(' ', '', soil_type, band),
    jsonb_build_object('parcels', live.parcels, 'compared', live.compared, 'score', live.score_sum, 'overlaps', live.open_overlaps),
    jsonb_build_object(
      'parcels', recount.parcels, 'compared', recount.compared, 'score', recount.score_sum, 'overlaps', recount.open_overlaps)
  from (
    select zoom, tile_x, tile_y, place, soil_type, band, sum(parcels) as parcels, sum(compared) as compared,
      sum(score_sum) as score_sum, sum(open_overlaps) as open_overlaps
    from live_cells group by 1, 2, 3, 4, 5, 6
  ) as live
  full join recount_cells as recount using (zoom, tile_x, tile_y, place, soil_type, band)
  where (coalesce(live.parcels, 0), coalesce(live.compared, 0), coalesce(live.score_sum, 0), coalesce(live.open_overlaps, 0))
    <> (coalesce(recount.parcels, 0), coalesce(recount.compared, 0), coalesce(recount.score_sum, 0), coalesce(recount.open_overlaps, 0))
  union all
  select 'boundary of parcel ' || id, jsonb_build_object('known', centre_lat is not null),
    jsonb_build_object('known', parcel_id is not null)
  from parcels full join boundaries on parcel_id = id
  where (centre_lat is null) <> (parcel_id is null)
$$;

alter function rebuild_rollups() rename to rebuild_figures;
create function rebuild_rollups() returns void language plpgsql as $$
begin
  perform rebuild_figures();
  delete from cell_deltas;
  delete from rollup_cells;
  insert into rollup_cells select * from recount_cells;
end $$;

insert into rollup_cells select * from recount_cells;

-- --------------------------------------------------------------------------------- neighbours at the same moment

-- An overlap that is entered while one of its parcels goes or moves would be counted as if it had not. A save of a
-- boundary holds the places where it lies (see boundaries/locks.ts, with the same numbers); so does now whoever moves
-- what hangs on a parcel. Of several parcels all places at once and in order, so that two never wait for each other.
create function lock_places(held uuid[]) returns void language plpgsql as $$
declare
  lying record;
begin
  select array_agg(distinct cell order by cell) as cells, bool_or(large) as any_large into lying
  from (
    select floor(((extent[1])[0] + 180) / 0.05)::integer as west, floor(((extent[0])[0] + 180) / 0.05)::integer as east,
      floor(((extent[1])[1] + 90) / 0.05)::integer as south, floor(((extent[0])[1] + 90) / 0.05)::integer as north
    from boundaries where parcel_id = any (held)
  ) as box
  cross join lateral (select (east - west + 1) * (north - south + 1) > 64 as large) as measured
  left join lateral (
    select row_ * 7200 + column_ as cell from generate_series(south, north) as row_, generate_series(west, east) as column_
    where not large
  ) as cells on true;
  if lying.any_large is null then return; end if;
  if lying.any_large then
    perform pg_advisory_xact_lock(1651471726, -1);
  else
    perform pg_advisory_xact_lock_shared(1651471726, -1);
    perform pg_advisory_xact_lock(1651471726, cell) from unnest(lying.cells) as cell;
  end if;
end $$;

create or replace function move_what_hangs_on_parcel() returns trigger language plpgsql as $$
begin
  perform lock_places(array[new.id]);
  update boundary_overlaps set counties = overlap_counties(first_parcel_id, second_parcel_id)
  where first_parcel_id = new.id or second_parcel_id = new.id;
  update subsidies set counties = application_counties(id, owner_id)
  where owner_id = new.owner_id and kind = 'application' and status = 'pending';
  return null;
end $$;

-- ---------------------------------------------------------------------------------------------------- outlines

-- From which zoom on a boundary is drawn where a tile is crowded. By its chance, which is its part of the tile: at most
-- about 3,000 are drawn when fields lie side by side all over it, the large ones always, of the small ones an even
-- choice, and what is drawn at one zoom is drawn at the next one too.
create function drawn_from(extent box, parcel uuid) returns integer language sql immutable
  return ceil(ln(
    43 * ((uuid_hash(parcel)::bigint + 2147483649) / 4294967296.0::double precision) / greatest(area(extent), 1e-15)
  ) / ln(4::double precision))::integer;
create index boundaries_drawn_11 on boundaries using gist (extent) where drawn_from(extent, parcel_id) <= 11;
create index boundaries_drawn_12 on boundaries using gist (extent) where drawn_from(extent, parcel_id) <= 12;
create index boundaries_drawn_13 on boundaries using gist (extent) where drawn_from(extent, parcel_id) <= 13;
