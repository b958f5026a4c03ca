-- What a thread with an office is about: name, and the parcel on whose page it is shown. Nothing if the row is gone, is no
-- longer the farmer's, or is now in the area of another county office.
create function thread_about(kind text, about uuid, farmer uuid, office text)
returns table (name text, parcel_id uuid) language sql stable as $$
  select name, id from parcels
  where kind = 'parcel' and id = about and owner_id = farmer and deleted_at is null and office in ('', county)
  union all
  select crops.name, parcels.id from crops join parcels on parcels.id = parcel_id
  where kind = 'crop' and crops.id = about and owner_id = farmer and deleted_at is null and office in ('', county)
  union all
  select name, null from subsidies
  where kind = 'application' and id = about and owner_id = farmer and office in ('', county)
$$;
