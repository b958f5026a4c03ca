-- Recipients of a policy who have read it, by county, and readers of an announcement.

-- Reads are appended without checking the recipients, which a job may store only later.
create function append_policy_reads() returns trigger language plpgsql as $$
begin
  insert into policy_read_deltas (notice_id, user_id)
  select notice_id, user_id from added
  where exists (select from policy_sendings where policy_sendings.notice_id = added.notice_id)
    or exists (select from announcements where id = added.notice_id);
  return null;
end $$;
create trigger notice_reads_count after insert on notice_reads
  referencing new table as added for each statement execute function append_policy_reads();

-- Once the recipients are stored, earlier reads are counted: deltas folded before then matched no recipient. One
-- statement, so that each read is found in exactly one of the two tables. Reads are never deleted.
create function append_early_reads() returns trigger language plpgsql as $$
begin
  with pending as (delete from policy_read_deltas where notice_id = new.notice_id)
  insert into policy_read_deltas (notice_id, user_id)
  select notice_id, user_id from notice_reads where notice_id = new.notice_id;
  return null;
end $$;
create trigger policy_sendings_counted after update on policy_sendings for each row
  when (old.farmers is null and new.farmers is not null) execute function append_early_reads();

create view stored_policy_read_deltas as
  select notice_id, user_id from notice_reads join policy_sendings using (notice_id)
  union all
  select notice_id, user_id from notice_reads join announcements on announcements.id = notice_id;

-- Only its recipients see an announcement; their counties are not stored.
create function policy_readers_from(notice_id uuid, user_id uuid)
returns setof rollup_policy_readers language sql stable as $$
  select recipient.notice_id, county, 1::bigint
  from policy_recipients as recipient,
    unnest(case when counties = '{}' then '{*,""}' else counties || '{*}'::text[] end) as county
  where recipient.notice_id = $1 and recipient.user_id = $2
  union all
  select id, '*', 1::bigint from announcements where id = $1
$$;
call define_rollup('policy_readers');
