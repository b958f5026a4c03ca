-- The trail in months and under seals: what is made of them stands in sql/trail.sql.

-- The table as it was becomes the month of the upgrade, with all that came before. No row is copied or changed, so that
-- others wait for a moment only; those that have no seal get one afterwards, in batches.
alter table audit_log rename to audit_log_before;
alter index audit_log_entity rename to audit_log_before_entity;
alter index audit_log_actor rename to audit_log_before_actor;
alter table audit_log_before
  drop constraint audit_log_pkey,
  -- The trail outlives what it names, and a month that is dropped must not lock everybody's accounts.
  drop constraint audit_log_actor_id_fkey,
  alter column id drop identity,
  add column epoch      integer,
  add column xid        xid8,
  add column salt       bytea,
  add column commitment bytea;

create sequence audit_log_id;
select setval('audit_log_id', max(id)) from audit_log_before having max(id) is not null;

create table audit_log (
  id         bigint not null default nextval('audit_log_id'),
  at         timestamptz(3) not null default now(),
  actor_id   uuid,
  action     text not null,
  entity     text not null,
  entity_id  uuid,
  before     jsonb,
  after      jsonb,
  request_id text,
  -- Which transaction wrote it. A restored database counts transactions anew, in the next epoch. Null until a row that was
  -- loaded without triggers is stamped.
  epoch      integer,
  xid        xid8,
  -- What stands for before and after under the seal, so that these can be erased; null without them.
  salt       bytea,
  commitment bytea,
  primary key (id, at)
) partition by range (at);
alter sequence audit_log_id owned by audit_log.id;
create index audit_log_entity on audit_log (entity, entity_id, id);
create index audit_log_actor on audit_log (actor_id, id);
create index audit_log_xid on audit_log (epoch, xid);

do $$
declare
  month timestamp := date_trunc('month', now() at time zone 'UTC');
  name text := 'audit_log_' || to_char(month, 'YYYY_MM');
begin
  execute format('alter table audit_log_before rename to %I', name);
  execute format('alter index audit_log_before_entity rename to %I', name || '_entity');
  execute format('alter index audit_log_before_actor rename to %I', name || '_actor');
  execute format('alter table audit_log attach partition %I for values from (minvalue) to (%L)', name,
    (month + interval '1 month') at time zone 'UTC');
end $$;

-- A seal covers the rows of one month that were written by the transactions from one number up to another.
create table audit_seals (
  -- 1, 2, 3 without gaps.
  id        bigint primary key,
  epoch     integer not null,
  -- Null: the beginning of an epoch, which covers nothing.
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

-- Sign-ins that failed in the hour that is running, by account and address; those of past hours stand in the trail.
create table sign_in_failures (
  -- The account's id, or the keyed hash of an address that has none.
  account text not null,
  -- Keyed hash.
  address text not null,
  hour    timestamptz(0) not null default date_trunc('hour', now()),
  user_id uuid,
  count   integer not null default 1,
  primary key (account, address, hour)
);
