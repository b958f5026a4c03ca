-- One programme in one region, newest first: without these its whole list would be read to find the few.
create index subsidies_programme_north on subsidies (programme_id, status, created_at desc, id desc)
  where programme_id is not null and regions @> '{north}';
create index subsidies_programme_south on subsidies (programme_id, status, created_at desc, id desc)
  where programme_id is not null and regions @> '{south}';
create index subsidies_programme_east on subsidies (programme_id, status, created_at desc, id desc)
  where programme_id is not null and regions @> '{east}';
create index subsidies_programme_west on subsidies (programme_id, status, created_at desc, id desc)
  where programme_id is not null and regions @> '{west}';
