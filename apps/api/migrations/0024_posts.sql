-- oldest code: 0023
-- Where an official works: in a post, which is an area, duties in it, and its days. Given, never edited: another area or
-- other duties are another post. Levels below the county may come later.
create table posts (
  id          uuid primary key,
  official_id uuid not null references users,
  level       text not null check (level in ('country', 'county')),
  -- The county's name; empty for the country.
  place       text not null,
  duties      text[] not null check (
    'view' = any (duties) and duties <@ array['view', 'decide', 'manage']),
  -- The first day and the last, in Nairobi; without a last day it goes on.
  from_day    date not null,
  until_day   date,
  -- Nobody: the operator.
  given_by    uuid references users,
  given_at    timestamptz(3) not null default now(),
  -- Ended before its last day.
  ended_by    uuid references users,
  ended_at    timestamptz(3),
  check ((level = 'country') = (place = '')),
  check (until_day >= from_day)
);
create index posts_official on posts (official_id, given_at, id);
create index posts_place on posts (place, given_at, id);

-- The post that an official chose to work in; where it is none of theirs any more, the first of those that are.
alter table users add column post_id uuid references posts;
