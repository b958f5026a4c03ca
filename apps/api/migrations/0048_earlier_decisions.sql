-- Decisions that a restore lost and that farmers' phones still know. Such an application is flagged.
-- oldest code: 0035
create table earlier_decisions (
  subsidy_id  uuid primary key references subsidies on delete cascade,
  status      text not null check (status in ('approved', 'rejected')),
  decided_at  timestamptz(3) not null,
  reported_at timestamptz(3) not null default now()
);
