-- Schema of release 0.2.0. Replaces migrations 0001 to 0035.
-- oldest code: 0035
-- replaces: 0035_words_in_order_indexes.sql 472d4fe68a99293b463212a293036d9e8ceb7f6cb26a48c4e533784e3c1b51f7
--
-- Tables, indexes and seed rows, grouped by the floors of the code. Accounts come first, because most tables reference
-- users. Functions, triggers and views are in the folder sql, except those that a column or an index uses.
--
-- Conventions: `revision` counts the edits of a row by users, for optimistic locking. A soft delete sets `deleted_at`.
-- A null `county` means national, unless stated otherwise.

-- =========================================================================================================== accounts

-- Search terms of a text. Punctuation only separates, so that the parts of an email address are terms.
create function words_of(value text) returns tsvector language sql immutable parallel safe
  return to_tsvector('simple', translate(value, '@._+-/''', '       '));

create table users (
  id                 uuid primary key,
  email              text not null,
  name               text not null,
  role               text not null check (role in ('farmer', 'government')),
  phone_number       text,
  location           text,
  farm_size_acres    numeric(12, 4),
  department         text,
  language           text not null default 'en' check (language in ('en', 'sw')),
  password_hash      text not null,
  email_confirmed_at timestamptz(3),
  -- Set when an official signs up by email domain: no access as an official before the address is confirmed.
  must_confirm_email boolean not null default false,
  revision           integer not null default 1,
  created_at         timestamptz(3) not null default now(),
  -- A deleted account retains its row without personal data, because decisions and threads reference it.
  deleted_at         timestamptz(3),
  -- Officials only: may invite officials, reset their accounts and grant this permission.
  manage             boolean not null default false,
  -- Blocks sign-in. Setting it ends all sessions.
  suspended_at       timestamptz(3),
  -- A phone number is found with its country code, without it, and with a leading zero.
  words              tsvector not null generated always as (words_of(
    name || ' ' || email || coalesce(
      ' ' || regexp_replace(phone_number, '[^0-9]', '', 'g')
      || ' ' || right(regexp_replace(phone_number, '[^0-9]', '', 'g'), 9)
      || ' 0' || right(regexp_replace(phone_number, '[^0-9]', '', 'g'), 9), '')
  )) stored,
  -- The post that an official selected. If it is no longer current, the first current one applies.
  post_id            uuid
);
create unique index users_email on users (lower(email)) where deleted_at is null;
create index users_role_name on users (role, name, id) where deleted_at is null;
-- Recipients of a message: by prefix of the name, of any part of it, or of the email address.
create index users_name_prefix on users (lower(name) text_pattern_ops, id) where deleted_at is null;
create index users_email_prefix on users (lower(email) text_pattern_ops) where deleted_at is null;
create index users_name_words on users using gin (to_tsvector('simple', name)) where deleted_at is null;
-- The register of farmers.
create index users_register on users (created_at desc, id desc) where role = 'farmer' and deleted_at is null;
create index users_register_words on users using gin (words) where role = 'farmer' and deleted_at is null;

-- A post of an official: an area, permissions (duties) and days. Posts are never edited; a change is a new post.
create table posts (
  id          uuid primary key,
  official_id uuid not null references users,
  level       text not null check (level in ('country', 'county')),
  -- Name of the county; empty for the national level.
  place       text not null,
  duties      text[] not null check (
    'view' = any (duties) and duties <@ array['view', 'decide', 'manage']),
  -- First and last day in Nairobi. Without a last day the post has no end.
  from_day    date not null,
  until_day   date,
  -- Null: the operator.
  given_by    uuid references users,
  given_at    timestamptz(3) not null default now(),
  -- Set when the post ends before its last day.
  ended_by    uuid references users,
  ended_at    timestamptz(3),
  check ((level = 'country') = (place = '')),
  check (until_day >= from_day)
);
create index posts_official on posts (official_id, given_at, id);
create index posts_place on posts (place, given_at, id);
-- Not part of users, because the two tables reference each other.
alter table users add foreign key (post_id) references posts;

create table sessions (
  id           uuid primary key,
  user_id      uuid not null references users on delete cascade,
  token_hash   bytea not null unique,
  device       text not null,
  created_at   timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  -- Last re-authentication in this session.
  confirmed_at timestamptz(3)
);
create index sessions_user on sessions (user_id, created_at);

-- Browsers that have signed in to an account before. Their failed sign-ins are limited separately, so that attempts
-- from elsewhere do not lock out the owner.
create table devices (
  token_hash   bytea not null,
  user_id      uuid not null references users on delete cascade,
  created_at   timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  primary key (token_hash, user_id)
);
create index devices_user on devices (user_id, last_used_at);

-- Failed sign-ins of the current hour, by account and address. Those of past hours are in the audit log.
create table sign_in_failures (
  -- Id of the account, or HMAC of an email address without an account.
  account text not null,
  -- HMAC of the network address.
  address text not null,
  hour    timestamptz(0) not null default date_trunc('hour', now()),
  user_id uuid,
  count   integer not null default 1,
  primary key (account, address, hour)
);

create table one_time_codes (
  id         uuid primary key,
  user_id    uuid not null references users on delete cascade,
  purpose    text not null check (purpose in ('reset-password', 'confirm-email')),
  code_hash  bytea not null unique,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at    timestamptz(3),
  -- The official who issued it; null if it was sent by email or issued by the operator.
  created_by uuid references users on delete set null
);
create index one_time_codes_user on one_time_codes (user_id);

create table invitations (
  id         uuid primary key,
  code_hash  bytea not null unique,
  note       text,
  created_by uuid references users,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at    timestamptz(3),
  used_by    uuid references users,
  -- County of the inviting post. The invited official gets a post there.
  county     text
);
create index invitations_created on invitations (created_at desc, id);

-- Officials by whom an official was invited or the account was reset. They do not count as a second person in four-eyes
-- approval.
create table account_grants (
  user_id  uuid not null references users on delete cascade,
  given_by uuid not null references users on delete cascade,
  kind     text not null check (kind in ('invitation', 'reset')),
  at       timestamptz(3) not null default now(),
  primary key (user_id, given_by, kind)
);

-- Passkeys and authenticator apps of officials.
create table second_factors (
  id            uuid primary key,
  user_id       uuid not null references users on delete cascade,
  kind          text not null check (kind in ('totp', 'passkey')),
  name          text not null,
  -- totp: the key, encrypted with the application's secret, and the last accepted time step.
  secret        bytea,
  last_step     bigint,
  -- passkey
  credential_id text unique,
  public_key    bytea,
  sign_count    bigint,
  transports    text[],
  created_at    timestamptz(3) not null default now(),
  -- A factor is required from its first successful use on.
  confirmed_at  timestamptz(3),
  last_used_at  timestamptz(3),
  check ((kind = 'totp') = (secret is not null)),
  check ((kind = 'passkey') = (credential_id is not null and public_key is not null))
);
create index second_factors_user on second_factors (user_id, created_at);

