-- Farmers' machines and tools, what was done to them, and how long they ran.

create table equipment (
  id                     uuid primary key,
  owner_id               uuid not null references users,
  name                   text not null,
  type                   text not null,
  manufacturer           text,
  model                  text,
  purchase_date          date,
  purchase_price_cents   bigint check (purchase_price_cents >= 0),
  status                 text not null default 'active' check (status in ('active', 'maintenance', 'retired')),
  -- What the hour meter showed when the machine was entered, and that plus all hours entered since.
  starting_hours         numeric(12, 2) not null default 0 check (starting_hours >= 0),
  usage_hours            numeric(12, 2) not null default 0 check (usage_hours >= starting_hours),
  service_interval_hours numeric(12, 2) check (service_interval_hours > 0),
  revision               integer not null default 1,
  created_at             timestamptz(3) not null default now()
);
create index equipment_owner on equipment (owner_id, created_at, id);

create table equipment_maintenance (
  id            uuid primary key,
  equipment_id  uuid not null references equipment on delete cascade,
  date          date not null,
  kind          text not null,
  description   text not null,
  cost_cents    bigint check (cost_cents >= 0),
  next_due_date date,
  revision      integer not null default 1,
  created_at    timestamptz(3) not null default now()
);
create index equipment_maintenance_log on equipment_maintenance (equipment_id, date desc, created_at desc, id desc);

-- One row for each time that hours were added, so that the hours of a period can be told.
create table equipment_usage (
  id           uuid primary key,
  equipment_id uuid not null references equipment on delete cascade,
  date         date not null,
  hours        numeric(12, 2) not null check (hours >= 0),
  created_at   timestamptz(3) not null default now()
);
create index equipment_usage_log on equipment_usage (equipment_id, date desc, created_at desc, id desc);
