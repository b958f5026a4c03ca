-- Audit binders of programmes, and announcements to some of the farmers.
-- oldest code: 0035
create table audit_binders (
  id            uuid primary key,
  programme_id  uuid not null references subsidies on delete cascade,
  -- County of the post it was created in; null for a national one.
  county        text,
  made_by       uuid not null references users,
  language      text not null check (language in ('en', 'sw')),
  -- Days in Nairobi, both included.
  from_day      date not null,
  until_day     date not null check (until_day >= from_day),
  created_at    timestamptz(3) not null default now(),
  -- When the last applications were written. A binder without progress is resumed.
  worked_at     timestamptz(3) not null default now(),
  finished_at   timestamptz(3),
  -- Applications expected, and written so far.
  expected      integer not null,
  written       integer not null default 0,
  too_large     boolean not null default false,
  total_cents   bigint,
  -- The newest seal when the binder was created.
  head_seal     bigint,
  head_hash     text,
  csv_sha256    text,
  pdf_sha256    text,
  -- People whose applications are in the files.
  farmers       uuid[] not null default '{}',
  -- Null while unfinished, and after one of the farmers deleted their account.
  csv           bytea,
  pdf           bytea
);
create index audit_binders_programme on audit_binders (programme_id, created_at desc, id desc);
create unique index audit_binders_running on audit_binders (made_by) where finished_at is null;

-- Approved applications of a programme in the order of their decisions.
create index subsidies_binder on subsidies (programme_id, decided_at, id)
  where kind = 'application' and status = 'approved';

create table announcements (
  id            uuid primary key references notices on delete cascade,
  -- County of the office that sent it; null for the national one.
  county        text,
  sent_by       uuid not null references users,
  sent_at       timestamptz(3) not null default now(),
  -- Of title and content; the other two are their translation, if there is one.
  language      text not null check (language in ('en', 'sw')),
  title         text not null,
  content       text not null,
  other_title   text,
  other_content text,
  -- The filters that chose the farmers.
  audience      jsonb not null,
  farmers       integer not null check (farmers > 0),
  withdrawn_at  timestamptz(3),
  check ((other_title is null) = (other_content is null))
);
create index announcements_list on announcements (sent_at desc, id desc);
create index announcements_office on announcements (county, sent_at desc, id desc);

-- The farmers whom an announcement was sent to, in a few sorted lists. The ids stay when an account is deleted; they
-- name no one then.
create table announcement_farmers (
  announcement_id uuid not null references announcements on delete cascade,
  first_id        uuid not null,
  ids             uuid[] not null,
  primary key (announcement_id, first_id)
);
