-- without a transaction
-- oldest code: 0035
-- The indexes of the queue with the paused clock, so that overdue applications are counted without reading their rows.
create index concurrently subsidies_waiting on subsidies (due_on, id) include (returned_at)
  where kind = 'application' and status = 'pending';
create index concurrently subsidies_waiting_county on subsidies (county, due_on, id) include (returned_at)
  where kind = 'application' and status = 'pending';
drop index concurrently if exists subsidies_queue_all;
drop index concurrently if exists subsidies_queue;
