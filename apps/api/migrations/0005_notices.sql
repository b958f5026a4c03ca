-- Notices: what the product tells a person. One to a single person is a row of theirs; one to a whole role is one row
-- for all of them, so that telling a million farmers costs the same as telling one.

create table notices (
  id           uuid primary key,
  -- Names the texts: notice.<kind>.title and notice.<kind>.body of the server's catalogues.
  kind         text not null,
  user_id      uuid references users on delete cascade,
  audience     text check (audience in ('farmer', 'government')),
  -- What the texts are filled with; rendered in the reader's language when it is read.
  details      jsonb not null default '{}',
  -- A path of the web app, such as /policies/….
  link         text,
  created_at   timestamptz(3) not null default now(),
  -- Taken back, because what it spoke of was deleted.
  withdrawn_at timestamptz(3),
  check ((user_id is null) <> (audience is null))
);
create index notices_user on notices (user_id, created_at desc, id desc)
  where user_id is not null and withdrawn_at is null;
create index notices_audience on notices (audience, created_at desc, id desc)
  where audience is not null and withdrawn_at is null;

create table notice_reads (
  notice_id uuid not null references notices on delete cascade,
  user_id   uuid not null references users on delete cascade,
  read_at   timestamptz(3) not null default now(),
  primary key (notice_id, user_id)
);
create index notice_reads_user on notice_reads (user_id);

-- Up to when a person has read everything: counting what is unread starts here, not at the first notice ever.
create table notice_marks (
  user_id    uuid primary key references users on delete cascade,
  read_until timestamptz(3) not null
);
