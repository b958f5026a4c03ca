-- Applications by the day they were made: nationally, in each of their regions, and in the county that decides.

-- --------------------------------------------------------------------------------------------- deciding county

-- The parcels that an application names, or all of the farmer's parcels if it names none.
create function application_parcels(application uuid, farmer uuid) returns setof parcels language sql stable as $$
  select * from parcels
  where owner_id = farmer and deleted_at is null
    and (id in (select parcel_id from subsidy_parcels where subsidy_id = application)
      or not exists (select from subsidy_parcels where subsidy_id = application))
$$;

create function application_regions(application uuid, farmer uuid) returns text[] language sql stable as $$
  select array(
    select distinct region from application_parcels(application, farmer) where region is not null order by region)
$$;

-- Volatile: after waiting for a row lock it must see the changes committed meanwhile.
create function application_counties(application uuid, farmer uuid) returns text[] language sql volatile as $$
  select array(
    select distinct county from application_parcels(application, farmer) where county is not null order by county)
$$;

-- The county whose office decides: that of the largest named parcel or, if none is named, the county of all the farmer's
-- parcels if there is only one. Null means the national office.
create function application_county(application uuid, farmer uuid) returns text language sql volatile as $$
  select case when exists (select from subsidy_parcels where subsidy_id = application)
    then (select county from application_parcels(application, farmer) order by size_acres desc, id limit 1)
    else (select case when count(distinct coalesce(county, '')) = 1 then max(county) end
      from application_parcels(application, farmer)) end
$$;

-- Sum granted to a farmer in the last twelve months from this programme, or without a programme if it is null.
create function granted_in_year(farmer uuid, programme uuid) returns bigint language sql stable as $$
  select coalesce(sum(amount_cents), 0)::bigint from subsidies
  where owner_id = farmer and kind = 'application' and status = 'approved'
    and programme_id is not distinct from programme and decided_at > now() - interval '12 months'
$$;

-- Serializes a new application and a moving parcel, so that the second sees the change of the first.
create function place_application() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform hold_places(new.owner_id);
    if new.status = 'pending' then
      new.due_on := add_working_days(nairobi_date(new.created_at), decision_days());
    end if;
  end if;
  new.county := application_county(new.id, new.owner_id);
  new.counties := application_counties(new.id, new.owner_id);
  return new;
end $$;
create trigger subsidies_place before insert on subsidies
  for each row when (new.kind = 'application') execute function place_application();
create trigger subsidies_replace before update of regions on subsidies
  for each row when (new.kind = 'application') execute function place_application();

-- Pending applications follow a parcel to its new region.
create function move_applications() returns trigger language plpgsql as $$
begin
  update subsidies set regions = application_regions(id, owner_id)
  where owner_id = new.owner_id and kind = 'application' and status = 'pending';
  return null;
end $$;
create trigger parcels_move_applications after update of region on parcels
  for each row when (old.region is distinct from new.region) execute function move_applications();

-- The deciding county can change when another parcel becomes the largest, or with a new parcel in another county.
create function reassign_applications() returns trigger language plpgsql as $$
begin
  perform hold_places(new.owner_id);
  update subsidies set county = application_county(id, owner_id)
  where owner_id = new.owner_id and kind = 'application' and status = 'pending'
    and county is distinct from application_county(id, owner_id);
  return null;
end $$;
create trigger parcels_reassign after update of size_acres on parcels
  for each row when (old.size_acres <> new.size_acres) execute function reassign_applications();
create trigger parcels_reassign_new after insert on parcels
  for each row execute function reassign_applications();

-- Copies a new name, or the empty name of a deleted account, to all programmes and applications of the person.
create function rename_subsidy_owner() returns trigger language plpgsql as $$
begin
  update subsidies set owner_name = new.name where owner_id = new.id;
  return null;
end $$;
create trigger users_rename_subsidies after update of name on users
  for each row when (old.name is distinct from new.name) execute function rename_subsidy_owner();

