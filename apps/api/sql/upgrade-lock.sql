-- Runs before an upgrade locks all tables. A fold takes this advisory lock before its table locks, so the order matters.
select pg_advisory_xact_lock(1634886760, 9);
-- Client writes start with their idempotency key, most others with a parcel. Locking these tables first waits for
-- running writes and blocks new ones before they hold a lock that the upgrade needs.
do $$
declare
  beginning text;
begin
  foreach beginning in array '{idempotency_keys,parcels}'::text[] loop
    if to_regclass(beginning) is not null then execute format('lock table %I in access exclusive mode', beginning); end if;
  end loop;
end $$;
