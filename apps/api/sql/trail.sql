-- The audit log (audit_log): append-only, partitioned by month, and sealed. See
-- docs/decisions/0016-sealed-audit-log.md.
--
-- Writers do not block each other: a row has the id of its transaction, and a job seals all rows of transactions below
-- the oldest running one. No rows can be added to those any more, and no row is sealed twice.
--
-- Where the server has a database role of its own (src/lib/database/roles.ts), that role can only read and insert rows.
-- All else is done by the functions below with `security definer`, which run as the owner. Their search_path is fixed:
-- otherwise a temporary table of the caller could take the place of a table.

-- Salted hash of a row's payload: the payload can be erased, and the hash does not allow guessing it.
create function commitment_of(salt bytea, before jsonb, after jsonb) returns bytea language sql immutable
  return sha256(salt || convert_to(coalesce(before::text, '') || e'\n' || coalesce(after::text, ''), 'UTF8'));

create function stamp_trail_row() returns trigger language plpgsql as $$
begin
  -- Verification reads one of these entries: the operator's acceptance of a restore.
  if new.action like 'trail.%' and not has_table_privilege('audit_log', 'delete') then
    raise exception 'permission denied: only the owner adds entries about the audit log itself';
  end if;
  new.epoch := (select epoch from audit_seals order by id desc limit 1);
  new.xid := pg_current_xact_id();
  new.salt := case when new.before is not null or new.after is not null then uuid_send(gen_random_uuid()) end;
  new.commitment := commitment_of(new.salt, new.before, new.after);
  return new;
end $$;
create trigger audit_log_stamp before insert on audit_log for each row execute function stamp_trail_row();

-- Guards against bugs in our own code: only the functions below that call open_trail can change or remove rows.
create function guard_trail() returns trigger language plpgsql as $$
begin
  if current_setting('ardhi.trail', true) is distinct from 'open' then
    raise exception 'the audit log is only added to: % of % is refused', lower(tg_op), tg_table_name;
  end if;
  return coalesce(new, old);
end $$;
create procedure open_trail(is_open boolean) language sql as $$
  select set_config('ardhi.trail', case when is_open then 'open' end, true)
$$;
create trigger audit_log_guard before update or delete on audit_log for each row execute function guard_trail();
create trigger audit_log_guard_all before truncate on audit_log execute function guard_trail();
create trigger audit_seals_guard before update or delete on audit_seals for each row execute function guard_trail();
create trigger audit_seals_guard_all before truncate on audit_seals execute function guard_trail();

-- Hash of the parts of a row that are never erased.
create function digest_of(entry audit_log) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    entry.id, (extract(epoch from entry.at) * 1000)::bigint, entry.actor_id, entry.action, entry.entity,
    entry.entity_id, entry.request_id, entry.epoch, entry.xid::text, encode(entry.commitment, 'hex'))::text, 'UTF8'))
$$;

create function month_of(moment timestamptz) returns date language sql immutable
  return date_trunc('month', moment at time zone 'UTC')::date;

create function hash_of(seal audit_seals) returns bytea language sql stable as $$
  select sha256(seal.previous || seal.rows_hash || convert_to(jsonb_build_array(
    seal.id, seal.epoch, to_char(seal.month, 'YYYY-MM'), seal.from_xid::text, seal.until_xid::text, seal.ids::text,
    seal.count, (extract(epoch from seal.sealed_at) * 1000)::bigint)::text, 'UTF8'))
$$;

create procedure add_seal(inout seal audit_seals) language plpgsql as $$
begin
  select id + 1, hash into seal.id, seal.previous from audit_seals order by id desc limit 1;
  seal.id := coalesce(seal.id, 1);
  seal.previous := coalesce(seal.previous, '');
  seal.sealed_at := now();
  seal.hash := hash_of(seal);
  insert into audit_seals select seal.*;
end $$;

-- Seals up to about 50,000 rows of these transactions and returns their number. Rows of one transaction stay together.
create function seal_rows(of_epoch integer, lower_xid xid8, upper_xid xid8) returns bigint language plpgsql as $$
declare
  seal audit_seals;
  sealed bigint := 0;
begin
  upper_xid := coalesce(((
    select xid from audit_log where epoch = of_epoch and xid >= lower_xid and xid < upper_xid
    order by xid offset 49999 limit 1)::text::bigint + 1)::text::xid8, upper_xid);
  for seal.month, seal.ids, seal.count, seal.rows_hash in
    select month_of(at), range_agg(int8range(id, id + 1)), count(*),
      sha256(string_agg(digest_of(entry), '' order by id))
    from audit_log as entry
    where epoch = of_epoch and xid >= lower_xid and xid < upper_xid
    group by month_of(at) order by month_of(at)
  loop
    seal.epoch := of_epoch;
    seal.from_xid := lower_xid;
    seal.until_xid := upper_xid;
    call add_seal(seal);
    sealed := sealed + seal.count;
  end loop;
  return sealed;
