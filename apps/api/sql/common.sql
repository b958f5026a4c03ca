-- What several rooms use.

create function nairobi_date(moment timestamptz) returns date language sql stable
  return (moment at time zone 'Africa/Nairobi')::date;

-- From which confidence on the score of a parcel may be compared with others: enough is known of it.
create function min_confidence() returns integer language sql immutable
  return 40;
create function is_comparable(confidence integer) returns boolean language sql immutable
  return confidence >= min_confidence();

-- The land of somebody whose name changes: a write to it has ended before, and the next waits. Its parcels first, then the
-- row of its places, as every write to land does: in another order the two would wait for each other.
create function hold_land(owner uuid) returns void language plpgsql as $$
begin
  perform from parcels where owner_id = owner and deleted_at is null order by id for update;
  perform from farmer_places where owner_id = owner for update;
end $$;
