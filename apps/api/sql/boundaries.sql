-- Serializes boundary changes of neighbours. Two concurrent saves must see each other, and an overlap inserted while one
-- of its parcels is deleted or moved would be miscounted. Each transaction locks the cells of a grid of about five
-- kilometres that the old and the new extent touch, until commit. An extent that covers too many cells locks the whole
-- country. The cells of all extents are locked in one call and in order, to prevent deadlocks.
create function lock_places(extents box[]) returns void language plpgsql as $$
declare
  space constant integer := 1651471726;
  country constant integer := -1;
  cells integer[];
  is_large boolean;
begin
  select array_agg(distinct cell order by cell), bool_or(large) into cells, is_large
  from (
    select floor(((extent[1])[0] + 180) / 0.05)::integer as west, floor(((extent[0])[0] + 180) / 0.05)::integer as east,
      floor(((extent[1])[1] + 90) / 0.05)::integer as south, floor(((extent[0])[1] + 90) / 0.05)::integer as north
    from unnest(extents) as extent
  ) as sides
  cross join lateral (select (east - west + 1) * (north - south + 1) > 64 as large) as measured
  left join lateral (
    select row_ * 7200 + column_ as cell from generate_series(south, north) as row_, generate_series(west, east) as column_
    where not large
  ) as cells on true;
  if is_large is null then return; end if;
  if is_large then
    perform pg_advisory_xact_lock(space, country);
  else
    perform pg_advisory_xact_lock_shared(space, country);
    perform pg_advisory_xact_lock(space, cell) from unnest(cells) as cell;
  end if;
end $$;

-- Locks the cells of the current boundaries of these parcels.
create function lock_places(parcel_ids uuid[]) returns void language sql as $$
  select lock_places(array(select extent from boundaries where parcel_id = any (parcel_ids)))
$$;
