-- Checks and rebuilds all derived data.

-- Every difference between derived data and its source, in one snapshot; an empty result is correct.
create function verify_rollups() returns table (what text, counted jsonb, stored jsonb) language sql stable as $$
  select found.* from rollups, verify_rollup(name) as found
  union all select * from faults_of_cover
  union all select * from faults_of_farmer_places
  union all select * from faults_of_farmer_areas
  union all select * from faults_of_words
  union all select * from faults_of_last_uses
  union all select * from faults_of_centres
  union all select * from faults_of_application_counties
$$;

-- For rows that were loaded without triggers. Blocks writers while it runs.
create function rebuild_rollups() returns void language plpgsql as $$
declare
  rollup text;
  source text;
begin
  lock table users, parcels, crops, equipment, equipment_usage, boundary_overlaps, subsidies, farmer_places,
    notice_reads, policy_recipients
    in share row exclusive mode;
  -- Columns derived from other rows come first. The triggers are silent: the deltas that they append would be deleted.
  foreach source in array '{parcels,equipment,boundary_overlaps,subsidies,farmer_places}'::text[] loop
    execute format('alter table %I disable trigger user', source);
  end loop;
  call rebuild_cover();
  call rebuild_last_uses();
  call rebuild_overlap_counties();
  call rebuild_application_counties();
  call rebuild_farmer_places();
  call rebuild_farmer_areas();
  call rebuild_words();
  foreach source in array '{parcels,equipment,boundary_overlaps,subsidies,farmer_places}'::text[] loop
    execute format('alter table %I enable trigger user', source);
  end loop;

  for source in select distinct deltas from rollups order by deltas loop
    execute format('lock table %I in share row exclusive mode', source);
    execute format('delete from %I', source);
  end loop;
  for rollup in select name from rollups loop
    execute format('delete from rollup_%s', rollup);
    execute format('insert into rollup_%1$s select * from recount_%1$s', rollup);
  end loop;
end $$;
