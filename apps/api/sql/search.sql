-- Full-text search terms of parcels and farmers, in separate tables: parcels change with every record, their terms hardly
-- ever. The tables also have the sort columns of the registers. Filters (places, kinds of land) are stored among the
-- terms as filter tokens, which users cannot type.

create function marks(names text[]) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array(select '@' || name from unnest(names) as name where name is not null))
$$;

-- ------------------------------------------------------------------------------------------------------- parcels

create function marks_of(parcel parcels) returns tsvector language sql stable as $$
  select marks(array[
    parcel.county, case when parcel.county is null then 'unplaced' end, parcel.region, parcel.soil_type, parcel.score_band,
    'score to ' || 20 * (1 + (greatest(parcel.score, 1) - 1) / 20),
    case when is_comparable(parcel.confidence) then 'compared' else 'not compared' end,
    case when not parcel.has_harvest then 'no-harvest' end])
$$;

-- Terms of the parcel itself and the name of its farmer.
create view stored_parcel_words as
  select parcels.id, parcels.created_at, parcels.name as by_name, size_acres as by_size,
    words_of(parcels.name || ' ' || coalesce(address, '') || ' ' || users.name) || marks_of(parcels) as words
  from parcels join users on users.id = owner_id where parcels.deleted_at is null;

create function keep_parcel_words() returns trigger language plpgsql as $$
begin
  if new.deleted_at is null then
    insert into parcel_words select * from stored_parcel_words where id = new.id
    on conflict (id) do update set by_name = excluded.by_name, by_size = excluded.by_size, words = excluded.words;
  else
    delete from parcel_words where id = new.id;
  end if;
  return null;
end $$;
create trigger parcels_words after insert on parcels for each row execute function keep_parcel_words();
-- A new score changes a filter token only with its bucket or band. No function call in the condition: see parcels.sql.
do $do$ begin
  execute format($trigger$
    create trigger parcels_reword after update on parcels for each row when (
      old.name <> new.name or old.address is distinct from new.address or old.size_acres <> new.size_acres
      or old.county is distinct from new.county or old.region is distinct from new.region
      or old.soil_type <> new.soil_type or old.score_band <> new.score_band
      or (greatest(old.score, 1) - 1) / 20 <> (greatest(new.score, 1) - 1) / 20
      or (old.confidence >= %1$s) <> (new.confidence >= %1$s) or old.has_harvest <> new.has_harvest
      or (old.deleted_at is null) <> (new.deleted_at is null)
    ) execute function keep_parcel_words()
  $trigger$, min_confidence());
end $do$;

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

-- ------------------------------------------------------------------------------------------------------- farmers

-- Name, email address and phone number, and filter tokens for the areas of their land.
create view stored_farmer_words as
  select users.id, users.created_at, users.name as by_name, users.words || marks(places_of(place)) as words
  from users left join farmer_places as place on owner_id = users.id where role = 'farmer' and deleted_at is null;

-- Locks the row first, so that a concurrent rename and new land elsewhere each see the other's change.
create procedure keep_farmer_words(farmer uuid) language plpgsql as $$
begin
  perform from farmer_words where id = farmer for update;
  insert into farmer_words select * from stored_farmer_words where id = farmer
  on conflict (id) do update set by_name = excluded.by_name, words = excluded.words;
end $$;

create function word_farmer() returns trigger language plpgsql as $$
begin
  if new.role = 'farmer' and new.deleted_at is null then
    call keep_farmer_words(new.id);
  else
    delete from farmer_words where id = new.id;
  end if;
  return null;
end $$;
create trigger users_words after insert on users for each row execute function word_farmer();
create trigger users_reword after update on users for each row when (
  old.name <> new.name or old.words <> new.words or old.role <> new.role
  or (old.deleted_at is null) <> (new.deleted_at is null)
) execute function word_farmer();

-- Skips the update if the areas are unchanged: most new parcels are where the farmer already has land.
create function word_farmer_places() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or places_of(old) <> places_of(new) then call keep_farmer_words(new.owner_id); end if;
  return null;
end $$;
create trigger farmer_places_words after insert or update on farmer_places
  for each row execute function word_farmer_places();

-- Farmers with similar names, most similar first, for a name that no prefix matches. None without pg_trgm. Ranks a bounded
-- number of candidates, because thousands of names can be similar to a short one. The planner plans a materialized CTE for
-- all its rows, but the executor stops at the limit: planned for the limit, it compared half of all names, one by one.
create function similar_farmers(typed text, area tsquery, most integer) returns setof uuid language plpgsql as $$
begin
  if to_regclass('farmer_words_trigrams') is null then return; end if;
  perform set_config('pg_trgm.word_similarity_threshold', '0.4', true);
  return query execute format($query$
    with candidates as materialized (
      select id, by_name from farmer_words where $1 operator(%1$s.<%%) by_name and ($2 is null or words @@ $2)
    )
    select id from (select * from candidates limit 200) as ranked
    order by %1$s.word_similarity($1, by_name) desc, by_name, id limit $3
  $query$, (select extnamespace::regnamespace from pg_extension where extname = 'pg_trgm')) using typed, area, most;
end $$;

-- -------------------------------------------------------------------------------------------- verify and rebuild

create view faults_of_words as
  select 'words of parcel ' || id as what, to_jsonb(kept) as counted, to_jsonb(stored) as stored
  from parcel_words as kept full join stored_parcel_words as stored using (id)
  where (kept.by_name, kept.by_size, kept.words) is distinct from (stored.by_name, stored.by_size, stored.words)
  union all
  select 'words of farmer ' || id, to_jsonb(kept), to_jsonb(stored)
  from farmer_words as kept full join stored_farmer_words as stored using (id)
  where (kept.by_name, kept.words) is distinct from (stored.by_name, stored.words);

-- For rows that were loaded without triggers. Correct rows are not rewritten.
create procedure rebuild_words() language sql as $$
  delete from parcel_words as kept where not exists (
    select from stored_parcel_words as stored where stored.id = kept.id
      and (stored.by_name, stored.by_size, stored.words) = (kept.by_name, kept.by_size, kept.words));
  insert into parcel_words select * from stored_parcel_words on conflict do nothing;
  delete from farmer_words as kept where not exists (
    select from stored_farmer_words as stored where stored.id = kept.id
      and (stored.by_name, stored.words) = (kept.by_name, kept.words));
  insert into farmer_words select * from stored_farmer_words on conflict do nothing;
$$;