create table recovery_codes (
  user_id   uuid not null references users on delete cascade,
  code_hash bytea not null,
  used_at   timestamptz(3),
  primary key (user_id, code_hash)
);

-- Challenges for passkeys to sign, valid once and for minutes. Unlogged, because clients can request a new one.
create unlogged table passkey_challenges (
  id         uuid primary key,
  challenge  text not null,
  expires_at timestamptz(3) not null
);

-- ============================================================================================================ records

-- Audit log, append-only, partitioned by month and sealed (docs/decisions/0016-sealed-audit-log.md). It outlives the
-- rows that it names, and dropping a month must not lock users, so it has no foreign keys. The not null constraints are
-- named as in upgraded databases; PostgreSQL 18 stores these names.
create sequence audit_log_id;
create table audit_log (
  id         bigint default nextval('audit_log_id') not null,
  at         timestamptz(3) default now() not null,
  actor_id   uuid,
  action     text not null,
  entity     text not null,
  entity_id  uuid,
  -- The changed fields, without secrets.
  before     jsonb,
  after      jsonb,
  request_id text,
  -- The transaction that wrote the row. A restored database restarts its transaction ids in a new epoch. Null until a
  -- row that was loaded without triggers is stamped.
  epoch      integer,
  xid        xid8,
  -- Salted hash of before and after. The seal covers it instead of them, so that they can be erased.
  salt       bytea,
  commitment bytea,
  primary key (id, at)
) partition by range (at);
alter sequence audit_log_id owned by audit_log.id;
create index audit_log_entity on audit_log (entity, entity_id, id);
create index audit_log_actor on audit_log (actor_id, id);
create index audit_log_xid on audit_log (epoch, xid);
create index audit_log_action on audit_log (action, at, id);
create index audit_log_at on audit_log (at, id);

-- The first partition has no lower bound, because demo data contains entries of earlier months. `make_months` creates
-- the later ones, and all partitions of access_lines.
do $$
declare
  month timestamp := date_trunc('month', now() at time zone 'UTC');
begin
  execute format('create table %I partition of audit_log for values from (minvalue) to (%L)',
    to_char(month, '"audit_log_"YYYY_MM'), (month + interval '1 month') at time zone 'UTC');
end $$;

-- A seal covers the rows of one month that were written by a range of transactions.
create table audit_seals (
  -- Consecutive, from 1.
  id        bigint primary key,
  epoch     integer not null,
  -- Null: the start of an epoch, which covers no rows.
  month     date,
  from_xid  xid8 not null,
  until_xid xid8 not null,
  ids       int8multirange not null,
  count     bigint not null,
  rows_hash bytea not null,
  sealed_at timestamptz(3) not null,
  previous  bytea not null,
  hash      bytea not null
);

-- Access log: views of personal data by other users. An entry is written before the response is sent and never changed.
-- No foreign keys, as in audit_log.
create table access_lines (
  id         uuid not null,
  created_at timestamptz(3) not null default now(),
  viewer_id  uuid not null,
  -- Type of access: what was opened, listed or exported.
  look       text not null,
  entity_id  uuid,
  -- The people whose data it was. For an export of more than 1,000 people the area: a county, a region or 'all'.
  people     uuid[],
  area       text,
  primary key (created_at, id),
  check ((people is null) <> (area is null))
) partition by range (created_at);
create index access_lines_people on access_lines using gin (people);
create index access_lines_area on access_lines (created_at, id) where area is not null;
-- Repeated access within minutes is logged once.
create index access_lines_viewer on access_lines (viewer_id, look, created_at);

-- A notice is for one user or for a whole role. A notice for a role is a single row, so its cost does not depend on the
-- number of recipients.
create table notices (
  id           uuid primary key,
  -- Names the texts notice.<kind>.title and notice.<kind>.body of the server's catalogues.
  kind         text not null,
  user_id      uuid references users on delete cascade,
  audience     text check (audience in ('farmer', 'government')),
  -- Parameters of the texts, which are rendered on reading, in the reader's language.
  details      jsonb not null default '{}',
  -- A path of the web app, such as /policies/….
  link         text,
  created_at   timestamptz(3) not null default now(),
  -- Set when the subject of the notice is deleted.
  withdrawn_at timestamptz(3),
  check ((user_id is null) <> (audience is null))
);
create index notices_user on notices (user_id, created_at desc, id desc)
  where user_id is not null and withdrawn_at is null;
create index notices_audience on notices (audience, created_at desc, id desc)
  where audience is not null and withdrawn_at is null;
-- Export and deletion of an account.
create index notices_withdrawn on notices (user_id) where user_id is not null and withdrawn_at is not null;
-- Expired rows for the nightly clean-up. BRIN suffices, because rows are stored in the order of their time.
create index notices_created on notices using brin (created_at);

create table notice_reads (
  notice_id uuid not null references notices on delete cascade,
  user_id   uuid not null references users on delete cascade,
  read_at   timestamptz(3) not null default now(),
  primary key (notice_id, user_id)
);
create index notice_reads_user on notice_reads (user_id);

-- All notices up to this time are read. The unread count starts here instead of at the first notice.
create table notice_marks (
  user_id    uuid primary key references users on delete cascade,
  read_until timestamptz(3) not null
);

-- Messages between two users, in threads.
create table threads (
  -- The id of its first message, so that an offline client knows it.
  id                uuid primary key,
  channel_type      text not null
    check (channel_type in ('government-government', 'government-farmer', 'farmer-farmer', 'general')),
  subject           text not null,
  starter_id        uuid not null references users,
  partner_id        uuid not null references users,
  -- Also the number of the newest message.
  message_count     integer not null,
  last_message_at   timestamptz(3) not null,
  -- In a thread about an overlap, aliases replace the ids, names and addresses of both farmers. They are removed when
  -- both have agreed to show their names.
  starter_alias     uuid,
  partner_alias     uuid,
  starter_agreed_at timestamptz(3),
  partner_agreed_at timestamptz(3),
  check (starter_id <> partner_id),
  constraint threads_aliases check (
    (starter_alias is null) = (partner_alias is null)
    and (starter_alias is null or starter_agreed_at is null or partner_agreed_at is null)
  )
);
create index threads_starter on threads (starter_id, last_message_at desc, id desc);
create index threads_partner on threads (partner_id, last_message_at desc, id desc);

create table messages (
  id           uuid primary key,
  thread_id    uuid not null references threads on delete cascade,
  -- Consecutive within the thread, assigned under its lock: times alone would not give a definite order.
  number       integer not null,
  sender_id    uuid not null references users,
  recipient_id uuid not null references users,
  channel_type text not null,
  subject      text not null,
  content      text not null,
  created_at   timestamptz(3) not null,
  read_at      timestamptz(3),
  unique (thread_id, number)
);
create index messages_unread on messages (recipient_id, channel_type, thread_id) where read_at is null;

