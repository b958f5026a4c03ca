-- Half as many parcels in a crowded tile: about 1,500. With 3,000 a tile in the densest places took twice its budget,
-- and at those zooms a field of two acres is a few pixels wide.
drop index boundaries_drawn_11, boundaries_drawn_12, boundaries_drawn_13;
create or replace function drawn_from(extent box, parcel uuid) returns integer language sql immutable
  return ceil(ln(
    86 * ((uuid_hash(parcel)::bigint + 2147483649) / 4294967296.0::double precision) / greatest(area(extent), 1e-15)
  ) / ln(4::double precision))::integer;
create index boundaries_drawn_11 on boundaries using gist (extent) where drawn_from(extent, parcel_id) <= 11;
create index boundaries_drawn_12 on boundaries using gist (extent) where drawn_from(extent, parcel_id) <= 12;
create index boundaries_drawn_13 on boundaries using gist (extent) where drawn_from(extent, parcel_id) <= 13;
