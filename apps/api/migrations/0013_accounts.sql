-- Who may act for whom: the duty to manage, suspension, second factors, and what four eyes look at.

alter table users
  -- Officials only: may invite where sign-up is not open, reset officials and give this duty.
  add column manage       boolean not null default false,
  -- Cannot sign in; sessions ended when it was set.
  add column suspended_at timestamptz(3);

update users set manage = true
where id = (select id from users where role = 'government' and deleted_at is null order by created_at, id limit 1);

-- Who gave an official the way into the account: four eyes do not count as two when one of them did.
create table account_grants (
  user_id  uuid not null references users on delete cascade,
  given_by uuid not null references users on delete cascade,
  kind     text not null check (kind in ('invitation', 'reset')),
  at       timestamptz(3) not null default now(),
  primary key (user_id, given_by, kind)
);
insert into account_grants (user_id, given_by, kind, at)
select used_by, created_by, 'invitation', max(used_at)
from invitations
where used_by is not null and created_by is not null
group by used_by, created_by;

alter table one_time_codes
  -- The official who made it; null for a mail and for the operator.
  add column created_by uuid references users on delete set null;

-- When the person behind this session was last asked again who they are.
alter table sessions add column confirmed_at timestamptz(3);

-- A passkey or an authenticator app of an official.
create table second_factors (
  id            uuid primary key,
  user_id       uuid not null references users on delete cascade,
  kind          text not null check (kind in ('totp', 'passkey')),
  name          text not null,
  -- totp: the key, encrypted with the application's secret, and the last time step that was accepted.
  secret        bytea,
  last_step     bigint,
  -- passkey
  credential_id text unique,
  public_key    bytea,
  sign_count    bigint,
  transports    text[],
  created_at    timestamptz(3) not null default now(),
  -- A factor counts from the first time that it was shown to work.
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

-- What a passkey is asked to sign: taken once, within minutes. A crash loses nothing that cannot be asked again.
create unlogged table passkey_challenges (
  id         uuid primary key,
  challenge  text not null,
  expires_at timestamptz(3) not null
);

-- Browsers that have signed in to an account before: their failures are counted apart from strangers'.
create table devices (
  token_hash   bytea not null,
  user_id      uuid not null references users on delete cascade,
  created_at   timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  primary key (token_hash, user_id)
);
create index devices_user on devices (user_id, last_used_at);

-- Until when a counter that passed its limit makes the next attempt wait.
alter table throttles add column blocked_until timestamptz(3);

-- One-time codes used to stand in remembered answers.
delete from idempotency_keys where answer ~ '"code":"([2-9A-Z]{4}-){3}[2-9A-Z]{4}"';
