-- without a transaction
-- oldest code: 0023
create index concurrently parcel_words_newest on parcel_words (created_at desc, id desc);
create index concurrently parcel_words_name on parcel_words (by_name, id);
create index concurrently parcel_words_size on parcel_words (by_size desc, id desc);
-- What waits to be sorted into an index of words is read by every search: little may wait.
create index concurrently parcel_words_words on parcel_words using gin (words) with (gin_pending_list_limit = 128);
create index concurrently farmer_words_newest on farmer_words (created_at desc, id desc);
create index concurrently farmer_words_name on farmer_words (by_name, id);
create index concurrently farmer_words_words on farmer_words using gin (words) with (gin_pending_list_limit = 128);