-- =============================================================================================================== farm

-- Counts, totals and score of a parcel are updated in the transaction of the record that changes them, so that lists
-- read only this table. Free space in its pages keeps these updates off the indexes (HOT).
create table parcels (
  id                  uuid primary key,
  owner_id            uuid not null references users,
  name                text not null,
  size_acres          numeric not null check (size_acres between 0 and 1000000),
  address             text,
  soil_type           text not null default 'loamy'
                      check (soil_type in ('clay', 'sandy', 'silty', 'peaty', 'chalky', 'loamy')),
  declared_irrigation text not null default 'unknown'
                      check (declared_irrigation in ('recorded', 'rain-fed', 'unknown')),
  declared_fertilizer text not null default 'unknown' check (declared_fertilizer in ('recorded', 'none', 'unknown')),
  declared_pesticide  text not null default 'unknown' check (declared_pesticide in ('recorded', 'none', 'unknown')),
  -- As resolved when the parcel was last written. Null: unknown. `confirmed`: by the farmer.
  county              text,
  region              text check (region in ('north', 'south', 'east', 'west')),
  county_source       text check (county_source in ('confirmed', 'address', 'coordinates', 'name')),
  crop_count          integer not null default 0,
  water_count         integer not null default 0,
  fertilizer_count    integer not null default 0,
  pesticide_count     integer not null default 0,
  water_litres        numeric not null default 0,
  fertilizer_kg       numeric not null default 0,
  -- One litre of a product counts as one kg.
  pesticide_kg        numeric not null default 0,
  -- Redundant to the counts, so that these are in no index.
  has_records         boolean not null default false,
  score               smallint not null default 50 check (score between 0 and 100),
  confidence          smallint not null default 0 check (confidence between 0 and 100),
  score_status        text not null default 'initial' check (score_status in ('initial', 'provisional', 'assessed')),
  score_band          text not null default 'initial'
                      check (score_band in ('initial', 'needs attention', 'fair', 'good', 'very good')),
  score_as_of         date not null,
  -- Versions of the engine and its tables: `2025.1.0/2025.1`.
  score_version       text not null,
  inputs_hash         text not null,
  revision            integer not null default 1,
  created_at          timestamptz(3) not null default now(),
  -- A deleted parcel can be restored for 30 days, then a job removes it.
  deleted_at          timestamptz(3),
  -- Measures of the boundary for lists and the score. Every change of the boundary, also its removal, raises
  -- `boundary_revision` and not `revision`.
  boundary_area_m2    double precision,
  centre_lat          double precision,
  centre_lon          double precision,
  boundary_revision   integer not null default 0,
  -- Last day with a crop, of the crops that were planted by the day of the last change.
  covered_until       date,
  -- Later crops that extend the cover, in order: pairs of planting day and last covered day.
  planned_cover       date[],
  has_harvest         boolean not null default false,
  check ((county is null) = (county_source is null)),
  constraint parcels_boundary check (
    (boundary_area_m2 is null) = (centre_lat is null) and (centre_lat is null) = (centre_lon is null)
  )
) with (fillfactor = 85);
create index parcels_owner on parcels (owner_id, created_at, id) where deleted_at is null;
create index parcels_deleted on parcels (owner_id, deleted_at desc) where deleted_at is not null;
create index parcels_purge on parcels (deleted_at) where deleted_at is not null;
create index parcels_with_records on parcels (id) where has_records and deleted_at is null;
-- Planned crops whose planting day has come, for the job that settles them.
create index parcels_planned on parcels ((planned_cover[1])) where planned_cover is not null;
-- The register of land. No index contains the score itself, so that updating it stays cheap.
create index parcels_register on parcels (created_at desc, id desc) where deleted_at is null;
create index parcels_register_county on parcels (county, created_at desc, id desc) where deleted_at is null;
create index parcels_register_unharvested on parcels (county, created_at desc, id desc)
  where deleted_at is null and not has_harvest;
create index parcels_register_name on parcels (name, id) where deleted_at is null;
create index parcels_register_size on parcels (size_acres desc, id desc) where deleted_at is null;
-- Combinations of filters that few or no parcels match.
create index parcels_kinds on parcels (county, soil_type, score_band) where deleted_at is null;

-- The explanation of a score: components, evidence, missing evidence, actions. Separate, because lists do not need it.
create table parcel_scores (
  parcel_id uuid primary key references parcels on delete cascade,
  result    jsonb not null
);

-- One row for each change of a score.
create table score_history (
  id         bigint generated always as identity primary key,
  parcel_id  uuid not null references parcels on delete cascade,
  as_of      date not null,
  score      smallint not null,
  confidence smallint not null,
  status     text not null,
  version    text not null,
  created_at timestamptz(3) not null default now(),
  -- The components, to explain the change. Null in rows of older releases.
  parts      jsonb
);
create index score_history_parcel on score_history (parcel_id, id);
create index score_history_as_of on score_history (as_of, parcel_id);

-- Runs over all scores: each night for a date, or after a change of the engine for a version.
create table score_runs (
  id              bigint generated always as identity primary key,
  kind            text not null check (kind in ('nightly', 'version')),
  target          text not null,
  -- Unused: score_run_ranges stores the progress.
  last_parcel_id  uuid,
  parcels_total   integer not null,
  parcels_done    integer not null default 0,
  parcels_changed integer not null default 0,
  started_at      timestamptz(3) not null default now(),
  updated_at      timestamptz(3) not null default now(),
  finished_at     timestamptz(3),
  unique (kind, target)
);

-- Ranges of parcel ids of a run, processed in parallel. Each stores its progress, so that an interrupted run resumes.
-- They are deleted when the run is finished.
create table score_run_ranges (
  run_id          bigint not null references score_runs on delete cascade,
  up_to_id        uuid not null,
  -- The last processed parcel.
  after_id        uuid not null,
  finished        boolean not null default false,
  parcels_done    integer not null default 0,
  parcels_changed integer not null default 0,
  updated_at      timestamptz(3) not null default now(),
  primary key (run_id, up_to_id)
);

create table crops (
  id                     uuid primary key,
  parcel_id              uuid not null references parcels on delete cascade,
  name                   text not null,
  planting_date          date not null,
  harvest_date           date not null,
  yield_tons_per_hectare numeric not null check (yield_tons_per_hectare >= 0),
  -- False: the yield is expected. The farmer confirms it after the harvest date.
  yield_confirmed        boolean not null,
  area_share             numeric check (area_share > 0 and area_share <= 1),
  revision               integer not null default 1,
  created_at             timestamptz(3) not null default now(),
  check (harvest_date >= planting_date)
);
create index crops_parcel on crops (parcel_id, planting_date desc, created_at desc, id desc);
create index crops_unconfirmed on crops (parcel_id, harvest_date) where not yield_confirmed;

