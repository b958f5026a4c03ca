-- Complaints that an office has taken up, the duty ombudsperson, the hold on accounts after a password reset, and the limit
-- on the people whose data an official reads.
-- oldest code: 0035
alter table posts drop constraint posts_duties_check;
alter table posts add constraint posts_duties_check check (
  'view' = any (duties) and duties <@ array['view', 'decide', 'manage', 'ombudsperson']);
create index posts_ombudsperson on posts (official_id) where 'ombudsperson' = any (duties);

-- A manager proposes an ombudsperson; the post is assigned when a second manager confirms.
create table ombudsperson_proposals (
  id          uuid primary key,
  official_id uuid not null references users,
  proposed_by uuid not null references users,
  expires_at  timestamptz(3) not null,
  -- The post that the confirmation assigned.
  post_id     uuid references posts
);

create unique index ombudsperson_proposals_open on ombudsperson_proposals (official_id) where post_id is null;

alter table complaints
  -- Answered or converted by an official, or taken up explicitly: the text then outlives the account.
  add column taken_up_at timestamptz(3),
  add column taken_up_by uuid references users,
  -- Search terms without the complainant, whose name is hidden.
  add column words tsvector not null generated always as (to_tsvector('simple', number || ' ' || message)) stored;
create index complaints_words on complaints using gin (words);
create index complaints_money on complaints (due_on, created_at, id) where kind = 'money' and answered_at is null;
update complaints set taken_up_at = coalesce(answered_at, created_at), taken_up_by = answered_by
  where answered_at is not null or contact_message_id is not null;

-- Until then deletion, export and changes of contact data are refused, because an official reset the password.
alter table users add column held_until timestamptz(3);

-- People whose data an official read within an hour, and repeated access within minutes.
create index access_lines_viewer_time on access_lines (viewer_id, created_at);
drop index access_lines_viewer;
