-- After the numbered files of an upgrade, with the new functions. Deltas that are still here were written by functions
-- that are not: by older triggers when a numbered file changed rows that are counted, or in a database of which the back-up
-- was made by an older version. Only a recount is right then. Otherwise rollups that are new, or that a numbered file has
-- emptied since they count something else, are filled.
do $$
declare
  source text;
  rollup text;
  is_left boolean;
begin
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
