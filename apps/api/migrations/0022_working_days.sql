-- oldest code: 0020
-- Working days, how much of what was asked for still waits, and of which sending a policy's readers are counted.

-- Days on which offices are closed beside the weekends. Those that are fixed or follow Easter, until 2030; one on a
-- Sunday is kept on the next day that is none. Idd-ul-Fitr, Idd-ul-Azha and whatever else the Kenya Gazette announces
-- are added as rows.
create table public_holidays (
  day  date primary key,
  name text not null
);
insert into public_holidays (day, name) values
  ('2026-01-01', 'New Year''s Day'),
  ('2026-04-03', 'Good Friday'),
  ('2026-04-06', 'Easter Monday'),
  ('2026-05-01', 'Labour Day'),
  ('2026-06-01', 'Madaraka Day'),
  ('2026-10-10', 'Mazingira Day'),
  ('2026-10-20', 'Mashujaa Day'),
  ('2026-12-12', 'Jamhuri Day'),
  ('2026-12-25', 'Christmas Day'),
  ('2026-12-26', 'Boxing Day'),
  ('2027-01-01', 'New Year''s Day'),
  ('2027-03-26', 'Good Friday'),
  ('2027-03-29', 'Easter Monday'),
  ('2027-05-01', 'Labour Day'),
  ('2027-06-01', 'Madaraka Day'),
  ('2027-10-10', 'Mazingira Day'),
  ('2027-10-11', 'Mazingira Day (observed)'),
  ('2027-10-20', 'Mashujaa Day'),
  ('2027-12-12', 'Jamhuri Day'),
  ('2027-12-13', 'Jamhuri Day (observed)'),
  ('2027-12-25', 'Christmas Day'),
  ('2027-12-26', 'Boxing Day'),
  ('2027-12-27', 'Boxing Day (observed)'),
  ('2028-01-01', 'New Year''s Day'),
  ('2028-04-14', 'Good Friday'),
  ('2028-04-17', 'Easter Monday'),
  ('2028-05-01', 'Labour Day'),
  ('2028-06-01', 'Madaraka Day'),
  ('2028-10-10', 'Mazingira Day'),
  ('2028-10-20', 'Mashujaa Day'),
  ('2028-12-12', 'Jamhuri Day'),
  ('2028-12-25', 'Christmas Day'),
  ('2028-12-26', 'Boxing Day'),
  ('2029-01-01', 'New Year''s Day'),
  ('2029-03-30', 'Good Friday'),
  ('2029-04-02', 'Easter Monday'),
  ('2029-05-01', 'Labour Day'),
  ('2029-06-01', 'Madaraka Day'),
  ('2029-10-10', 'Mazingira Day'),
  ('2029-10-20', 'Mashujaa Day'),
  ('2029-12-12', 'Jamhuri Day'),
  ('2029-12-25', 'Christmas Day'),
  ('2029-12-26', 'Boxing Day'),
  ('2030-01-01', 'New Year''s Day'),
  ('2030-04-19', 'Good Friday'),
  ('2030-04-22', 'Easter Monday'),
  ('2030-05-01', 'Labour Day'),
  ('2030-06-01', 'Madaraka Day'),
  ('2030-10-10', 'Mazingira Day'),
  ('2030-10-20', 'Mashujaa Day'),
  ('2030-10-21', 'Mashujaa Day (observed)'),
  ('2030-12-12', 'Jamhuri Day'),
  ('2030-12-25', 'Christmas Day'),
  ('2030-12-26', 'Boxing Day');

-- What is asked for by applications that wait, so that those which nobody could decide yet can be left out.
alter table subsidy_deltas add column pending_cents bigint not null default 0;
alter table rollup_subsidies add column pending_cents numeric not null default 0;
update rollup_subsidies as rollup set pending_cents = waiting.cents
from (
  select scope, place, (created_at at time zone 'Africa/Nairobi')::date as day, sum(amount_cents) as cents
  from subsidies, lateral (
    select 'country' as scope, '' as place
    union all select 'region', unnest(regions)
    union all select 'county', unnest(counties)
  ) as places
  where kind = 'application' and status = 'pending' group by 1, 2, 3
) as waiting
where (rollup.scope, rollup.place, rollup.day) = (waiting.scope, waiting.place, waiting.day);

-- The latest sending on the night of the counting; unknown of nights before this release.
alter table policy_effects add column sent_at timestamptz(3);
