-- oldest code: 0023
-- The farmers of a region or a county in the orders of the register. Along the order of all farmers they were looked for
-- one by one, and those of a county that had come early, or a few in a region, were met after everybody else.
create table farmer_areas (
  area       text not null,
  id         uuid not null,
  -- As of the farmer.
  created_at timestamptz(3) not null,
  name       text not null
);

insert into farmer_areas (area, id, created_at, name)
select area, id, created_at, name
from farmer_places join users on id = owner_id, unnest(
  array_remove(array[case when north > 0 then 'north' end, case when south > 0 then 'south' end,
    case when east > 0 then 'east' end, case when west > 0 then 'west' end], null)
  || array(select jsonb_object_keys(counties))) as area;

alter table farmer_areas add primary key (id, area), add foreign key (id) references users on delete cascade;
create index farmer_areas_by_day on farmer_areas (area, created_at desc, id desc);
create index farmer_areas_by_name on farmer_areas (area, name, id);
