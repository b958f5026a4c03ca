-- Messages between two people, in threads.

create table threads (
  -- The id of its first message, so that a client without a network knows it too.
  id              uuid primary key,
  channel_type    text not null
    check (channel_type in ('government-government', 'government-farmer', 'farmer-farmer', 'general')),
  subject         text not null,
  starter_id      uuid not null references users,
  partner_id      uuid not null references users,
  -- Also the number of the newest message.
  message_count   integer not null,
  last_message_at timestamptz(3) not null,
  check (starter_id <> partner_id)
);
create index threads_starter on threads (starter_id, last_message_at desc, id desc);
create index threads_partner on threads (partner_id, last_message_at desc, id desc);

create table messages (
  id           uuid primary key,
  thread_id    uuid not null references threads on delete cascade,
  -- 1, 2, 3 within the thread, given under its lock: the order of a thread is never in doubt.
  number       integer not null,
  sender_id    uuid not null references users,
  recipient_id uuid not null references users,
  channel_type text not null,
  subject      text not null,
  content      text not null,
  created_at   timestamptz(3) not null,
  read_at      timestamptz(3),
  unique (thread_id, number)
);
create index messages_unread on messages (recipient_id, channel_type, thread_id) where read_at is null;

-- People are found by the beginning of their name, of any word of it, or of their address.
create index users_name_prefix on users (lower(name) text_pattern_ops, id) where deleted_at is null;
create index users_email_prefix on users (lower(email) text_pattern_ops) where deleted_at is null;
create index users_name_words on users using gin (to_tsvector('simple', name)) where deleted_at is null;
