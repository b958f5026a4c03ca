-- Before the numbered files of an upgrade, when nobody else writes: what is not folded yet is folded by the functions
-- that the database still has, as they know what their deltas mean. A restored database has none; see upgrade-after.sql.
do $$
begin
  if to_regprocedure('fold_rollups(integer)') is null then return; end if;
  while fold_rollups(50000) > 0 loop
  end loop;
end $$;
