-- without a transaction
-- For the nightly search of rows whose time is over: they lie together where they were written.
create index concurrently tombstones_deleted on tombstones using brin (deleted_at);
create index concurrently notices_created on notices using brin (created_at);
create index concurrently parcel_views_viewed on parcel_views using brin (viewed_at);
create index concurrently reminders_created on reminders using brin (created_at);