create table water_records (
  id         uuid primary key,
  parcel_id  uuid not null references parcels on delete cascade,
  date       date not null,
  litres     numeric not null check (litres >= 0),
  revision   integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create index water_records_parcel on water_records (parcel_id, date desc, created_at desc, id desc);

create table fertilizer_records (
  id         uuid primary key,
  parcel_id  uuid not null references parcels on delete cascade,
  date       date not null,
  type       text not null,
  kg         numeric not null check (kg >= 0),
  revision   integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create index fertilizer_records_parcel on fertilizer_records (parcel_id, date desc, created_at desc, id desc);

create table pesticide_records (
  id         uuid primary key,
  parcel_id  uuid not null references parcels on delete cascade,
  date       date not null,
  product    text not null,
  amount     numeric not null check (amount >= 0),
  unit       text not null check (unit in ('kg', 'L')),
  revision   integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create index pesticide_records_parcel on pesticide_records (parcel_id, date desc, created_at desc, id desc);

-- The zoom from which a boundary is drawn in a crowded tile. Its probability is its share of the tile's area: at most
-- about 1,500 boundaries, all large ones and an even sample of the small ones. A boundary drawn at one zoom is also
-- drawn at higher ones. With 3,000, the densest tiles took twice their time budget.
create function drawn_from(extent box, parcel uuid) returns integer language sql immutable
  return ceil(ln(
    86 * ((uuid_hash(parcel)::bigint + 2147483649) / 4294967296.0::double precision) / greatest(area(extent), 1e-15)
  ) / ln(4::double precision))::integer;

-- Shapes of parcels, separate because they are large and seldom read.
create table boundaries (
  parcel_id    uuid primary key references parcels on delete cascade,
  -- GeoJSON coordinates of a MultiPolygon: degrees on WGS 84, longitude first, seven decimals, closed rings.
  coordinates  json not null,
  -- A simplified copy of a shape with many corners, for maps of many parcels and for tiles.
  outline      json,
  -- West, south, east, north.
  extent       box not null,
  corner_count integer not null,
  source       text not null check (source in ('drawn', 'walked', 'imported')),
  updated_at   timestamptz(3) not null default now()
);
create index boundaries_extent on boundaries using gist (extent);
create index boundaries_drawn_11 on boundaries using gist (extent) where drawn_from(extent, parcel_id) <= 11;
create index boundaries_drawn_12 on boundaries using gist (extent) where drawn_from(extent, parcel_id) <= 12;
create index boundaries_drawn_13 on boundaries using gist (extent) where drawn_from(extent, parcel_id) <= 13;

-- Two parcels of different farmers whose boundaries overlap by more than the tolerance.
create table boundary_overlaps (
  id               uuid primary key,
  -- In the order of their ids. They reference the boundaries, so that removing a boundary removes its overlaps.
  first_parcel_id  uuid not null references boundaries on delete cascade,
  second_parcel_id uuid not null references boundaries on delete cascade,
  coordinates      json not null,
  extent           box not null,
  area_m2          double precision not null check (area_m2 > 0),
  status           text not null default 'open' check (status in ('open', 'settled')),
  -- An official's remark, visible to both farmers.
  note             text,
  settled_by       uuid references users,
  settled_at       timestamptz(3),
  -- The thread of the two farmers about it.
  thread_id        uuid references threads on delete set null,
  revision         integer not null default 1,
  created_at       timestamptz(3) not null default now(),
  updated_at       timestamptz(3) not null default now(),
  -- Counties of both parcels, '' if unknown. Null while one of the parcels is deleted.
  counties         text[],
  unique (first_parcel_id, second_parcel_id),
  check (first_parcel_id < second_parcel_id),
  check ((status = 'settled') = (settled_at is not null))
);
create index boundary_overlaps_second on boundary_overlaps (second_parcel_id);
create index boundary_overlaps_all on boundary_overlaps (created_at desc, id desc);
create index boundary_overlaps_status on boundary_overlaps (status, created_at desc, id desc);
create index boundary_overlaps_extent on boundary_overlaps using gist (extent);

create table equipment (
  id                     uuid primary key,
  owner_id               uuid not null references users,
  name                   text not null,
  type                   text not null,
  manufacturer           text,
  model                  text,
  purchase_date          date,
  purchase_price_cents   bigint check (purchase_price_cents >= 0),
  status                 text not null default 'active' check (status in ('active', 'maintenance', 'retired')),
  -- Reading of the hour meter when the machine was registered, and this reading plus all hours recorded since.
  starting_hours         numeric(12, 2) not null default 0 check (starting_hours >= 0),
  usage_hours            numeric(12, 2) not null default 0 check (usage_hours >= starting_hours),
  service_interval_hours numeric(12, 2) check (service_interval_hours > 0),
  revision               integer not null default 1,
  created_at             timestamptz(3) not null default now(),
  last_used_on           date
);
create index equipment_owner on equipment (owner_id, created_at, id);

create table equipment_maintenance (
  id            uuid primary key,
  equipment_id  uuid not null references equipment on delete cascade,
  date          date not null,
  kind          text not null,
  description   text not null,
  cost_cents    bigint check (cost_cents >= 0),
  next_due_date date,
  revision      integer not null default 1,
  created_at    timestamptz(3) not null default now()
);
create index equipment_maintenance_log on equipment_maintenance (equipment_id, date desc, created_at desc, id desc);

-- One row for each addition of hours, so that the hours of a period can be computed.
create table equipment_usage (
  id           uuid primary key,
  equipment_id uuid not null references equipment on delete cascade,
  date         date not null,
  hours        numeric(12, 2) not null check (hours >= 0),
  created_at   timestamptz(3) not null default now()
);
create index equipment_usage_log on equipment_usage (equipment_id, date desc, created_at desc, id desc);

-- Reminders that a farmer has enabled. Without a row: all of them, in the app only.
create table reminder_settings (
  user_id   uuid primary key references users on delete cascade,
  harvest   boolean not null default true,
  service   boolean not null default true,
  programme boolean not null default true,
  mail      boolean not null default false
);
-- Recipients of emails about closing programmes.
create index reminder_settings_mailed on reminder_settings (user_id) where mail and programme;

-- Sent reminders: one for each user, item and due date.
create table reminders (
  user_id    uuid not null references users on delete cascade,
  kind       text not null check (kind in ('harvest', 'service')),
  -- The crop or the equipment.
  thing_id   uuid not null,
  -- A date; for a service by hours the reading of the hour meter at which it is due.
  due        text not null,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, kind, thing_id, due)
);
create index reminders_created on reminders using brin (created_at);

-- ============================================================================================================= office

-- Programmes of officials and applications of farmers. One table, because one list shows both.
create table subsidies (
  id                 uuid primary key,
  kind               text not null check (kind in ('programme', 'application')),
  -- The farmer of an application, the official of a programme.
  owner_id           uuid not null references users,
  -- Copied from users, so that one index covers texts and owner.
  owner_name         text not null,
  programme_id       uuid references subsidies,
  name               text not null,
  description        text not null,
  -- The requested amount; for a programme its budget.
  amount_cents       bigint not null check (amount_cents >= 0),
  status             text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'withdrawn')),
  reason             text,
  decided_by         uuid references users,
  decided_at         timestamptz(3),
  -- Regions of its parcels, or of a programme's rules.
  regions            text[] not null default '{}',
  -- The evidence for the decision on an application, as of that time.
  facts              jsonb,
  -- Programmes: sum of the approved applications, stored here so that a constraint enforces the budget.
  approved_cents     bigint not null default 0,
  -- The official who last set the budget. With four-eyes approval another one approves it.
  amount_set_by      uuid references users,
  closes_on          date,
  closed_at          timestamptz(3),
  rules              jsonb,
  revision           integer not null default 1,
  created_at         timestamptz(3) not null default now(),
  edited_at          timestamptz(3),
  withdrawn_at       timestamptz(3),
  search             tsvector not null generated always as (
    to_tsvector('simple', name || ' ' || description || ' ' || owner_name)
  ) stored,
  -- Counties of an application, like its regions.
  counties           text[] not null default '{}',
  -- The county whose office decides on an application, or that created a programme.
  county             text,
  -- Applications: the last working day for a decision.
  due_on             date,
  -- The assigned official. It does not lock the application.
  assigned_to        uuid references users,
  assigned_at        timestamptz(3),
  -- When it was overdue and escalated to the level above.
  risen_at           timestamptz(3),
  -- Result of the programme's rules when the farmer last sent it; null: no rules, or unknown.
  meets_rules        boolean,
  -- Programmes: two officials must agree on applications above this amount.
  second_above_cents bigint check (second_above_cents >= 0),
  -- Returned for correction, with fields and reason, until the farmer edits it. The status is still pending.
  returned_at        timestamptz(3),
  returned_by        uuid references users,
  return_fields      text[],
  return_reason      text,
  -- Working days on which it was returned. They do not count towards its deadline.
  stopped_days       integer not null default 0,
  -- Level of the deciding post. Null in rows of older releases.
  decided_level      text check (decided_level in ('country', 'county')),
  -- The rejected application that this one reopens after an upheld appeal.
  appeal_of          uuid references subsidies,
  constraint subsidies_budget check (approved_cents between 0 and amount_cents),
  constraint subsidies_decided check ((status in ('approved', 'rejected')) = (decided_at is not null)),
  constraint subsidies_withdrawn check ((status = 'withdrawn') = (withdrawn_at is not null)),
  constraint subsidies_kind check (
    case kind
      when 'programme' then programme_id is null and status <> 'withdrawn' and facts is null
      else approved_cents = 0 and closes_on is null and closed_at is null and rules is null
    end
  ),
  constraint subsidies_second_above check (second_above_cents is null or kind = 'programme'),
  constraint subsidies_returned check (
    (returned_at is null) = (return_fields is null) and (returned_at is null) = (return_reason is null))
);
create index subsidies_owner on subsidies (owner_id, created_at desc, id desc);
create index subsidies_search on subsidies using gin (search);
-- Sums over a period.
create index subsidies_approved on subsidies (decided_at) where kind = 'application' and status = 'approved';
create unique index subsidies_appeal_of on subsidies (appeal_of) where appeal_of is not null;
-- Lists of officials: one query per kind and status, merged, so that the cost of a page does not grow with the table.
create index subsidies_list on subsidies (kind, status, created_at desc, id desc);
create index subsidies_list_north on subsidies (kind, status, created_at desc, id desc) where regions @> '{north}';
create index subsidies_list_south on subsidies (kind, status, created_at desc, id desc) where regions @> '{south}';
create index subsidies_list_east on subsidies (kind, status, created_at desc, id desc) where regions @> '{east}';
create index subsidies_list_west on subsidies (kind, status, created_at desc, id desc) where regions @> '{west}';
create index subsidies_county on subsidies (county, kind, status, created_at desc, id desc);
-- The same lists within a programme.
create index subsidies_programme on subsidies (programme_id, status, created_at desc, id desc)
  where programme_id is not null;