end $$;

-- Stamps rows that are older than the seals, or were loaded without triggers, as if they were written now.
create function stamp_trail(max_rows integer) returns bigint language plpgsql as $$
declare
  stamped bigint;
begin
  call open_trail(true);
  with done as (
    update audit_log set
      epoch = (select epoch from audit_seals order by id desc limit 1),
      xid = pg_current_xact_id(),
      salt = drawn.salt,
      commitment = commitment_of(drawn.salt, before, after)
    from (
      select id, at, case when before is not null or after is not null then uuid_send(gen_random_uuid()) end as salt
      from audit_log where epoch is null limit max_rows
    ) as drawn
    where (audit_log.id, audit_log.at) = (drawn.id, drawn.at)
    returning audit_log.id)
  select count(*) into stamped from done;
  call open_trail(false);
  return stamped;
end $$;

-- Only one process seals at a time. Returns the number of rows sealed or stamped; 0 if none is left or another process
-- is sealing.
create function seal_trail() returns bigint language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  -- Below it no transaction runs. Asked before the rows are read, which then include all that it stands for.
  oldest xid8 := pg_snapshot_xmin(pg_current_snapshot());
  last audit_seals;
begin
  if not pg_try_advisory_xact_lock(1634886760, 10) then return 0; end if;
  select * into last from audit_seals order by id desc limit 1;
  return stamp_trail(5000) + seal_rows(last.epoch, last.until_xid, oldest);
end $$;

-- A restored database starts a new sequence of transaction ids. Rows that were unsealed in the backup are sealed first.
create function begin_epoch() returns void language plpgsql as $$
declare
  last audit_seals;
  seal audit_seals;
  no_end constant xid8 := '9223372036854775807';
begin
  loop
    select * into last from audit_seals order by id desc limit 1;
    exit when not found or seal_rows(last.epoch, last.until_xid, no_end) = 0;
  end loop;
  seal.epoch := coalesce(last.epoch, 0) + 1;
  seal.from_xid := '0';
  seal.until_xid := '0';
  seal.ids := '{}';
  seal.count := 0;
  seal.rows_hash := '';
  call add_seal(seal);
end $$;

-- Decisions keep their payloads. The same pattern is in src/records/audit/verify.ts.
create function is_decision(action text) returns boolean language sql immutable
  return action ~ '^(subsidy\.(create|delete|close|reopen|approve|reject|mark-.*|return|uphold|dismiss)|overlap\.(settle|reopen)|(case|bulk|policy|post|invitation|ombudsperson|setting|binder|announcement)\..*|complaint\.answer|user\.(reset-code|vouch|suspend|unsuspend))$';

-- Actions that only officials do. The same pattern is in src/records/audit/verify.ts.
create function is_official_action(action text) returns boolean language sql immutable
  return is_decision(action)
    or action ~ '^((contact|analytics|farmer|audit|gis|job|template|board)\..*|(subsidy|land)\.(search|export)|parcel\.view|complaint\.(take-up|reveal)|user\.(grant-manage|revoke-manage|close))$';

-- Whether a person's payloads may be erased: those of farmers, and of officials who never acted. The log itself tells: an
-- official who has acted is closed and not deleted. The account row alone does not suffice, since the server may change it.
create function is_erasable(person uuid) returns boolean language sql stable as $$
  select exists (
      select from audit_log where action = 'user.delete' and (entity, entity_id, actor_id) = ('user', person, person))
    and exists (select from users where id = person and deleted_at is not null)
    and not exists (select from audit_log where actor_id = person and is_official_action(action))
$$;

-- Erases a person's payloads from the audit log: of `everything` they did, or of their account alone. Actions, times and
-- commitments stay under their seals. The logged ids are for the reader; verification does not rely on them.
create function erase_from_trail(person uuid, everything boolean, request text) returns void language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  if not is_erasable(person) then return; end if;
  call open_trail(true);
  with erased as (
    update audit_log set before = null, after = null, salt = null
    where (id, at) in (
        select id, at from audit_log where actor_id = person and (everything or entity = 'user')
        union all
        select id, at from audit_log where entity = 'user' and entity_id = person and actor_id is null)
      and (before is not null or after is not null) and not is_decision(action)
    returning id)
  insert into audit_log (actor_id, action, entity, entity_id, after, request_id)
  select person, 'trail.erase', 'trail', person,
    jsonb_build_object('rows', count(*), 'ids', coalesce(range_agg(int8range(id, id + 1)), '{}')::text), request
  from erased;
  call open_trail(false);
