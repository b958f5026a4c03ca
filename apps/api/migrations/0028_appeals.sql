-- oldest code: 0023
-- A way back for the farmer: an application that is returned to be corrected, and an appeal against a rejection.
alter table subsidies
  -- Returned, with what needs work and why, until the farmer has edited it. It stays pending meanwhile.
  add column returned_at   timestamptz(3),
  add column returned_by   uuid references users,
  add column return_fields text[],
  add column return_reason text,
  -- Working days on which it lay with the farmer: nobody could decide it then.
  add column stopped_days  integer not null default 0,
  -- The level at which it was decided; unknown of decisions before this release.
  add column decided_level text check (decided_level in ('country', 'county')),
  -- The rejected application that an upheld appeal opened anew.
  add column appeal_of     uuid references subsidies,
  add constraint subsidies_returned check (
    (returned_at is null) = (return_fields is null) and (returned_at is null) = (return_reason is null));
create unique index subsidies_appeal_of on subsidies (appeal_of) where appeal_of is not null;

-- Once for each rejected application, which itself never changes.
create table appeals (
  id         uuid primary key,
  subsidy_id uuid not null unique references subsidies,
  -- In the farmer's words.
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
