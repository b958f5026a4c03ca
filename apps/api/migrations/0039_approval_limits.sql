-- Posts have approval limits, and approved amounts count towards the limit that covered them.
-- oldest code: 0035

-- Per decision, and per calendar month in Nairobi. Null: the default (APPROVAL_LIMIT), and no monthly limit.
alter table posts
  add column limit_cents       bigint check (limit_cents >= 0),
  add column month_limit_cents bigint check (month_limit_cents >= 0);

-- The official who set up this installation. Someone must be able to cover any amount.
alter table users add column first_official boolean not null default false;
update users set first_official = true
where id = (
  select id from users where role = 'government' and deleted_at is null
  order by manage desc, created_at, id limit 1);

-- Approved programmes and applications, and raised budgets, with the official whose limits covered them.
create table limit_uses (
  id           uuid primary key,
  subsidy_id   uuid not null references subsidies on delete cascade,
  official_id  uuid not null references users,
  amount_cents bigint not null check (amount_cents >= 0),
  used_at      timestamptz(3) not null default now()
);
create index limit_uses_official on limit_uses (official_id, used_at);
create index limit_uses_subsidy on limit_uses (subsidy_id);
