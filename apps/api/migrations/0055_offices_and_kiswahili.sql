-- Messages of farmers to an office instead of a person, and texts of policies, programmes and decisions in a second
-- language.
-- oldest code: 0035

-- The county of the office, empty for the national one (as in posts.place). Such a thread has no partner: any official
-- who works for the office may answer.
alter table threads
  alter column partner_id drop not null,
  add column office text,
  -- When the oldest message without an answer was written; null once an official has answered.
  add column awaiting_since timestamptz(3),
  -- The farmer's own parcel, crop or application that the thread is about.
  add column about_kind text check (about_kind in ('parcel', 'crop', 'application')),
  add column about_id uuid,
  add constraint threads_partner_or_office check ((partner_id is null) = (office is not null)),
  add constraint threads_office check (
    office is not null and channel_type = 'government-farmer' or office is null and awaiting_since is null
      and about_kind is null),
  add constraint threads_about check ((about_kind is null) = (about_id is null));
create index threads_office on threads (office, last_message_at desc, id desc) where office is not null;

-- A message to an office has no recipient. Replies carry the office too, so that officials find what they wrote.
alter table messages
  alter column recipient_id drop not null,
  add column office text,
  add constraint messages_recipient_or_office check (recipient_id is not null or office is not null);
create index messages_office_unread on messages (office, channel_type, thread_id)
  where read_at is null and recipient_id is null;
create index messages_office_sender on messages (sender_id) where office is not null;

-- The same texts in Kiswahili, if an official entered them. The specification's columns hold the original.
alter table policies add column title_sw text, add column description_sw text;
alter table subsidies add column name_sw text, add column description_sw text, add column reason_sw text;
alter table subsidy_marks add column reason_sw text;
