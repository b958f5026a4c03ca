-- oldest code: 0023
-- What waits for officials, as a queue: due on a day, had by somebody, risen to the level above when it is late.
alter table subsidies
  -- Of an application: the last of the working days in which it should be decided.
  add column due_on      date,
  -- The official who has it: a courtesy, not a lock.
  add column assigned_to uuid references users,
  add column assigned_at timestamptz(3),
  -- When it was late and the level above was told.
  add column risen_at    timestamptz(3),
  -- Whether it met the programme's rules when the farmer last sent it; null: there are none, or it is not known.
  add column meets_rules boolean;

-- Fourteen working days after it was sent; old ones by days, since what is decided is not in a queue.
update subsidies set due_on = due.day
from (
  select id, (
    select day::date from generate_series(sent.day + 1, sent.day + 40, '1 day') as day
    where extract(isodow from day) < 6 and not exists (select from public_holidays where public_holidays.day = day::date)
    order by day offset 13 limit 1
  ) as day
  from subsidies, lateral (select (created_at at time zone 'Africa/Nairobi')::date as day) as sent
  where kind = 'application' and status = 'pending'
) as due
where due.id = subsidies.id;

-- A queue is an index walk: of an office, of nobody, of one official, of the country.
create index subsidies_queue on subsidies (county, due_on, id) where kind = 'application' and status = 'pending';
create index subsidies_queue_all on subsidies (due_on, id) where kind = 'application' and status = 'pending';
create index subsidies_queue_nobody on subsidies (county, due_on, id)
  where kind = 'application' and status = 'pending' and assigned_to is null;
create index subsidies_queue_nobody_all on subsidies (due_on, id)
  where kind = 'application' and status = 'pending' and assigned_to is null;
create index subsidies_queue_mine on subsidies (assigned_to, due_on, id)
  where kind = 'application' and status = 'pending' and assigned_to is not null;
-- By amount, and within a programme.
create index subsidies_queue_amount on subsidies (county, amount_cents desc, id desc)
  where kind = 'application' and status = 'pending';
create index subsidies_queue_amount_all on subsidies (amount_cents desc, id desc)
  where kind = 'application' and status = 'pending';
create index subsidies_queue_programme on subsidies (programme_id, due_on, id)
  where kind = 'application' and status = 'pending';

-- Lists that an official looks at again and again: a name, and the filters.
create table queue_views (
  id          uuid primary key,
  official_id uuid not null references users on delete cascade,
  name        text not null,
  filters     jsonb not null,
  created_at  timestamptz(3) not null default now(),
  unique (official_id, name)
);
