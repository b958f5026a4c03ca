-- Bulk decisions: a job decides the selected rows one by one, for the official who started it.
-- oldest code: 0035
create table bulk_decisions (
  id          uuid primary key,
  official_id uuid not null references users,
  status      text not null check (status in ('approved', 'rejected')),
  reason      text,
  created_at  timestamptz(3) not null default now(),
  -- When the last row was handled. A job without progress is resumed.
  worked_at   timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  cancelled   boolean not null default false
);
create index bulk_decisions_official on bulk_decisions (official_id, created_at desc);
create unique index bulk_decisions_running on bulk_decisions (official_id) where finished_at is null;

create table bulk_decision_rows (
  bulk_id    uuid not null references bulk_decisions on delete cascade,
  place      integer not null,
  subsidy_id uuid not null,
  -- As the official saw it.
  revision   integer not null,
  -- Null: not handled yet.
  outcome    text check (outcome in ('decided', 'awaiting-second-approval', 'changed', 'refused')),
  -- Code and values of the problem that refused it.
  problem    jsonb,
  primary key (bulk_id, place)
);
