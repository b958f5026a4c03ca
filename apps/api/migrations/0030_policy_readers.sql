-- oldest code: 0023
-- How many have read a policy's notice, in each county: to join a million readers with a million recipients took seconds.
create table rollup_policy_readers (
  notice_id uuid not null,
  -- A farmer counts once under '*', and in every county in which they had land; under '' who had none in a known one.
  county    text not null,
  readers   bigint not null,
  primary key (notice_id, county)
);
create table policy_read_deltas (notice_id uuid not null, user_id uuid not null);

insert into rollup_policy_readers (notice_id, county, readers)
select recipient.notice_id, county, count(*)
from notice_reads join policy_recipients as recipient using (notice_id, user_id),
  unnest(case when counties = '{}' then '{*,""}' else counties || '{*}'::text[] end) as county
group by recipient.notice_id, county;
