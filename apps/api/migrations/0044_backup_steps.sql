-- Last results of the backup and its steps, for the metrics. In no backup: a restored database has none of its own yet.
-- oldest code: 0035
create table backup_steps (
  step         text primary key check (step in ('backup', 'copy', 'drill', 'full-drill')),
  succeeded_at timestamptz(3),
  -- Of the last success: the name of the file, its size and the number of rows in it.
  file         text,
  bytes        bigint,
  rows         bigint,
  failed_at    timestamptz(3),
  failure      text
);
