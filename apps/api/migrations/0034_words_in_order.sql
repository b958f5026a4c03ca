-- oldest code: 0023
-- A search in every order, county and kind of land, within one table: beside the words lies what the register is ordered
-- by, and what it is filtered by stands among them, as words that nobody can type (`@Nakuru`, `@peaty`). Farmers have such
-- a table too.
-- The columns are not called `name` and `size_acres`: code of before reads these from a join with the parcels, without
-- saying of which table. The indexes follow in the next file, beside running work.
drop table parcel_words;
create table parcel_words (
  id         uuid not null,
  created_at timestamptz(3) not null,
  by_name    text not null,
  by_size    numeric not null,
  words      tsvector not null
);
insert into parcel_words
select parcels.id, parcels.created_at, parcels.name, size_acres,
  words_of(parcels.name || ' ' || coalesce(address, '') || ' ' || users.name)
    || array_to_tsvector(array_remove(array[
      '@' || county, case when county is null then '@unplaced' end, '@' || region, '@' || soil_type, '@' || score_band,
      '@score to ' || 20 * (1 + (greatest(score, 1) - 1) / 20),
      case when confidence >= 40 then '@compared' else '@not compared' end,
      case when not has_harvest then '@no-harvest' end], null))
from parcels join users on users.id = owner_id where parcels.deleted_at is null;
alter table parcel_words add primary key (id), add foreign key (id) references parcels on delete cascade;

create table farmer_words (
  id         uuid not null,
  created_at timestamptz(3) not null,
  by_name    text not null,
  words      tsvector not null
);
insert into farmer_words
select users.id, users.created_at, users.name, users.words || array_to_tsvector(
  array_remove(array[case when north > 0 then '@north' end, case when south > 0 then '@south' end,
    case when east > 0 then '@east' end, case when west > 0 then '@west' end], null)
  || array(select '@' || county from jsonb_object_keys(counties) as county))
from users left join farmer_places on owner_id = users.id where role = 'farmer' and deleted_at is null;
alter table farmer_words add primary key (id), add foreign key (id) references users on delete cascade;
analyze parcel_words, farmer_words;
