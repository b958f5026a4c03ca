-- Parcels by place, score and soil, and the land under crops.

-- An empty county or region means unknown. The flags are 0 or 1, and are multiplied by the sign.
create function parcel_delta(parcel parcels, sign integer) returns setof parcel_deltas language sql stable as $$
  select coalesce(parcel.region, ''), coalesce(parcel.county, ''), parcel.soil_type, parcel.score, sign::smallint,
    parcel.size_acres, (parcel.score_status <> 'initial')::integer::smallint,
    is_comparable(parcel.confidence)::integer::smallint, parcel.has_records::integer::smallint,
    (not parcel.has_harvest)::integer::smallint, parcel.covered_until, parcel.planned_cover, parcel.harvest_due
  where parcel.id is not null and parcel.deleted_at is null
$$;

create function count_parcel() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then insert into parcel_deltas select * from parcel_delta(old, -1); end if;
  if tg_op <> 'DELETE' then insert into parcel_deltas select * from parcel_delta(new, 1); end if;
  return null;
end $$;
create trigger parcels_count after insert or delete on parcels for each row execute function count_parcel();
-- Trigger conditions are planned with every statement: a literal costs nothing there, a function call does.
do $do$ begin
  execute format($trigger$
    create trigger parcels_recount after update on parcels for each row when (
      (old.deleted_at is null or new.deleted_at is null) and (
        old.score <> new.score
        or (old.confidence >= %1$s) <> (new.confidence >= %1$s)
        or (old.score_status = 'initial') <> (new.score_status = 'initial')
        or old.has_records <> new.has_records
        or old.has_harvest <> new.has_harvest
        or old.size_acres <> new.size_acres
        or old.soil_type <> new.soil_type
        or (old.deleted_at is null) <> (new.deleted_at is null)
        or old.region is distinct from new.region
        or old.county is distinct from new.county
        or old.covered_until is distinct from new.covered_until
        or old.planned_cover is distinct from new.planned_cover
        or old.harvest_due is distinct from new.harvest_due
      )
    ) execute function count_parcel()
  $trigger$, min_confidence());
end $do$;

-- `offset 0` works around a planner error in PostgreSQL 15 and 18: pulling the whole row up into cover_steps fails with
-- "variable not found in subplan target list".
create view stored_parcel_deltas as
  select delta.* from parcels, parcel_delta(parcels, 1) as delta offset 0;

create function parcels_from(
  region text, county text, score smallint, sign smallint, acres numeric, assessed smallint, confident smallint,
  recorded smallint, unharvested smallint)
returns setof rollup_parcels language sql immutable as $$
  select region, county, sign::bigint, sign * acres, (sign * score)::bigint, sign * score * acres,
    (sign * assessed)::bigint, (sign * confident)::bigint, (sign * confident * score)::bigint,
    (sign * recorded)::bigint, (sign * unharvested)::bigint
$$;
call define_rollup('parcels');

create function scores_from(region text, score smallint, sign smallint)
returns setof rollup_scores language sql immutable as $$
  select region, score, sign::bigint
$$;
call define_rollup('scores');

-- Separate rollups for counties, so that the national ones stay small. Unknown counties are not counted.
create function county_scores_from(county text, score smallint, sign smallint)
returns setof rollup_county_scores language sql immutable as $$
  select county, score, sign::bigint where county <> ''
$$;
call define_rollup('county_scores');

create function soils_from(region text, soil_type text, sign smallint, acres numeric)
returns setof rollup_soils language sql immutable as $$
  select region, soil_type, sign::bigint, sign * acres
$$;
call define_rollup('soils');

create function county_soils_from(county text, soil_type text, sign smallint, acres numeric)
returns setof rollup_county_soils language sql immutable as $$
  select county, soil_type, sign::bigint, sign * acres where county <> ''
$$;
call define_rollup('county_soils');

create function cover_from(region text, sign smallint, acres numeric, covered_until date, planned_cover date[])
returns setof rollup_cover language sql immutable as $$
  select region, step.from_day, step.until_day, step.sign * cover_from.sign * acres
  from cover_steps(covered_until, planned_cover) as step
$$;
call define_rollup('cover');

create function county_cover_from(county text, sign smallint, acres numeric, covered_until date, planned_cover date[])
returns setof rollup_county_cover language sql immutable as $$
  select county, step.from_day, step.until_day, step.sign * county_cover_from.sign * acres
  from cover_steps(covered_until, planned_cover) as step where county <> ''
$$;
call define_rollup('county_cover');

create function harvests_from(region text, county text, sign smallint, harvest_due date)
returns setof rollup_harvests language sql immutable as $$
  select region, county, harvest_due, sign::bigint where harvest_due is not null
$$;
call define_rollup('harvests');

-- Score runs; the progress of an unfinished run is the sum of its ranges.
create view score_run_progress as
  select id, kind, target, parcels_total, started_at, finished_at,
    greatest(run.updated_at, at_work.updated_at) as updated_at,
    (run.parcels_done + coalesce(at_work.parcels_done, 0))::int as parcels_done,
    (run.parcels_changed + coalesce(at_work.parcels_changed, 0))::int as parcels_changed
  from score_runs as run
  left join lateral (
    select sum(parcels_done) as parcels_done, sum(parcels_changed) as parcels_changed, max(updated_at) as updated_at
    from score_run_ranges where run_id = run.id
  ) as at_work on true;
