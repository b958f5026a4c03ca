-- oldest code: 0023
-- Complaints: with a number that can be read out over the phone, a day by which they are answered, and an answer.
create sequence complaint_numbers maxvalue 9999999;
create table complaints (
  id                 uuid primary key,
  -- Eight digits, the last a check of the others.
  number             text not null unique check (number ~ '^\d{8}$'),
  kind               text not null check (kind in ('delay', 'decision', 'conduct', 'data', 'money', 'other')),
  -- Empty once the person's account is deleted.
  message            text not null,
  name               text not null,
  email              text not null,
  -- Without an account: who wrote through the contact page.
  user_id            uuid references users,
  contact_message_id uuid unique references contact_messages on delete set null,
  -- The application that it is about, and the county whose office it concerns; null: the country.
  subsidy_id         uuid references subsidies on delete set null,
  county             text,
  created_at         timestamptz(3) not null default now(),
  due_on             date not null,
  answer             text,
  answered_by        uuid references users,
  answered_at        timestamptz(3),
  revision           integer not null default 1,
  search             tsvector not null generated always as (
    to_tsvector('simple', number || ' ' || name || ' ' || translate(email, '@.', '  ') || ' ' || message)
  ) stored,
  check ((answer is null) = (answered_at is null))
);
-- What is due first stands first.
create index complaints_open on complaints (due_on, created_at, id) where answered_at is null;
create index complaints_list on complaints (due_on, created_at, id);
create index complaints_own on complaints (user_id, created_at desc, id desc) where user_id is not null;
create index complaints_email on complaints (lower(email));
create index complaints_search on complaints using gin (search);

-- The officials whom a complaint is about.
create table complaint_subjects (
  complaint_id uuid not null references complaints on delete cascade,
  user_id      uuid not null references users,
  primary key (complaint_id, user_id)
);

-- The inbox: answered from there, and searched.
alter table contact_messages
  add column answer      text,
  add column answered_at timestamptz(3),
  add column search      tsvector not null generated always as (
    to_tsvector('simple', name || ' ' || translate(email, '@.', '  ') || ' ' || message)
  ) stored;
create index contact_messages_search on contact_messages using gin (search);
