-- Working days: Monday to Friday, except public holidays.

create function is_working_day(day date) returns boolean language sql stable
  return extract(isodow from day) < 6 and not exists (
    select from public_holidays where public_holidays.day = is_working_day.day);

-- Number of weekdays since a Monday, 1 January 1900, before `day`. Two of them differ by the weekdays between.
create function weekdays_before(day date) returns integer language sql immutable
  return (day - date '1900-01-01') / 7 * 5 + least((day - date '1900-01-01') % 7, 5);

-- Number of working days after `since`, up to and including `until`: the age of an item received on `since`.
-- Computed, not counted day by day: a list calls this for each row, and a filter by age for thousands.
create function working_days_between(since date, until date) returns integer language sql stable as $$
  select case when until <= since then 0 else weekdays_before(until + 1) - weekdays_before(since + 1)
    - (select count(*) from public_holidays
      where public_holidays.day > since and public_holidays.day <= until and extract(isodow from public_holidays.day) < 6)
    end::integer
$$;

-- For each day of the period: how many working days it has up to then. Two of them differ by `working_days_between`.
create function working_day_numbers(first date, last date) returns integer[] language sql stable as $$
  select array(
    select count(*) filter (where extract(isodow from step) < 6 and public_holidays.day is null) over (order by step)::integer
    from generate_series(first::timestamp, last::timestamp, '1 day') as step
      left join public_holidays on public_holidays.day = step::date
    order by step)
$$;

-- Working days allowed for a decision; must equal DECISION_WORKING_DAYS of the contract.
create function decision_days() returns integer language sql immutable
  return 14;

-- The working day this many working days after `day`, or before it if negative; 0 returns `day` itself.
-- Strict, because the loop would not end without a day.
create function add_working_days(day date, days integer) returns date language plpgsql stable strict as $$
declare
  step constant integer := sign(days);
begin
  while days <> 0 loop
    day := day + step;
    if is_working_day(day) then days := days - step; end if;
  end loop;
  return day;
end $$;
