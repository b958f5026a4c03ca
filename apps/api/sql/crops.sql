-- Current and planned crop cover, stored per parcel so that the metrics do not read the crops.

-- The periods in which a parcel is covered. A planned crop replaces the cover of the crop before it.
create function cover_steps(covered date, planned date[])
returns table (from_day date, until_day date, sign integer) language sql immutable as $$
  select '-infinity'::date, covered, 1 where covered is not null
  union all
  select planned[place], planned[place + 1], 1
  from generate_series(1, coalesce(array_length(planned, 1), 0), 2) as place
  union all
  select planned[place], case place when 1 then covered else planned[place - 1] end, -1
  from generate_series(1, coalesce(array_length(planned, 1), 0), 2) as place
  where case place when 1 then covered else planned[place - 1] end is not null
$$;

-- The columns of a parcel that are derived from its crops, as of a day. A harvest that is overdue then is due at -infinity,
-- so that the rollup does not grow by a row for each past day.
create function cover_of(
  parcel uuid, today date, out covered date, out planned date[], out harvested boolean, out due date)
language plpgsql as $$
declare
  crop record;
  covered_so_far date;
begin
  select max(harvest_date) filter (where planting_date <= today), coalesce(bool_or(yield_confirmed), false),
      min(harvest_date) filter (where not yield_confirmed)
    into covered, harvested, due
    from crops where parcel_id = parcel;
  if due < today then due := '-infinity'; end if;
  covered_so_far := covered;
  for crop in
    select planting_date, max(harvest_date) as harvest_date from crops
    where parcel_id = parcel and planting_date > today
    group by planting_date order by planting_date
  loop
    if covered_so_far is null or crop.harvest_date > covered_so_far then
      covered_so_far := crop.harvest_date;
      planned := planned || array[crop.planting_date, crop.harvest_date];
    end if;
  end loop;
end $$;

-- Writers of crops lock the parcel first, so its crops do not change concurrently.
create function cover_parcels() returns trigger language plpgsql as $$
begin
  update parcels set covered_until = now_is.covered, planned_cover = now_is.planned, has_harvest = now_is.harvested,
    harvest_due = now_is.due
  from (
    select distinct on (parcel_id) parcel_id, cover.covered, cover.planned, cover.harvested, cover.due
    from changed, cover_of(parcel_id, nairobi_date(now())) as cover
  ) as now_is
  where parcels.id = now_is.parcel_id and (
    parcels.covered_until is distinct from now_is.covered
    or parcels.planned_cover is distinct from now_is.planned
    or parcels.has_harvest <> now_is.harvested
    or parcels.harvest_due is distinct from now_is.due);
  return null;
end $$;
create trigger crops_added after insert on crops referencing new table as changed
  for each statement execute function cover_parcels();
create trigger crops_changed after update on crops referencing new table as changed
  for each statement execute function cover_parcels();
create trigger crops_removed after delete on crops referencing old table as changed
  for each statement execute function cover_parcels();

-- Keeps the rollups small. Planned crops count from their planting day, and harvests as overdue, even without it.
create function settle_cover(max_parcels integer default 1000) returns integer language plpgsql as $$
declare
  settled integer;
begin
  with due as (
    select id from parcels
    where (planned_cover is not null and planned_cover[1] <= nairobi_date(now()))
      or (harvest_due > '-infinity' and harvest_due < nairobi_date(now()))
    order by id limit max_parcels for update skip locked
  )
  update parcels set covered_until = cover.covered, planned_cover = cover.planned, has_harvest = cover.harvested,
    harvest_due = cover.due
  from due, cover_of(due.id, nairobi_date(now())) as cover
  where parcels.id = due.id;
  get diagnostics settled = row_count;
  return settled;
end $$;

create function settled_due(due date) returns date language sql stable
  return case when due < nairobi_date(now()) then '-infinity' else due end;

-- Today's cover of each parcel from its crops, by full scans.
create view stored_cover as
  select parcels.id as parcel_id, coalesce(bool_or(yield_confirmed), false) as harvested,
    max(harvest_date) filter (where planting_date <= nairobi_date(now())) as covered,
    settled_due(min(harvest_date) filter (where not yield_confirmed)) as due
  from parcels left join crops on crops.parcel_id = parcels.id group by parcels.id;

-- A planned crop whose planting day has passed is no fault, nor is a due date that has passed.
create view faults_of_cover as
  select 'crops of parcel ' || parcels.id as what,
    jsonb_build_object('covered', kept.covered, 'harvested', parcels.has_harvest, 'due', harvest_due) as counted,
    jsonb_build_object('covered', stored.covered, 'harvested', stored.harvested, 'due', stored.due) as stored
  from parcels join stored_cover as stored on stored.parcel_id = parcels.id, lateral (
    select max(until_day) as covered from cover_steps(covered_until, planned_cover)
    where from_day <= nairobi_date(now()) and sign = 1
  ) as kept
  where (kept.covered, parcels.has_harvest, settled_due(harvest_due))
    is distinct from (stored.covered, stored.harvested, stored.due);

create procedure rebuild_cover() language sql as $$
  update parcels set covered_until = covered, planned_cover = null, has_harvest = harvested, harvest_due = due
  from stored_cover
  where parcels.id = parcel_id
    and (covered_until is distinct from covered or has_harvest <> harvested or planned_cover is not null
      or harvest_due is distinct from due);
  update parcels set planned_cover = cover.planned
  from (select distinct parcel_id from crops where planting_date > nairobi_date(now())) as later,
    cover_of(later.parcel_id, nairobi_date(now())) as cover
  where parcels.id = later.parcel_id;
$$;
