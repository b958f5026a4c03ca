-- Access log entries, and the limit on the people whose data an official reads.

-- Whether the person has a pending application in the county, or anywhere if it is null, or one assigned to the official.
create function is_in_queue(person uuid, official uuid, in_county text) returns boolean language sql stable as $$
  select exists (
    select from subsidies
    where owner_id = person and kind = 'application' and status = 'pending'
      and (in_county is null or county = in_county or assigned_to = official))
$$;

-- Whether the viewer would have read more than `max_people` people outside the own queue since then. Known people can be read
-- again, and a single page of more people than the limit as the first one. Exports do not count: each of them requires a
-- confirmed session.
create function reads_too_many(viewer uuid, since timestamptz, added uuid[], in_county text, max_people integer)
returns boolean language plpgsql stable as $$
declare
  known_people uuid[];
  all_people uuid[];
begin
  known_people := array(
    select distinct unnest(people) from access_lines
    where viewer_id = viewer and created_at > since and look not like '%-export');
  all_people := array(select unnest(known_people) union select unnest(added));
  return cardinality(known_people) > 0 and cardinality(all_people) > greatest(max_people, cardinality(known_people))
    and max_people < (
      select count(*) from unnest(all_people) as person where not is_in_queue(person, viewer, in_county));
end $$;

-- Writes the entry and returns `logged`, or `over-limit` if the viewer reads more than `max_people` people within an hour
-- (null: no limit). That takes a confirmation of the last minutes, as long as in session.ts, and is limited again from then
-- on; else it returns `refused` and writes nothing. A confirmation does not restart the hour, or one in advance would
-- prevent the alert.
create function log_access(
  entry_id uuid, viewer uuid, entry_look text, entity uuid, entry_people uuid[], entry_area text,
  session uuid, in_county text, max_people integer
) returns text language plpgsql as $$
declare
  confirmed timestamptz;
  result text := 'logged';
begin
  if max_people is not null and entry_look not like '%-export' then
    -- Concurrent reads must see each other's entries. Nothing else is locked afterwards.
    perform pg_advisory_xact_lock(hashtextextended('people-read:' || viewer, 0));
    if reads_too_many(viewer, now() - interval '1 hour', entry_people, in_county, max_people) then
      result := 'over-limit';
      confirmed := (
        select confirmed_at from sessions where id = session and confirmed_at > now() - interval '5 minutes');
      if confirmed is null or reads_too_many(viewer, confirmed, entry_people, in_county, max_people) then
        return 'refused';
      end if;
    end if;
  end if;
  -- Search results change with every letter: one entry per official, person and day.
  if entry_look = 'search' then
    entry_people := array(
      select unnest(entry_people) except
      select unnest(people) from access_lines
      where viewer_id = viewer and look = 'search' and created_at >= nairobi_date(now())::timestamp at time zone 'Africa/Nairobi'
      order by 1);
    if cardinality(entry_people) = 0 then return result; end if;
  end if;
  -- Repeats within ten minutes, such as paging back or refetching a list, count as one access. Each request of a map
  -- program is logged, because no one may be watching it.
  insert into access_lines (id, viewer_id, look, entity_id, people, area)
  select entry_id, viewer, entry_look, entity, entry_people, entry_area
  where entry_look = 'gis-export' or not exists (
    select from access_lines
    where viewer_id = viewer and look = entry_look and created_at > now() - interval '10 minutes'
      and entity_id is not distinct from entity and people is not distinct from entry_people
      and area is not distinct from entry_area
  );
  return result;
end $$;
