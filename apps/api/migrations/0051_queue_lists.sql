-- Lists of the work queue beside those by office and official, its search, and saved views shared within an office.
-- oldest code: 0035
alter table subsidies
  -- When the farmer last corrected it after a return; null while it is returned.
  add column corrected_at timestamptz(3),
  -- When an official last voted under four-eyes approval. The vote may no longer count: subsidy_marks has its revisions.
  add column voted_at timestamptz(3);
update subsidies set corrected_at = coalesce(edited_at, now())
where kind = 'application' and status = 'pending' and returned_at is null and stopped_days > 0;
update subsidies set voted_at = (select max(marked_at) from subsidy_marks where subsidy_id = id)
where status = 'pending' and id in (select subsidy_id from subsidy_marks);

create index subsidies_queue_returned on subsidies (due_on, id, county)
  where kind = 'application' and status = 'pending' and returned_at is not null;
create index subsidies_queue_corrected on subsidies (due_on, id, county)
  where kind = 'application' and status = 'pending' and corrected_at is not null;
create index subsidies_queue_voted on subsidies (due_on, id, county)
  where kind = 'application' and status = 'pending' and voted_at is not null;
create index subsidies_queue_reopened on subsidies (due_on, id, county)
  where kind = 'application' and status = 'pending' and appeal_of is not null;
create index subsidies_queue_meets on subsidies (meets_rules, due_on, id, county)
  where kind = 'application' and status = 'pending';
-- Only of pending applications: a word that is common among decided ones stays cheap.
create index subsidies_queue_search on subsidies using gin (search)
  where kind = 'application' and status = 'pending';

-- The county whose officials see the view, empty for the national office. Null: only the official who saved it.
alter table queue_views add column office text;
create index queue_views_office on queue_views (office, name) where office is not null;
