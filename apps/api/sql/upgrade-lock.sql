-- Before an upgrade locks all tables. Whoever folds the rollups holds this and then waits for tables.
select pg_advisory_xact_lock(1634886760, 9);
-- A client's write begins with its idempotency key, most others with a parcel: those under way are waited for here, and
-- the next ones wait with nothing in their hands that the upgrade needs.
do $$
declare
  beginning text;
begin
  foreach beginning in array '{idempotency_keys,parcels}'::text[] loop
    if to_regclass(beginning) is not null then execute format('lock table %I in access exclusive mode', beginning); end if;
  end loop;
end $$;
