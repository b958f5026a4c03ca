-- oldest code: 0023
-- Four eyes on applications: above an amount that a programme sets, two officials have to agree.
alter table subsidies
  add column second_above_cents bigint check (second_above_cents >= 0),
  add constraint subsidies_second_above check (second_above_cents is null or kind = 'programme');

-- Who has said what of an application that two have to decide. A mark is made of the application and the programme as
-- they were, and counts only as long as both are still so. Those that a decision was made of stay.
create table subsidy_marks (
  subsidy_id         uuid not null references subsidies on delete cascade,
  marked_by          uuid not null references users,
  status             text not null check (status in ('approved', 'rejected')),
  reason             text,
  -- Where the official worked: two levels see what only one of them would not.
  level              text not null check (level in ('country', 'county')),
  subsidy_revision   integer not null,
  programme_revision integer not null,
  marked_at          timestamptz(3) not null default now(),
  primary key (subsidy_id, marked_by)
);