-- Unassigns an application that moves to another office and notifies the official it was assigned to.
create function leave_office() returns trigger language plpgsql as $$
begin
  if new.assigned_to is not null then
    insert into notices (id, kind, user_id, details, link) values (
      gen_random_uuid(), 'case-moved', new.assigned_to, jsonb_build_object('name', new.name), '/queue');
  end if;
  new.assigned_to := null;
  new.assigned_at := null;
  new.risen_at := null;
  return new;
end $$;
-- Triggers run in alphabetical order: the name must sort after those that set the county.
create trigger subsidies_sent_on before update on subsidies for each row when (
  new.kind = 'application' and new.status = 'pending' and old.county is distinct from new.county
) execute function leave_office();

create procedure rebuild_application_counties() language sql as $$
  update subsidies set counties = application_counties(id, owner_id)
  where kind = 'application' and (status = 'pending' or counties = '{}');
  update subsidies set county = application_county(id, owner_id)
  where kind = 'application' and (status = 'pending' or county is null);
$$;

create view faults_of_application_counties as
  select 'county of application ' || id as what, to_jsonb(county) as counted, to_jsonb(belongs) as stored
  from subsidies, application_county(id, owner_id) as belongs
  where kind = 'application' and status = 'pending' and county is distinct from belongs;

-- ------------------------------------------------------------------------------------------------------- returns

create function log_return() returns trigger language plpgsql as $$
begin
  insert into subsidy_returns (subsidy_id, returned_at, returned_by, resumed_at, due_on)
  values (old.id, new.returned_at, new.returned_by, old.corrected_at, old.due_on);
  return null;
end $$;
-- Not again for a second return of an application that is still with the farmer: the clock stopped at the first.
create trigger subsidies_returned after update of returned_at on subsidies
  for each row when (old.returned_at is null and new.returned_at is not null) execute function log_return();

-- The stretches of time in which the clock of an application ran, with the deadline of each: until the farmer got it, the
-- decision, or the withdrawal. It was overdue from the day after the deadline until the stretch ended.
create view application_clocks as
  select id as subsidy_id, owner_id, county, programme_id, assigned_to, created_at, decided_at, withdrawn_at,
    corrected_at as since, due_on, coalesce(returned_at, decided_at, withdrawn_at) as until
  from subsidies where kind = 'application' and due_on is not null
    -- The stretch before the farmer got it is below.
    and (returned_at is null or not exists (
      select from subsidy_returns as returned
      where subsidy_id = subsidies.id and returned.returned_at = subsidies.returned_at and returned.due_on is not null))
  union all
  select subsidies.id, owner_id, county, programme_id, assigned_to, created_at, decided_at, withdrawn_at,
    resumed_at, returned.due_on, returned.returned_at
  from subsidy_returns as returned join subsidies on subsidies.id = subsidy_id
  where returned.due_on is not null;

-- --------------------------------------------------------------------------------------------- reference numbers

-- The official number of a county, 00 for national rows.
create function county_code(county text) returns text language sql immutable as $$
  select lpad(coalesce(array_position(array[
    'Mombasa', 'Kwale', 'Kilifi', 'Tana River', 'Lamu', 'Taita-Taveta', 'Garissa', 'Wajir', 'Mandera', 'Marsabit',
    'Isiolo', 'Meru', 'Tharaka-Nithi', 'Embu', 'Kitui', 'Machakos', 'Makueni', 'Nyandarua', 'Nyeri', 'Kirinyaga',
    'Murang''a', 'Kiambu', 'Turkana', 'West Pokot', 'Samburu', 'Trans Nzoia', 'Uasin Gishu', 'Elgeyo-Marakwet', 'Nandi',
    'Baringo', 'Laikipia', 'Nakuru', 'Narok', 'Kajiado', 'Kericho', 'Bomet', 'Kakamega', 'Vihiga', 'Bungoma', 'Busia',
    'Siaya', 'Kisumu', 'Homa Bay', 'Migori', 'Kisii', 'Nyamira', 'Nairobi'], county), 0)::text, 2, '0')
$$;

