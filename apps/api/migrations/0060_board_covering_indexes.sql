-- without a transaction
-- oldest code: 0035
create index concurrently subsidies_received_counts on subsidies (created_at) include (county, programme_id)
  where kind = 'application';
create index concurrently subsidies_decided_counts
  on subsidies (decided_at) include (county, programme_id, decided_by, created_at, returned_at, stopped_days)
  where kind = 'application' and decided_at is not null;
drop index concurrently if exists subsidies_decided;
create index concurrently subsidies_clocks on subsidies (due_on)
  include (id, county, programme_id, assigned_to, created_at, corrected_at, returned_at, decided_at, withdrawn_at)
  where kind = 'application' and due_on is not null;
