-- The words by which a parcel is found: its own, and the name of its farmer.

create view stored_parcel_words as
  select parcels.id, parcels.created_at,
    words_of(parcels.name || ' ' || coalesce(address, '') || ' ' || users.name) as words
  from parcels join users on users.id = owner_id where parcels.deleted_at is null;

create function keep_parcel_words() returns trigger language plpgsql as $$
begin
  if new.deleted_at is null then
    insert into parcel_words select * from stored_parcel_words where id = new.id
    on conflict (id) do update set words = excluded.words;
  else
    delete from parcel_words where id = new.id;
  end if;
  return null;
end $$;
create trigger parcels_words after insert on parcels for each row execute function keep_parcel_words();
create trigger parcels_reword after update on parcels for each row when (
  old.name <> new.name or old.address is distinct from new.address
  or (old.deleted_at is null) <> (new.deleted_at is null)
) execute function keep_parcel_words();

create function rename_land_owner() returns trigger language plpgsql as $$
begin
  perform hold_land(new.id);
  update parcel_words set words = stored.words
  from parcels join stored_parcel_words as stored using (id)
  where owner_id = new.id and parcel_words.id = parcels.id;
  return null;
end $$;
create trigger users_reword_land after update of name on users
  for each row when (old.name <> new.name) execute function rename_land_owner();

create view faults_of_parcel_words as
  select 'words of parcel ' || id as what, to_jsonb(kept.words::text) as counted, to_jsonb(stored.words::text) as stored
  from parcel_words as kept full join stored_parcel_words as stored using (id)
  where kept.words is distinct from stored.words;

create procedure rebuild_parcel_words() language sql as $$
  delete from parcel_words;
  insert into parcel_words select * from stored_parcel_words;
$$;
