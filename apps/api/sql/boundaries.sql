-- Neighbours at the same moment. Two who save at once must find each other, and an overlap that is entered while one of
-- its parcels goes or moves would be counted as if it had not. So they take turns by place: each locks the cells of a
-- grid of about five kilometres that its old and its new extent lie in, until it is committed. One too large for that
-- has the country to itself. Of several extents all cells at once and in order, so that two never wait for each other.
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

-- Of parcels, where their boundaries lie now.
create function lock_places(parcel_ids uuid[]) returns void language sql as $$
  select lock_places(array(select extent from boundaries where parcel_id = any (parcel_ids)))
$$;
