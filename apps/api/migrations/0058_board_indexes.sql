-- without a transaction
-- oldest code: 0035
create index concurrently subsidies_decided on subsidies (decided_at)
  where kind = 'application' and decided_at is not null;
create index concurrently subsidies_decided_county on subsidies (county, decided_at)
  where kind = 'application' and decided_at is not null;
create index concurrently subsidies_withdrawn on subsidies (withdrawn_at) where withdrawn_at is not null;