create index subsidies_programme_north on subsidies (programme_id, status, created_at desc, id desc)
  where programme_id is not null and regions @> '{north}';
create index subsidies_programme_south on subsidies (programme_id, status, created_at desc, id desc)
  where programme_id is not null and regions @> '{south}';
create index subsidies_programme_east on subsidies (programme_id, status, created_at desc, id desc)
  where programme_id is not null and regions @> '{east}';
create index subsidies_programme_west on subsidies (programme_id, status, created_at desc, id desc)
  where programme_id is not null and regions @> '{west}';
create index subsidies_programme_county on subsidies (programme_id, county, status, created_at desc, id desc)
  where programme_id is not null;
-- The work queue: of an office, national, unassigned, of one official; by due date, by amount, within a programme.
create index subsidies_queue on subsidies (county, due_on, id) where kind = 'application' and status = 'pending';
create index subsidies_queue_all on subsidies (due_on, id) where kind = 'application' and status = 'pending';
create index subsidies_queue_nobody on subsidies (county, due_on, id)
  where kind = 'application' and status = 'pending' and assigned_to is null;
create index subsidies_queue_nobody_all on subsidies (due_on, id)
  where kind = 'application' and status = 'pending' and assigned_to is null;
create index subsidies_queue_mine on subsidies (assigned_to, due_on, id)
  where kind = 'application' and status = 'pending' and assigned_to is not null;
create index subsidies_queue_amount on subsidies (county, amount_cents desc, id desc)
  where kind = 'application' and status = 'pending';
create index subsidies_queue_amount_all on subsidies (amount_cents desc, id desc)
  where kind = 'application' and status = 'pending';
create index subsidies_queue_programme on subsidies (programme_id, due_on, id)
  where kind = 'application' and status = 'pending';

-- The parcels that an application names. Without any, it is for all parcels of the farmer.
create table subsidy_parcels (
  subsidy_id uuid not null references subsidies on delete cascade,
  parcel_id  uuid not null references parcels on delete cascade,
  primary key (subsidy_id, parcel_id)
);
create index subsidy_parcels_parcel on subsidy_parcels (parcel_id);

-- Approvals: votes of officials on applications that two must agree on. A vote is valid only for these revisions of the
-- application and the programme. Votes are retained after the decision.
create table subsidy_marks (
  subsidy_id         uuid not null references subsidies on delete cascade,
  marked_by          uuid not null references users,
  status             text not null check (status in ('approved', 'rejected')),
  reason             text,
  -- Level of the official's post.
  level              text not null check (level in ('country', 'county')),
  subsidy_revision   integer not null,
  programme_revision integer not null,
  marked_at          timestamptz(3) not null default now(),
  primary key (subsidy_id, marked_by)
);

