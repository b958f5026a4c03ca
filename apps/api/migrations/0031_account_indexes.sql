-- without a transaction
-- oldest code: 0023
-- Downloading and deleting an account read these from their first row to their last, and so did the register of land for
-- kinds that no parcel is of at once.
create index concurrently contact_messages_email on contact_messages (lower(email));
create index concurrently notices_withdrawn on notices (user_id) where user_id is not null and withdrawn_at is not null;
create index concurrently parcels_kinds on parcels (county, soil_type, score_band) where deleted_at is null;
