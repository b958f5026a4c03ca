-- Counts of overdue harvests and overdue applications, kept by due date. The older release still reads has_harvest and
-- unharvested.
-- oldest code: 0035
-- The oldest harvest date without a confirmed yield; -infinity once it has passed.
alter table parcels add column harvest_due date;
update parcels set harvest_due = case when due < (now() at time zone 'Africa/Nairobi')::date then '-infinity' else due end
from (select parcel_id, min(harvest_date) as due from crops where not yield_confirmed group by parcel_id) as crop
where parcels.id = parcel_id;
create index parcels_harvest_due on parcels (harvest_due) where harvest_due is not null and deleted_at is null;
alter table parcel_deltas add column harvest_due date;

-- Parcels by their oldest harvest that is not confirmed. An empty region or county is unknown.
create table rollup_harvests (
  region  text not null,
  county  text not null,
  due_on  date not null,
  parcels bigint not null,
  primary key (region, county, due_on)
) with (fillfactor = 70);

-- Pending applications of each county by the last working day for their decision, without those returned to the farmer.
alter table subsidy_deltas add column due_on date;
create table rollup_due_applications (
  county       text not null,
  due_on       date not null,
  applications bigint not null,
  primary key (county, due_on)
) with (fillfactor = 70);
create index rollup_due_applications_open on rollup_due_applications (due_on) where applications <> 0;