end $$;

-- Creates the partitions of this month and the next ones for every partitioned table. The server may call it, so the
-- number of months is limited.
create function make_months(ahead integer) returns void language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  parent text;
  month timestamp;
  name text;
begin
  if ahead is null or ahead not between 0 and 12 then
    raise exception 'months are made at most 12 ahead, not %', ahead;
  end if;
  perform pg_advisory_xact_lock(1634886760, 11);
  for parent, month in
    select relname, date_trunc('month', now() at time zone 'UTC') + make_interval(months => further)
    from pg_partitioned_table join pg_class on pg_class.oid = partrelid, generate_series(0, ahead) as further
    where relnamespace = 'public'::regnamespace
  loop
    name := parent || to_char(month, '_YYYY_MM');
    if to_regclass(name) is null then
      execute format('create table %I partition of %I for values from (%L) to (%L)', name, parent,
        month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
    end if;
  end loop;
end $$;

-- Drops the partitions of a table that ended at least this many months ago, and returns their months.
create function drop_partitions(parent regclass, months integer) returns setof date language plpgsql as $$
declare
  partition regclass;
  month date;
begin
  for partition, month in
    select inhrelid::regclass, to_date(right(relname, 7), 'YYYY_MM')
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = parent order by 2
  loop
    continue when month + make_interval(months => months + 1) > now() at time zone 'UTC';
    execute format('drop table %s', partition);
    return next month;
  end loop;
end $$;

-- The server may call it, so it drops no month of the audit log and nothing recent.
create function drop_months(parent regclass, months integer) returns setof date language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  if parent = 'audit_log'::regclass or months < 24 then
    raise exception 'months of % are not dropped after % months', parent, months;
  end if;
  return query select drop_partitions(parent, months);
end $$;

-- Deletes the seals that are older than the dropped months, except the last one, which anchors the chain. A seal is as
-- old as its own date and not only as its rows: verification then needs no record of what was dropped.
create function drop_trail_months(months integer) returns void language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  dropped date;
  anchor bigint;
begin
  if months < 84 then raise exception 'the audit log is kept for 84 months, not %', months; end if;
  dropped := (select max(month) from drop_partitions('audit_log', months) as month);
  if dropped is null then return; end if;
  anchor := coalesce(
    (select min(id) from audit_seals where greatest(month, month_of(sealed_at)) > dropped),
    (select max(id) + 1 from audit_seals)) - 1;
  call open_trail(true);
  delete from audit_seals where id < anchor;
  call open_trail(false);
  insert into audit_log (action, entity, after)
  values ('trail.drop-months', 'trail', jsonb_build_object('until', to_char(dropped, 'YYYY-MM-DD'), 'anchor', anchor));
end $$;

-- Moves failed sign-ins of past hours to the audit log, one row per account, address and hour.
create function note_sign_in_failures() returns void language sql as $$
  with past as (delete from sign_in_failures where hour < date_trunc('hour', now()) returning *)
  insert into audit_log (action, entity, entity_id, after)
  select 'user.sign-in-failed', 'user', user_id,
    jsonb_build_object('hour', to_char(hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'network', address,
      'count', count) || case when user_id is null then jsonb_build_object('account', account) else '{}' end
  from past
$$;

-- Verification is a statement of src/records/audit/verify.ts: the owner of the database could replace a function. This
-- one remains for the command of release 0.2.0, which accepted entries of the log as excuses.
create function verify_trail() returns table (fault text, seal_id bigint, row_ids text) language plpgsql stable as $$
begin
  raise exception 'the database is newer than this command: run verify of the release that upgraded it';
end $$;

-- Marks in the chain from which transaction on the rules of verification apply. Before it, release 0.2.0 also erased
-- payloads about the accounts of officials, and logged their phone numbers.
create procedure mark_rules() language plpgsql as $$
declare
  seal audit_seals;
begin
  if exists (select from audit_seals where rows_hash = '\x0041') then return; end if;
  select epoch, until_xid into seal.epoch, seal.until_xid from audit_seals order by id desc limit 1;
  seal.from_xid := pg_current_xact_id();
  seal.ids := '{}';
  seal.count := 0;
  seal.rows_hash := '\x0041';
  call add_seal(seal);
end $$;

-- Starts an epoch in a new database, and in a restored one, which has seals but has never run this folder.
do $$
begin
  if not exists (select from audit_seals) or not exists (select from migrations where sql_sha256 is not null) then
    perform begin_epoch();
  end if;
  call mark_rules();
  perform make_months(3);
end $$;