-- One appeal for each rejected application, which itself never changes.
create table appeals (
  id         uuid primary key,
  subsidy_id uuid not null unique references subsidies,
  -- Written by the farmer.
  reason     text not null,
  status     text not null default 'pending' check (status in ('pending', 'upheld', 'dismissed')),
  created_at timestamptz(3) not null default now(),
  answer     text,
  decided_by uuid references users,
  decided_at timestamptz(3),
  check ((status = 'pending') = (decided_at is null))
);
create index appeals_list on appeals (created_at, id);
create index appeals_open on appeals (created_at, id) where status = 'pending';

-- Notices to all farmers about a closing programme, one for each closing date. Emails are sent in the order of the
-- farmers' ids; the cursor is the last one.
create table programme_reminders (
  programme_id     uuid not null references subsidies on delete cascade,
  closes_on        date not null,
  notice_id        uuid references notices on delete cascade,
  mail_cursor      uuid,
  mail_finished_at timestamptz(3),
  primary key (programme_id, closes_on)
);
create index programme_reminders_mail on programme_reminders (closes_on) where mail_finished_at is null;

-- Saved filters of the work queue.
create table queue_views (
  id          uuid primary key,
  official_id uuid not null references users on delete cascade,
  name        text not null,
  filters     jsonb not null,
  created_at  timestamptz(3) not null default now(),
  unique (official_id, name)
);

-- Days other than weekends on which offices are closed. Fixed and Easter holidays until 2030 are below; a holiday on a
-- Sunday is also observed on the next working day. Operators add Idd-ul-Fitr, Idd-ul-Azha and others from the Kenya
-- Gazette as rows.
create table public_holidays (
  day  date primary key,
  name text not null
);
insert into public_holidays (day, name) values
  ('2026-01-01', 'New Year''s Day'),
  ('2026-04-03', 'Good Friday'),
  ('2026-04-06', 'Easter Monday'),
  ('2026-05-01', 'Labour Day'),
  ('2026-06-01', 'Madaraka Day'),
  ('2026-10-10', 'Mazingira Day'),
  ('2026-10-20', 'Mashujaa Day'),
  ('2026-12-12', 'Jamhuri Day'),
  ('2026-12-25', 'Christmas Day'),
  ('2026-12-26', 'Boxing Day'),
  ('2027-01-01', 'New Year''s Day'),
  ('2027-03-26', 'Good Friday'),
  ('2027-03-29', 'Easter Monday'),
  ('2027-05-01', 'Labour Day'),
  ('2027-06-01', 'Madaraka Day'),
  ('2027-10-10', 'Mazingira Day'),
  ('2027-10-11', 'Mazingira Day (observed)'),
  ('2027-10-20', 'Mashujaa Day'),
  ('2027-12-12', 'Jamhuri Day'),
  ('2027-12-13', 'Jamhuri Day (observed)'),
  ('2027-12-25', 'Christmas Day'),
  ('2027-12-26', 'Boxing Day'),
  ('2027-12-27', 'Boxing Day (observed)'),
  ('2028-01-01', 'New Year''s Day'),
  ('2028-04-14', 'Good Friday'),
  ('2028-04-17', 'Easter Monday'),
  ('2028-05-01', 'Labour Day'),
  ('2028-06-01', 'Madaraka Day'),
  ('2028-10-10', 'Mazingira Day'),
  ('2028-10-20', 'Mashujaa Day'),
  ('2028-12-12', 'Jamhuri Day'),
  ('2028-12-25', 'Christmas Day'),
  ('2028-12-26', 'Boxing Day'),
  ('2029-01-01', 'New Year''s Day'),
  ('2029-03-30', 'Good Friday'),
  ('2029-04-02', 'Easter Monday'),
  ('2029-05-01', 'Labour Day'),
  ('2029-06-01', 'Madaraka Day'),
  ('2029-10-10', 'Mazingira Day'),
  ('2029-10-20', 'Mashujaa Day'),
  ('2029-12-12', 'Jamhuri Day'),
  ('2029-12-25', 'Christmas Day'),
  ('2029-12-26', 'Boxing Day'),
  ('2030-01-01', 'New Year''s Day'),
  ('2030-04-19', 'Good Friday'),
  ('2030-04-22', 'Easter Monday'),
  ('2030-05-01', 'Labour Day'),
  ('2030-06-01', 'Madaraka Day'),
  ('2030-10-10', 'Mazingira Day'),
  ('2030-10-20', 'Mashujaa Day'),
  ('2030-10-21', 'Mashujaa Day (observed)'),
  ('2030-12-12', 'Jamhuri Day'),
  ('2030-12-25', 'Christmas Day'),
  ('2030-12-26', 'Boxing Day');

-- Messages from the contact page.
create table contact_messages (
  id          uuid primary key,
  name        text not null,
  email       text not null,
  message     text not null,
  created_at  timestamptz(3) not null default now(),
  handled_at  timestamptz(3),
  handled_by  uuid references users,
  revision    integer not null default 1,
  answer      text,
  answered_at timestamptz(3),
  search      tsvector not null generated always as (
    to_tsvector('simple', name || ' ' || translate(email, '@.', '  ') || ' ' || message)
  ) stored
);
create index contact_messages_open on contact_messages (created_at desc, id desc) where handled_at is null;
create index contact_messages_all on contact_messages (created_at desc, id desc);
create index contact_messages_search on contact_messages using gin (search);
-- Export and deletion of an account.
create index contact_messages_email on contact_messages (lower(email));

create sequence complaint_numbers maxvalue 9999999;
create table complaints (
  id                 uuid primary key,
  -- For use on the phone: eight digits, the last one a check digit.
  number             text not null unique check (number ~ '^\d{8}$'),
  kind               text not null check (kind in ('delay', 'decision', 'conduct', 'data', 'money', 'other')),
  -- Emptied when the user's account is deleted.
  message            text not null,
  name               text not null,
  email              text not null,
  -- Null: sent through the contact page without an account.
  user_id            uuid references users,
  contact_message_id uuid unique references contact_messages on delete set null,
  -- The application concerned, and the county of the office concerned.
  subsidy_id         uuid references subsidies on delete set null,
  county             text,
  created_at         timestamptz(3) not null default now(),
  due_on             date not null,
  answer             text,
  answered_by        uuid references users,
  answered_at        timestamptz(3),
  revision           integer not null default 1,
  search             tsvector not null generated always as (
    to_tsvector('simple', number || ' ' || name || ' ' || translate(email, '@.', '  ') || ' ' || message)
  ) stored,
  check ((answer is null) = (answered_at is null))
);
create index complaints_open on complaints (due_on, created_at, id) where answered_at is null;
create index complaints_list on complaints (due_on, created_at, id);
create index complaints_own on complaints (user_id, created_at desc, id desc) where user_id is not null;
create index complaints_email on complaints (lower(email));
create index complaints_search on complaints using gin (search);

