-- Tokens with which an official's map program reads parcels (OGC API Features).
-- oldest code: 0035
create table gis_tokens (
  id           uuid primary key,
  user_id      uuid not null references users on delete cascade,
  name         text not null,
  token_hash   bytea not null unique,
  -- The post it was made in, whose area it reads. Null for an official without posts.
  post_id      uuid references posts,
  -- Limit of the parcels read on one day in Nairobi, and their count on the last day of use.
  max_rows     integer not null check (max_rows > 0),
  counted_on   date,
  rows_read    integer not null default 0,
  created_at   timestamptz(3) not null default now(),
  expires_at   timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index gis_tokens_user on gis_tokens (user_id, created_at, id);
