-- Runs before the migrations of an upgrade, when no one else writes. Folds the remaining deltas with the old functions,
-- which know what their deltas mean. A restored database has no functions; see upgrade-after.sql.
do $$
begin
  if to_regprocedure('fold_rollups(integer)') is null then return; end if;
  while fold_rollups(50000) > 0 loop
  end loop;
end $$;
