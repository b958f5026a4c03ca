-- oldest code: 0022
-- A run over all scores in ranges of ids, which any number of processes work on at once; each range remembers how far it
-- is. They are removed when the run is finished. A run that an older server left unfinished is begun anew.
create table score_run_ranges (
  run_id          bigint not null references score_runs on delete cascade,
  up_to_id        uuid not null,
  -- Parcels up to here are done.
  after_id        uuid not null,
  finished        boolean not null default false,
  parcels_done    integer not null default 0,
  parcels_changed integer not null default 0,
  updated_at      timestamptz(3) not null default now(),
  primary key (run_id, up_to_id)
);
delete from score_runs where finished_at is null;
