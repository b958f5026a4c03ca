-- Functions shared by several files.

-- East Africa Time has had no daylight saving time since 1960. The fixed offset takes a fifth of the time of the zone name.
create function nairobi_date(moment timestamptz) returns date language sql immutable
  return (moment at time zone interval '3 hours')::date;

-- Minimum confidence at which a parcel's score is comparable with others.
create function min_confidence() returns integer language sql immutable
  return 40;
create function is_comparable(confidence integer) returns boolean language sql immutable
  return confidence >= min_confidence();

-- After a restore, revisions continue above all that the rows had in the time that was lost: a phone's edit of that time is
-- never based on the present revision by chance.
create function next_revision(revision integer) returns integer language sql stable
  return greatest(revision + 1, (select value::integer from stored_settings where name = 'REVISION_FLOOR'));

-- Locks the land of a farmer whose name changes: waits for running writes and blocks new ones. Lock order as in every
-- write to land, to prevent deadlocks: the parcels first, then the farmer_places row.
create function hold_land(owner uuid) returns void language plpgsql as $$
begin
  perform from parcels where owner_id = owner and deleted_at is null order by id for update;
  perform from farmer_places where owner_id = owner for update;
end $$;
