-- oldest code: 0020
-- Registers that find any word: of names and addresses, the parts of an e-mail address, phone numbers as people write
-- them; land also by the name of its farmer. And in more than one order.

-- What is neither letter nor digit only separates, so that the parts of an address are words.
create function words_of(value text) returns tsvector language sql immutable parallel safe
  return to_tsvector('simple', translate(value, '@._+-/''', '       '));

-- A phone number is found with its country, without it, and as it is dialled within the country.
alter table users add column words tsvector not null generated always as (words_of(
  name || ' ' || email || coalesce(
    ' ' || regexp_replace(phone_number, '[^0-9]', '', 'g')
    || ' ' || right(regexp_replace(phone_number, '[^0-9]', '', 'g'), 9)
    || ' 0' || right(regexp_replace(phone_number, '[^0-9]', '', 'g'), 9), '')
)) stored;
drop index users_register_search;
create index users_register_words on users using gin (words) where role = 'farmer' and deleted_at is null;

-- Apart from the parcels: these change with every record, the words hardly ever. Parcels that are not deleted.
create table parcel_words (
  id         uuid primary key references parcels on delete cascade,
  created_at timestamptz(3) not null,
  words      tsvector not null
);
insert into parcel_words
select parcels.id, parcels.created_at, words_of(parcels.name || ' ' || coalesce(address, '') || ' ' || users.name)
from parcels join users on users.id = owner_id where parcels.deleted_at is null;
create index parcel_words_newest on parcel_words (created_at desc, id desc);
create index parcel_words_words on parcel_words using gin (words);
drop index parcels_register_search;

create index parcels_register_name on parcels (name, id) where deleted_at is null;
create index parcels_register_size on parcels (size_acres desc, id desc) where deleted_at is null;
