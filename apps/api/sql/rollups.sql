-- Mechanism shared by all rollups. Each rollup is defined in the file of its subject.
--
-- Metrics are read from small tables, never from the big ones, and are exact at any moment: triggers append the changes
-- of each write (deltas), a job folds the deltas into the rollups periodically, and readers sum both in one statement.
-- Writers of different farmers never share a row, so they do not block each other.
--
-- The rollup `scores`, as an example:
--   rollup_scores                     the table: the primary key is the group, the other columns are the sums
--   parcel_deltas                     the table of deltas that it is folded from
--   parcel_delta(parcel, sign)        the delta of one row; a trigger appends it for OLD (-1) and NEW (1)
--   stored_parcel_deltas              the view of the deltas of all stored rows
--   scores_from(region, score, sign)  maps a delta to rows of rollup_scores. The names of its parameters are columns of
--                                     the deltas
-- define_rollup creates from these:
--   live_scores                       the view to read: the rollup plus its unfolded deltas
--   recount_scores                    the view with the same columns from full scans: for checking and rebuilding

-- If is_summed is false, readers of live_x sum the rows themselves: a sum per day or cell would be more than they need,
-- and without it a condition on a column outside the key can use its index.
create view rollups (name, deltas, is_summed) as values
  ('parcels',        'parcel_deltas',    true),
  ('scores',         'parcel_deltas',    true),
  ('county_scores',  'parcel_deltas',    true),
  ('soils',          'parcel_deltas',    true),
  ('county_soils',   'parcel_deltas',    true),
  ('cover',          'parcel_deltas',    false),
  ('county_cover',   'parcel_deltas',    false),
  ('harvests',       'parcel_deltas',    false),
  ('farmers',        'farmer_deltas',    true),
  ('equipment',      'equipment_deltas', true),
  ('equipment_days', 'equipment_deltas', false),
  ('subsidies',      'subsidy_deltas',   false),
  ('due_applications', 'subsidy_deltas', false),
  ('overlaps',       'overlap_deltas',   true),
  ('cells',          'cell_deltas',      false),
  ('county_cells',   'cell_deltas',      false),
  ('policy_readers', 'policy_read_deltas', true);

-- The columns of a rollup as fragments for the statements below; `totals` has all of them, in table order.
create function rollup_columns(rollup text, out keys text[], out measures text[], out key_list text, out totals text)
language sql stable as $$
  select array_agg(name) filter (where is_key), array_agg(name) filter (where not is_key),
    string_agg(name, ', ') filter (where is_key),
    string_agg(case when is_key then name else format('sum(%1$s)::%2$s as %1$s', name, type) end, ', ')
  from (
    select quote_ident(attname) as name, format_type(atttypid, atttypmod) as type, attnum = any (indkey) as is_key
    from pg_attribute join pg_index on indrelid = attrelid and indisprimary
    where attrelid = ('rollup_' || rollup)::regclass and attnum > 0 and not attisdropped
    order by attnum
  ) as columns
$$;

-- The statement that maps a table or view of deltas to rows of a rollup.
create function rollup_changes(rollup text, source text) returns text language sql stable as $$
  select format('select change.* from %I as delta, %I(%s) as change', source, proname,
    (select string_agg(format('delta.%I', parameter), ', ' order by place)
      from unnest(proargnames[:pronargs]) with ordinality as parameters (parameter, place)))
  from pg_proc where oid = (rollup || '_from')::regproc
$$;

create procedure define_rollup(rollup text) language plpgsql as $$
declare
  rolled rollups;
  columns record := rollup_columns(rollup);
  live text;
begin
  select * into strict rolled from rollups where name = rollup;
  live := format('select * from rollup_%s union all %s', rollup, rollup_changes(rollup, rolled.deltas));
  if rolled.is_summed then
    live := format('select %s from (%s) as both_kinds group by %s', columns.totals, live, columns.key_list);
  end if;
  execute format('create view live_%s as %s', rollup, live);
  execute format('create view recount_%s as select %s from (%s) as changes group by %s',
    rollup, columns.totals, rollup_changes(rollup, 'stored_' || rolled.deltas), columns.key_list);
end $$;

-- Moves up to `max_deltas` of each kind into the rollups and returns their number. One statement per kind, so that no
-- reader sees a delta twice or not at all. Only one session folds at a time; others return 0.
create function fold_rollups(max_deltas integer default 50000) returns integer language plpgsql as $$
declare
  source text;
  folds text;
  folded integer;
  done integer := 0;
begin
  if not pg_try_advisory_xact_lock(1634886760, 9) then return 0; end if;
  for source in select distinct deltas from rollups order by deltas loop
    select string_agg(format(
        'fold_%1$s as (insert into rollup_%1$s as kept select %2$s from (%3$s) as changes group by %4$s'
          ' on conflict (%4$s) do update set %5$s)',
        name, totals, rollup_changes(name, 'taken'), key_list,
        (select string_agg(format('%1$s = kept.%1$s + excluded.%1$s', measure), ', ') from unnest(measures) as measure)
      ), ', ')
      into folds
      from rollups, rollup_columns(name) where deltas = source;
    execute format(
      'with taken as (delete from %1$I where ctid = any (array(select ctid from %1$I limit $1)) returning *), %2$s'
        ' select count(*) from taken', source, folds) into folded using max_deltas;
    done := done + folded;
  end loop;
  return done;
end $$;

-- Differences between one rollup and a recount, in the snapshot of the calling statement. Emptied groups keep a row of
-- zeros, which is no difference.
create function verify_rollup(rollup text) returns table (what text, counted jsonb, stored jsonb)
language plpgsql stable as $$
declare
  columns record := rollup_columns(rollup);
begin
  return query execute format(
    'select $1 || '' '' || jsonb_build_object(%1$s), to_jsonb(live) - $2, to_jsonb(recount) - $2
     from (select %2$s from live_%3$s group by %4$s) as live full join recount_%3$s as recount using (%4$s)
     where (%5$s) <> (%6$s)',
    (select string_agg(format('%1$L, %1$s', key), ', ') from unnest(columns.keys) as key),
    columns.totals, rollup, columns.key_list,
    (select string_agg(format('coalesce(live.%s, 0)', measure), ', ') from unnest(columns.measures) as measure),
    (select string_agg(format('coalesce(recount.%s, 0)', measure), ', ') from unnest(columns.measures) as measure))
  using replace(rollup, '_', ' '), columns.keys;
end $$;
