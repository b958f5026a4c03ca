-- without a transaction
-- oldest code: 0035
create index concurrently crops_name on crops (name, harvest_date) include (parcel_id, planting_date);