-- The officials that a complaint is about.
create table complaint_subjects (
  complaint_id uuid not null references complaints on delete cascade,
  user_id      uuid not null references users,
  primary key (complaint_id, user_id)
);

create table policies (
  id             uuid primary key,
  title          text not null,
  description    text not null,
  status         text not null check (status in ('Draft', 'Active')),
  effective_date date,
  created_by     uuid not null references users,
  revision       integer not null default 1,
  created_at     timestamptz(3) not null default now(),
  updated_at     timestamptz(3) not null default now(),
  -- A deleted policy retains its row, because its reach stays on record.
  deleted_at     timestamptz(3)
);
create index policies_newest on policies (created_at desc, id desc) where deleted_at is null;

-- Announcements of a policy to the farmers: the notice, and the progress of the emails.
create table policy_sendings (
  notice_id        uuid primary key references notices,
  policy_id        uuid not null references policies,
  sent_by          uuid not null references users,
  sent_at          timestamptz(3) not null default now(),
  -- Number of farmers at that time; null until the job has counted them.
  farmers          integer,
  -- Whether it is also sent by email.
  mail             boolean not null,
  -- The last farmer, in the order of ids, whose email the mail server accepted.
  mail_cursor      uuid,
  mailed           integer not null default 0,
  mail_refused     integer not null default 0,
  mail_finished_at timestamptz(3),
  -- The sending process renews its lease. After its expiry another process continues.
  mail_lease       uuid,
  mail_lease_until timestamptz(3)
);
create index policy_sendings_policy on policy_sendings (policy_id, sent_at desc);
create index policy_sendings_unmailed on policy_sendings (sent_at) where mail_finished_at is null;

-- Snapshot of the recipients and the counties of their land, because parcels may change or be deleted before a farmer
-- reads the notice.
create table policy_recipients (
  notice_id uuid not null references policy_sendings on delete cascade,
  user_id   uuid not null references users on delete cascade,
  -- Empty: no parcel in a known county.
  counties  text[] not null,
  primary key (notice_id, user_id)
);

-- Number of recipients by county. A farmer with land in two counties counts in both.
create table policy_audience (
  notice_id uuid not null references policy_sendings on delete cascade,
  -- Null: farmers without a parcel in a known county.
  county    text,
  region    text,
  farmers   integer not null
);
create unique index policy_audience_county on policy_audience (notice_id, coalesce(county, ''));

-- ============================================================================================================ insight

-- Rollups (docs/decisions/0009-rollups-and-tiles.md). Triggers append to tables of deltas, a job folds the deltas into
-- rollup_x, and the view live_x adds both: totals are exact at any time, and writers of different farmers share no row.
-- Folding empties the tables of deltas, so they are vacuumed after 2,000 rows. Free space in the rollups allows HOT
-- updates.

