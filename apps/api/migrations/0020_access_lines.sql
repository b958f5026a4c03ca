-- oldest code: 0019
-- Who looked at whose data. A line is written before the answer that gives the data, and never changed. Its months are
-- made by sql/trail.sql.
create table access_lines (
  id         uuid not null,
  created_at timestamptz(3) not null default now(),
  -- No references: a month that is dropped must not lock everybody's accounts.
  viewer_id  uuid not null,
  -- What was opened, listed or exported.
  look       text not null,
  entity_id  uuid,
  -- Whose data it was. Of an export of more than 1,000 people the area instead: a county, a region or 'all'.
  people     uuid[],
  area       text,
  primary key (created_at, id),
  check ((people is null) <> (area is null))
) partition by range (created_at);
-- The lines of one person.
create index access_lines_people on access_lines using gin (people);
create index access_lines_area on access_lines (created_at, id) where area is not null;
-- Whether the same look was noted within the last minutes.
create index access_lines_viewer on access_lines (viewer_id, look, created_at);

-- Searches of the trail by what was done, and by the day.
create index audit_log_action on audit_log (action, at, id);
create index audit_log_at on audit_log (at, id);
