-- References found by their beginning, and names of farmers found despite typing errors.
-- oldest code: 0035

-- The operator class serves prefixes.
drop index subsidies_reference;
create unique index subsidies_reference on subsidies (reference text_pattern_ops);

-- In its own schema, because the objects of `public` are those of the folder sql; an operator may have installed it
-- elsewhere. Without it, or without the right to create it, the search works with prefixes alone.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create schema if not exists trigrams;
    grant usage on schema trigrams to public;
    create extension if not exists pg_trgm schema trigrams;
    execute format('create index farmer_words_trigrams on farmer_words using gin (by_name %s.gin_trgm_ops)',
      (select extnamespace::regnamespace from pg_extension where extname = 'pg_trgm'));
  end if;
exception when insufficient_privilege then
  raise notice 'the search works without pg_trgm: %', sqlerrm;
end $$;
