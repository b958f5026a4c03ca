-- Access log entries, and the limit on the people whose data an official reads.

-- Whether the person has a pending application in the county, or anywhere if it is null, or one assigned to the official.
create function is_in_queue(person uuid, official uuid, in_county text) returns boolean language sql stable as $$
  select exists (
    select from subsidies
    where owner_id = person and kind = 'application' and status = 'pending'
      and (in_county is null or county = in_county or assigned_to = official))
$$;

-- Writes the entry and returns true. Returns false without an entry if the viewer would have read more than `max_people`
-- people outside the own queue, within an hour and since the session was opened or confirmed. Null: no limit.
-- Exports do not count: each of them requires a confirmed session.
create function log_access(
  entry_id uuid, viewer uuid, entry_look text, entity uuid, entry_people uuid[], entry_area text,
  session uuid, in_county text, max_people integer
) returns boolean language plpgsql as $$
declare
  since timestamptz;
  known_people uuid[];
  all_people uuid[];
begin
  if max_people is not null and entry_look not like '%-export' then
    -- Concurrent reads must see each other's entries. Nothing else is locked afterwards.
    perform pg_advisory_xact_lock(hashtextextended('people-read:' || viewer, 0));
    since := greatest(now() - interval '1 hour',
      (select greatest(created_at, confirmed_at) from sessions where id = session));
    known_people := array(
      select distinct unnest(people) from access_lines
      where viewer_id = viewer and created_at > since and look not like '%-export');
    all_people := array(select unnest(known_people) union select unnest(entry_people));
    -- Known people can be read again, and a single page of more people than the limit as the first one.
    if cardinality(known_people) > 0 and cardinality(all_people) > greatest(max_people, cardinality(known_people))
      and max_people < (
        select count(*) from unnest(all_people) as person where not is_in_queue(person, viewer, in_county))
    then
      return false;
    end if;
  end if;
  -- Repeats within ten minutes, such as paging back or refetching a list, count as one access.
  insert into access_lines (id, viewer_id, look, entity_id, people, area)
  select entry_id, viewer, entry_look, entity, entry_people, entry_area
  where not exists (
    select from access_lines
    where viewer_id = viewer and look = entry_look and created_at > now() - interval '10 minutes'
      and entity_id is not distinct from entity and people is not distinct from entry_people
      and area is not distinct from entry_area
  );
  return true;
end $$;
