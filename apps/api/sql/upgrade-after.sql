-- Runs after the migrations of an upgrade, with the new functions. Remaining deltas were written by functions that no
-- longer exist: by older triggers when a migration changed counted rows, or in a backup of an older version. Only a
-- full recount is correct then, and after changes that were not counted (see upgrade-before.sql). Otherwise this fills rollups that are new, or that a migration emptied because they now
-- count something else.
do $$
declare
  source text;
  rollup text;
  is_left boolean;
begin
  if current_setting('ardhi.changed_rows', true) = 'yes' then
    perform rebuild_rollups();
    return;
  end if;
  for source in select distinct deltas from rollups loop
    execute format('select exists (select from %I)', source) into is_left;
    if is_left then
      perform rebuild_rollups();
      return;
    end if;
  end loop;
  for rollup in select name from rollups loop
    execute format('insert into rollup_%1$s select * from recount_%1$s where not exists (select from rollup_%1$s)', rollup);
  end loop;
end $$;

-- Rows of an older release have no reference number yet.
call fill_references();
