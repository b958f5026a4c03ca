-- A small country in the tables of migration 12, written through the triggers of that time: some of it folded, some not.
-- Only for the test of upgrades; later migrations must be able to take it along, so it never changes.

insert into users (id, email, name, role, password_hash)
select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'mkulima' || n || '@example.org', 'Mkulima ' || n,
  case when n <= 60 then 'farmer' else 'government' end, ''
from generate_series(1, 63) as n;

insert into parcels (id, owner_id, name, size_acres, soil_type, county, region, county_source, has_records, score,
  confidence, score_status, score_band, score_as_of, score_version, inputs_hash, boundary_area_m2, centre_lat, centre_lon)
select ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid,
  ('00000000-0000-7000-8000-' || lpad((1 + n % 55)::text, 12, '0'))::uuid, 'Shamba ' || n, (n % 37) / 4.0,
  ('{clay,sandy,silty,peaty,chalky,loamy}'::text[])[1 + n % 6],
  ('{Nakuru,Kitui,Turkana,Kilifi,NULL}'::text[])[1 + n % 5], ('{west,east,north,south,NULL}'::text[])[1 + n % 5],
  ('{address,address,confirmed,name,NULL}'::text[])[1 + n % 5], n % 3 <> 0, (n * 7) % 101, (n * 13) % 101,
  case when n % 4 = 0 then 'initial' else 'assessed' end, ('{fair,good,needs attention,very good}'::text[])[1 + n % 4],
  '2026-01-01', 'test', 'test', case when n % 2 = 0 then 8000 end,
  case when n % 2 = 0 then -0.3 + (n % 20) * 0.05 end, case when n % 2 = 0 then 35.9 + (n % 30) * 0.05 end
from generate_series(1, 200) as n;

insert into boundaries (parcel_id, coordinates, extent, corner_count, source)
select id, '[]', box(point(centre_lon - 0.001, centre_lat - 0.001), point(centre_lon + 0.001, centre_lat + 0.001)), 4, 'drawn'
from parcels where centre_lat is not null;
insert into boundary_overlaps (id, first_parcel_id, second_parcel_id, coordinates, extent, area_m2)
select gen_random_uuid(), ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid,
  ('00000000-0000-7000-9000-' || lpad((n + 2)::text, 12, '0'))::uuid, '[]', box(point(36, -0.2), point(36.01, -0.19)), 50
from generate_series(2, 80, 6) as n;

insert into crops (id, parcel_id, name, planting_date, harvest_date, yield_tons_per_hectare, yield_confirmed)
select gen_random_uuid(), ('00000000-0000-7000-9000-' || lpad((1 + n % 150)::text, 12, '0'))::uuid, 'Maize',
  current_date - 400 + n * 3, current_date - 300 + n * 3, 2, n % 4 = 0
from generate_series(1, 250) as n;

insert into equipment (id, owner_id, name, type, status)
select ('00000000-0000-7000-a000-' || lpad(n::text, 12, '0'))::uuid,
  ('00000000-0000-7000-8000-' || lpad((1 + n % 60)::text, 12, '0'))::uuid, 'Pump', 'Pump',
  ('{active,maintenance,retired}'::text[])[1 + n % 3]
from generate_series(1, 80) as n;
insert into equipment_usage (id, equipment_id, date, hours)
select gen_random_uuid(), ('00000000-0000-7000-a000-' || lpad((1 + n % 70)::text, 12, '0'))::uuid,
  current_date - (n % 40), n % 9
from generate_series(1, 150) as n;

insert into subsidies (id, kind, owner_id, owner_name, name, description, amount_cents, status, decided_at, withdrawn_at,
  regions, created_at)
select gen_random_uuid(), 'application', ('00000000-0000-7000-8000-' || lpad((1 + n % 60)::text, 12, '0'))::uuid,
  'Mkulima', 'Seed', 'Maize', n * 101, status, case when status in ('approved', 'rejected') then now() end,
  case when status = 'withdrawn' then now() end, '{west}', now() - make_interval(hours => n * 7)
from generate_series(1, 120) as n, lateral (
  select ('{pending,approved,rejected,withdrawn}'::text[])[1 + n % 4] as status) as decided;

select fold_rollups();

-- What comes now is not folded.
update parcels set score = (score + 13) % 101, confidence = (confidence + 29) % 101 where name like '%3';
update parcels set deleted_at = now() where name like '%7';
update parcels set county = 'Lamu', region = 'east' where name like 'Shamba 1_5';
delete from equipment where id in (select id from equipment order by id limit 9);
update equipment set status = 'retired' where id in (select id from equipment order by id desc limit 9);
update boundary_overlaps set status = 'settled', settled_at = now() where first_parcel_id::text like '%2';
update subsidies set status = 'approved', decided_at = now() where status = 'pending' and amount_cents % 2 = 0;
update users set deleted_at = now(), name = '' where name like 'Mkulima 5_';
delete from crops where yield_confirmed;
insert into crops (id, parcel_id, name, planting_date, harvest_date, yield_tons_per_hectare, yield_confirmed)
select gen_random_uuid(), id, 'Beans', current_date + 20, current_date + 90, 1, false from parcels where name like '%1';
