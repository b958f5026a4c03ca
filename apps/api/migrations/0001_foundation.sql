-- People, their sessions, and what every domain stands on.

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
  -- An official who signed up by mail domain acts as one only after confirming the address.
  must_confirm_email boolean not null default false,
  revision           integer not null default 1,
  created_at         timestamptz(3) not null default now(),
  -- A deleted account keeps its row without personal data, so that decisions and threads still have their author.
  deleted_at         timestamptz(3)
);
create unique index users_email on users (lower(email)) where deleted_at is null;
create index users_role_name on users (role, name, id) where deleted_at is null;

create table sessions (
  id           uuid primary key,
  user_id      uuid not null references users on delete cascade,
  token_hash   bytea not null unique,
  device       text not null,
  created_at   timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now()
);
create index sessions_user on sessions (user_id, created_at);

-- Codes that a person is given once: only their hash is kept.
create table one_time_codes (
  id         uuid primary key,
  user_id    uuid not null references users on delete cascade,
  purpose    text not null check (purpose in ('reset-password', 'confirm-email')),
  code_hash  bytea not null unique,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at    timestamptz(3)
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
  used_by    uuid references users
);
create index invitations_created on invitations (created_at desc, id);

-- The answer to a write, kept so that the same write sent again gets the same answer and is done once.
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

-- Ids of rows that are gone for good: a late copy of their create must not bring them back.
create table tombstones (
  id         uuid primary key,
  owner_id   uuid not null,
  deleted_at timestamptz(3) not null default now()
);

-- Who did what and when; before and after hold the changed fields, never a secret.
create table audit_log (
  id         bigint generated always as identity primary key,
  at         timestamptz(3) not null default now(),
  actor_id   uuid references users,
  action     text not null,
  entity     text not null,
  entity_id  uuid,
  before     jsonb,
  after      jsonb,
  request_id text
);
create index audit_log_entity on audit_log (entity, entity_id, id);
create index audit_log_actor on audit_log (actor_id, id);

-- Counters of limited actions. Losing them in a crash is harmless, so they are not logged.
create unlogged table throttles (
  key          text primary key,
  count        integer not null,
  window_start timestamptz(3) not null default now()
);

create table contact_messages (
  id         uuid primary key,
  name       text not null,
  email      text not null,
  message    text not null,
  created_at timestamptz(3) not null default now(),
  handled_at timestamptz(3),
  handled_by uuid references users,
  revision   integer not null default 1
);
create index contact_messages_open on contact_messages (created_at desc, id desc) where handled_at is null;
create index contact_messages_all on contact_messages (created_at desc, id desc);
