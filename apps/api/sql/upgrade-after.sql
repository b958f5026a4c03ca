-- After the numbered files of an upgrade, with the new functions. Deltas that are still here were written by functions
-- that are not: by older triggers when a numbered file changed rows that are counted, or in a database of which the back-up
-- was made by an older version. Only a recount is right then.
do $$
declare
  source text;
  is_left boolean;
begin
  for source in select distinct deltas from rollups loop
    execute format('select exists (select from %I)', source) into is_left;
    if is_left then
      perform rebuild_rollups();
      return;
    end if;
  end loop;
end $$;