-- Parcels. An empty region or county is unknown.
create table parcel_deltas (
  region        text not null,
  county        text not null,
  soil_type     text not null,
  score         smallint not null,
  -- 1 adds a parcel, -1 removes one. The flags below are 0 or 1 and are multiplied by it.
  sign          smallint not null,
  acres         numeric not null,
  assessed      smallint not null,
  confident     smallint not null,
  recorded      smallint not null,
  unharvested   smallint not null,
  covered_until date,
  planned_cover date[]
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create table rollup_parcels (
  region        text not null,
  county        text not null,
  parcels       bigint not null,
  acres         numeric not null,
  score_sum     bigint not null,
  score_acres   numeric not null,
  assessed      bigint not null,
  -- Parcels with enough confidence to compare their scores.
  confident     bigint not null,
  confident_sum bigint not null,
  recorded      bigint not null,
  -- Parcels without a confirmed harvest.
  unharvested   bigint not null,
  primary key (region, county)
) with (fillfactor = 50);
create table rollup_scores (
  region  text not null,
  score   smallint not null,
  parcels bigint not null,
  primary key (region, score)
) with (fillfactor = 50);
create table rollup_county_scores (
  county  text not null,
  score   smallint not null,
  parcels bigint not null,
  primary key (county, score)
) with (fillfactor = 50);
create table rollup_soils (
  region    text not null,
  soil_type text not null,
  parcels   bigint not null,
  acres     numeric not null,
  primary key (region, soil_type)
) with (fillfactor = 50);
create table rollup_county_soils (
  county    text not null,
  soil_type text not null,
  parcels   bigint not null,
  acres     numeric not null,
  primary key (county, soil_type)
) with (fillfactor = 50);
-- Acres with a crop until `until_day`, counted from `from_day` on. A planned crop subtracts its acres from the previous
-- cover.
create table rollup_cover (
  region    text not null,
  from_day  date not null,
  until_day date not null,
  acres     numeric not null,
  primary key (region, from_day, until_day)
) with (fillfactor = 70);
create index rollup_cover_until on rollup_cover (until_day);
create table rollup_county_cover (
  county    text not null,
  from_day  date not null,
  until_day date not null,
  acres     numeric not null,
  primary key (county, until_day, from_day)
) with (fillfactor = 70);

-- Number of parcels of a farmer in each region and county. Changes of a farmer's parcels or equipment lock this row, so
-- that a machine is counted in an area that the owner's land reaches at the same time.
create table farmer_places (
  owner_id uuid primary key references users on delete cascade,
  north    integer not null default 0,
  south    integer not null default 0,
  east     integer not null default 0,
  west     integer not null default 0,
  counties jsonb not null default '{}'
);

-- Farmers by area. In these tables `region` is also a county, or 'all' for the national total.
create table farmer_deltas (
  region  text not null,
  farmers smallint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create table rollup_farmers (
  region  text primary key,
  farmers bigint not null
) with (fillfactor = 50);

-- A row counts a machine on the day of its last use (-infinity: never used), or the hours of a day.
create table equipment_deltas (
  region   text not null,
  status   text not null,
  day      date not null,
  machines smallint not null,
  hours    numeric not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create table rollup_equipment (
  region   text not null,
  status   text not null,
  machines bigint not null,
  primary key (region, status)
) with (fillfactor = 50);
create table rollup_equipment_days (
  region   text not null,
  status   text not null,
  day      date not null,
  machines bigint not null,
  hours    numeric not null,
  primary key (region, day, status)
) with (fillfactor = 70);

-- Applications by day of creation: national, by region and by county.
create table subsidy_deltas (
  scope           text not null,
  place           text not null,
  day             date not null,
  applications    smallint not null,
  requested_cents bigint not null,
  approved        smallint not null,
  approved_cents  bigint not null,
  pending         smallint not null,
  pending_cents   bigint not null default 0
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create table rollup_subsidies (
  scope           text not null check (scope in ('country', 'region', 'county')),
  place           text not null,
  day             date not null,
  applications    bigint not null,
  requested_cents numeric not null,
  approved        bigint not null,
  approved_cents  numeric not null,
  pending         bigint not null,
  -- Lets the utilization exclude pending applications that are still within their deadline.
  pending_cents   numeric not null default 0,
  primary key (scope, place, day)
) with (fillfactor = 70);
create index rollup_subsidies_pending on rollup_subsidies (scope, day) where pending <> 0;

-- Open overlaps by county. An overlap between two counties counts in both, so '*' is the national total.
create table overlap_deltas (
  county text not null,
  open   smallint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create table rollup_overlaps (
  county text primary key,
  open   bigint not null
) with (fillfactor = 50);

-- Readers of a policy's notice by county: '*' counts each farmer once, '' those without land in a known county.
create table policy_read_deltas (notice_id uuid not null, user_id uuid not null);
create table rollup_policy_readers (
  notice_id uuid not null,
  county    text not null,
  readers   bigint not null,
  primary key (notice_id, county)
);

-- Cells of the map below zoom 11, 32 by 32 in a tile. A delta names the finest cell, that of a tile of zoom 10. Rows
-- with neither soil nor band count open overlaps.
create table cell_deltas (
  cell_x        integer not null,
  cell_y        integer not null,
  soil_type     text not null,
  band          text not null,
  parcels       smallint not null,
  -- Parcels with comparable scores, and the sum of these.
  compared      smallint not null,
  score_sum     smallint not null,
  open_overlaps smallint not null,
  -- The county of a parcel, or those of both parcels of an overlap.
  counties      text[] not null default '{}'
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create table rollup_cells (
  zoom          smallint not null check (zoom between 4 and 10),
  tile_x        integer not null,
  tile_y        integer not null,
  -- Number of the cell in its tile, by rows from the north-west corner.
  place         smallint not null,
  soil_type     text not null,
  band          text not null,
  parcels       bigint not null,
  compared      bigint not null,
  score_sum     bigint not null,
  open_overlaps bigint not null,
  primary key (zoom, tile_x, tile_y, place, soil_type, band)
) with (fillfactor = 80);
create table rollup_county_cells (
  county        text not null,
  zoom          smallint not null check (zoom between 4 and 10),
  tile_x        integer not null,
  tile_y        integer not null,
  place         smallint not null,
  soil_type     text not null,
  band          text not null,
  parcels       bigint not null,
  compared      bigint not null,
  score_sum     bigint not null,
  open_overlaps bigint not null,
  primary key (county, zoom, tile_x, tile_y, place, soil_type, band)
) with (fillfactor = 80);

-- Search tables of the registers (docs/database.md#search): terms and filter tokens, and the sort keys beside them.
-- Separate from parcels and users, which change more often. A search scans the pending list of a GIN index, so the list
-- is short.
create table parcel_words (
  id         uuid primary key references parcels on delete cascade,
  created_at timestamptz(3) not null,
  by_name    text not null,
  by_size    numeric not null,
  words      tsvector not null
);
create index parcel_words_newest on parcel_words (created_at desc, id desc);
create index parcel_words_name on parcel_words (by_name, id);
create index parcel_words_size on parcel_words (by_size desc, id desc);
create index parcel_words_words on parcel_words using gin (words) with (gin_pending_list_limit = 128);

create table farmer_words (
  id         uuid primary key references users on delete cascade,
  created_at timestamptz(3) not null,
  by_name    text not null,
  words      tsvector not null
);
create index farmer_words_newest on farmer_words (created_at desc, id desc);
create index farmer_words_name on farmer_words (by_name, id);
create index farmer_words_words on farmer_words using gin (words) with (gin_pending_list_limit = 128);

-- Farmers of a region or county in each sort order, for lists without a search term. Filtering the list of all farmers
-- read nearly all of them for areas with few.
create table farmer_areas (
  area       text not null,
  id         uuid not null references users on delete cascade,
  -- Copied from users.
  created_at timestamptz(3) not null,
  name       text not null,
  primary key (id, area)
);
create index farmer_areas_by_day on farmer_areas (area, created_at desc, id desc);
create index farmer_areas_by_name on farmer_areas (area, name, id);

-- Metrics at the end of each day. 'all' is the national total.
create table analytics_snapshots (
  day                  date not null,
  region               text not null,
  period               text not null check (period in ('weekly', 'monthly', 'yearly')),
  farmers              bigint not null,
  parcels              bigint not null,
  acres                numeric not null,
  -- Means and percentages are null if there is no data for them.
  score                numeric,
  weighted_score       numeric,
  assessed             bigint not null,
  land_usage           numeric,
  equipment_efficiency numeric,
  subsidy_utilization  numeric,
  primary key (day, region, period)
);

-- Mean scores of comparable parcels. Days before the first nightly run are reconstructed from score_history.
create table score_trends (
  day     date not null,
  region  text not null,
  parcels bigint not null,
  score   numeric,
  primary key (day, region)
);

create table policy_effects (
  policy_id      uuid primary key references policies on delete cascade,
  computed_on    date not null,
  notified       integer not null,
  read           integer not null,
  -- Farmers with land on the effective date, and the change of that land's mean score since then.
  readers        integer not null,
  readers_change numeric,
  others         integer not null,
  others_change  numeric,
  -- The announcement that the numbers are for: the latest one on that night. Null in rows of older releases.
  sent_at        timestamptz(3)
);

-- Snapshots of exported reports, for later download.
create table reports (
  id         uuid primary key,
  made_by    uuid not null references users,
  format     text not null check (format in ('csv', 'pdf')),
  period     text not null,
  region     text not null,
  language   text not null,
  file_name  text not null,
  file       bytea not null,
  created_at timestamptz(3) not null default now(),
  -- County of the official's post.
  county     text
);
create index reports_newest on reports (created_at desc, id desc);
create index reports_county on reports (county, created_at desc, id desc) where county is not null;

-- Views of a parcel by officials, shown to its farmer.
create table parcel_views (
  id          bigint generated always as identity primary key,
  parcel_id   uuid not null references parcels on delete cascade,
  official_id uuid not null references users,
  viewed_at   timestamptz(3) not null default now()
);
create index parcel_views_parcel on parcel_views (parcel_id, id desc);
create index parcel_views_viewed on parcel_views using brin (viewed_at);

-- ============================================================================================================= system

-- Idempotency keys with the stored response, which a repeated request gets instead of a second execution.
create table idempotency_keys (
  owner        text not null,
  key          text not null,
  request_hash bytea not null,
  status       integer,
  answer       text,
  created_at   timestamptz(3) not null default now(),
  primary key (owner, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- Tombstones: a delayed copy of a create request must not recreate a deleted row.
create table tombstones (
  id         uuid primary key,
  owner_id   uuid not null,
  deleted_at timestamptz(3) not null default now()
);
create index tombstones_deleted on tombstones using brin (deleted_at);

-- Rate limits. Unlogged, because losing the counters in a crash is harmless.
create unlogged table throttles (
  key           text primary key,
  count         integer not null,
  window_start  timestamptz(3) not null default now(),
  -- Set when a counter exceeds its limit.
  blocked_until timestamptz(3)
);
