-- Runs before the migrations of an upgrade, when no one else writes. Folds the remaining deltas with the old functions,
-- which know what their deltas mean. A restored database has no functions; see upgrade-after.sql.
do $$
begin
  if to_regprocedure('fold_rollups(integer)') is null then return; end if;
  while fold_rollups(50000) > 0 loop
  end loop;
end $$;

-- Migrations may add columns to the deltas, which the old counting functions do not fill. From here on, a changed row leads
-- to a recount: see upgrade-after.sql.
do $do$
declare
  counter text;
begin
  for counter in
    select proname from pg_proc where pronamespace = current_schema()::regnamespace and prosrc ~
      '^\s*begin\s+if tg_op <> ''INSERT'' then insert into \w+_deltas [^;]+; end if;\s+if tg_op <> ''DELETE'' then insert into \w+_deltas [^;]+; end if;\s+return null;\s+end\s*$'
  loop
    execute format($create$
      create or replace function %I() returns trigger language plpgsql as $body$
      begin
        perform set_config('ardhi.changed_rows', 'yes', true);
        return null;
      end $body$
    $create$, counter);
  end loop;
end $do$;
