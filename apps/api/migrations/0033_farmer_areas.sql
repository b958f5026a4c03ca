-- oldest code: 0023
-- The farmers of a region or a county in the orders of the register. Along the order of all farmers they were looked for
-- one by one, and those of a county that had come early, or a few in a region, were met after everybody else.
create table farmer_areas (
  area       text not null,
  id         uuid not null references users on delete cascade,
  -- As of the farmer.
  created_at timestamptz(3) not null,
  name       text not null,
  primary key (id, area)
);

insert into farmer_areas (area, id, created_at, name)
select distinct area, users.id, users.created_at, users.name
from parcels join users on users.id = owner_id, unnest(array[region, county]) as area
where parcels.deleted_at is null and area is not null;

create index farmer_areas_by_day on farmer_areas (area, created_at desc, id desc);
create index farmer_areas_by_name on farmer_areas (area, name, id);
