-- Subsidies: programmes that officials create and applications that farmers make. One table, as one list shows both.

create table subsidies (
  id             uuid primary key,
  kind           text not null check (kind in ('programme', 'application')),
  -- The farmer of an application, the official of a programme.
  owner_id       uuid not null references users,
  -- The owner's name as in users, so that one index finds both the words and the person.
  owner_name     text not null,
  programme_id   uuid references subsidies,
  name           text not null,
  description    text not null,
  -- What is asked for; of a programme its budget.
  amount_cents   bigint not null check (amount_cents >= 0),
  status         text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'withdrawn')),
  reason         text,
  decided_by     uuid references users,
  decided_at     timestamptz(3),
  -- Which regions it concerns: those of its parcels, or of a programme's rules.
  regions        text[] not null default '{}',
  -- What an application's decision was based on, kept as it was.
  facts          jsonb,
  -- Of a programme. The sum of its approved applications is kept here, so that the budget is a rule of the table.
  approved_cents bigint not null default 0,
  -- Whoever set the budget last: with four eyes somebody else approves it.
  amount_set_by  uuid references users,
  closes_on      date,
  closed_at      timestamptz(3),
  rules          jsonb,
  revision       integer not null default 1,
  created_at     timestamptz(3) not null default now(),
  edited_at      timestamptz(3),
  withdrawn_at   timestamptz(3),
  search         tsvector not null generated always as (
    to_tsvector('simple', name || ' ' || description || ' ' || owner_name)
  ) stored,
  constraint subsidies_budget check (approved_cents between 0 and amount_cents),
  constraint subsidies_decided check ((status in ('approved', 'rejected')) = (decided_at is not null)),
  constraint subsidies_withdrawn check ((status = 'withdrawn') = (withdrawn_at is not null)),
  constraint subsidies_kind check (
    case kind
      when 'programme' then programme_id is null and status <> 'withdrawn' and facts is null
      else approved_cents = 0 and closes_on is null and closed_at is null and rules is null
    end
  )
);

-- A farmer's own list.
create index subsidies_owner on subsidies (owner_id, created_at desc, id desc);
-- The officials' list asks for each kind and status on its own and merges: a page costs the same at any size.
create index subsidies_list on subsidies (kind, status, created_at desc, id desc);
create index subsidies_list_north on subsidies (kind, status, created_at desc, id desc) where regions @> '{north}';
create index subsidies_list_south on subsidies (kind, status, created_at desc, id desc) where regions @> '{south}';
create index subsidies_list_east on subsidies (kind, status, created_at desc, id desc) where regions @> '{east}';
create index subsidies_list_west on subsidies (kind, status, created_at desc, id desc) where regions @> '{west}';
create index subsidies_programme on subsidies (programme_id, status, created_at desc, id desc)
  where programme_id is not null;
create index subsidies_search on subsidies using gin (search);
-- Sums over a period.
create index subsidies_approved on subsidies (decided_at) where kind = 'application' and status = 'approved';

-- A new name, or the empty one of a deleted account, goes to everything that the person owns.
create function rename_subsidy_owner() returns trigger language plpgsql as $$
begin
  update subsidies set owner_name = new.name where owner_id = new.id;
  return null;
end $$;
create trigger users_rename_subsidies after update of name on users
  for each row when (old.name is distinct from new.name) execute function rename_subsidy_owner();

-- The parcels that an application is about.
create table subsidy_parcels (
  subsidy_id uuid not null references subsidies on delete cascade,
  parcel_id  uuid not null references parcels on delete cascade,
  primary key (subsidy_id, parcel_id)
);
create index subsidy_parcels_parcel on subsidy_parcels (parcel_id);

-- The regions of the parcels that an application names, or of all the farmer's where it names none.
create function application_regions(application uuid, farmer uuid) returns text[] language sql stable as $$
  select array(
    select distinct region from parcels
    where owner_id = farmer and deleted_at is null and region is not null
      and (id in (select parcel_id from subsidy_parcels where subsidy_id = application)
        or not exists (select from subsidy_parcels where subsidy_id = application))
    order by region)
$$;

-- A parcel that is found to lie elsewhere takes the applications that wait along.
create function move_applications() returns trigger language plpgsql as $$
begin
  update subsidies set regions = application_regions(id, owner_id)
  where owner_id = new.owner_id and kind = 'application' and status = 'pending';
  return null;
end $$;
create trigger parcels_move_applications after update of region on parcels
  for each row when (old.region is distinct from new.region) execute function move_applications();
