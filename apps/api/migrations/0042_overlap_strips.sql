-- Farmers see the strip of an overlap after both, or an official, have agreed, and the overlaps of a boundary from a time.
-- oldest code: 0035
alter table boundary_overlaps
  add column first_agreed boolean not null default false,
  add column second_agreed boolean not null default false,
  add column office_agreed boolean not null default false;

-- Null: at once. Later after many saves in a day, because each result tells where the neighbour's land is.
alter table boundaries add column overlaps_from timestamptz(3);