-- Same rule as packages/contract/src/office/reference.ts, which explains it.
create function reference_check_letter(code text) returns text language sql immutable as $$
  select substr(letters, 1 + (sum(place * case when one between '0' and '9' then one::int else strpos(letters, one) - 1 end)
    % 23)::int, 1)
  from (values ('BCDFGHJKMNPQRSTVWXYZAEU')) as alphabet (letters),
    regexp_split_to_table(replace(code, '-', ''), '') with ordinality as part (one, place)
  group by letters
$$;

create function draw_reference(created timestamptz, county text) returns text language plpgsql as $$
declare
  code text;
begin
  loop
    select to_char(nairobi_date(created), 'YYYY-') || county_code(county) || '-'
      || string_agg(substr('BCDFGHJKMNPQRSTVWXYZ', 1 + floor(random() * 20)::int, 1), '')
    into code from generate_series(1, 5);
    code := code || reference_check_letter(code);
    if not exists (select from subsidies where reference = code) then return code; end if;
  end loop;
end $$;

create function number_subsidy() returns trigger language plpgsql as $$
begin
  new.reference := draw_reference(new.created_at, new.county);
  return new;
end $$;
-- Triggers run in alphabetical order: the name must sort after the one that sets the county. The number stays when an
-- application moves to another county.
create trigger subsidies_reference before insert on subsidies
  for each row when (new.reference is null) execute function number_subsidy();

-- For rows of older releases, and those that were loaded without triggers.
create procedure fill_references() language plpgsql as $$
declare
  one record;
begin
  -- In a fixed order, so that a demo with a seed always has the same numbers.
  for one in select id from subsidies where reference is null order by id loop
    update subsidies set reference = draw_reference(created_at, county) where id = one.id;
  end loop;
end $$;

-- -------------------------------------------------------------------------------------------------------- rollup

create function application_delta(application subsidies, sign integer) returns setof subsidy_deltas
language sql stable as $$
  select scope, place, nairobi_date(application.created_at), sign::smallint, sign * application.amount_cents,
    case application.status when 'approved' then sign else 0 end::smallint,
    case application.status when 'approved' then sign * application.amount_cents else 0 end,
    case application.status when 'pending' then sign else 0 end::smallint,
    case application.status when 'pending' then sign * application.amount_cents else 0 end,
    -- The clock is stopped while the application is with the farmer.
    case when application.status = 'pending' and application.returned_at is null then application.due_on end
  from (
    select 'country' as scope, '' as place
    union all select 'region', unnest(application.regions)
    union all select 'county', application.county where application.county is not null
  ) as places
  where application.kind = 'application' and application.status <> 'withdrawn'
$$;

create function count_subsidy() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then insert into subsidy_deltas select * from application_delta(old, -1); end if;
  if tg_op <> 'DELETE' then insert into subsidy_deltas select * from application_delta(new, 1); end if;
  return null;
end $$;
create trigger subsidies_count after insert or delete on subsidies for each row execute function count_subsidy();
create trigger subsidies_recount after update on subsidies for each row when (
  new.kind = 'application' and (
    old.status <> new.status or old.amount_cents <> new.amount_cents
    or old.regions <> new.regions or old.county is distinct from new.county
    or old.due_on is distinct from new.due_on or (old.returned_at is null) <> (new.returned_at is null))
) execute function count_subsidy();

create view stored_subsidy_deltas as
  select delta.* from subsidies, application_delta(subsidies, 1) as delta;

create function subsidies_from(
  scope text, place text, day date, applications smallint, requested_cents bigint, approved smallint,
  approved_cents bigint, pending smallint, pending_cents bigint)
returns setof rollup_subsidies language sql immutable as $$
  select scope, place, day, applications::bigint, requested_cents::numeric, approved::bigint, approved_cents::numeric,
    pending::bigint, pending_cents::numeric
$$;
call define_rollup('subsidies');

create function due_applications_from(scope text, place text, pending smallint, due_on date)
returns setof rollup_due_applications language sql immutable as $$
  select place, due_on, pending::bigint where scope = 'county' and due_on is not null
$$;
call define_rollup('due_applications');
