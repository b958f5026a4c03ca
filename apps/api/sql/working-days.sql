-- Days on which offices are open: Monday to Friday without the public holidays.

create function is_working_day(day date) returns boolean language sql stable
  return extract(isodow from day) < 6 and not exists (
    select from public_holidays where public_holidays.day = is_working_day.day);

-- How many of them there are after the one day, until the other and with it: the age of what came in on the first.
create function working_days_between(since date, until date) returns integer language sql stable as $$
  select count(*)::integer from generate_series(since + 1, until, '1 day') as day where is_working_day(day::date)
$$;

-- The so-many-th one after a day, or with a negative number before it; nought is the day itself.
create function add_working_days(day date, days integer) returns date language plpgsql stable as $$
declare
  step constant integer := sign(days);
begin
  while days <> 0 loop
    day := day + step;
    if is_working_day(day) then days := days - step; end if;
  end loop;
  return day;
end $$;
