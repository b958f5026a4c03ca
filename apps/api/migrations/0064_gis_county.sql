-- without a transaction
-- oldest code: 0035
-- Pages of a county for map programs: most parcels have no boundary.
create index concurrently parcels_boundary_county on parcels (county, id)
  where boundary_area_m2 is not null and deleted_at is null;
