-- Web push subscriptions of farmers: one per session, so that they end with it.
-- oldest code: 0035
create table push_subscriptions (
  id         uuid primary key,
  session_id uuid not null unique references sessions on delete cascade,
  user_id    uuid not null references users on delete cascade,
  -- Address at the push service: known only to the browser and to us.
  endpoint   text not null unique,
  -- Keys of the browser, in base64url.
  p256dh     text not null,
  auth       text not null,
  -- The server's key that the browser subscribed with.
  server_key text not null,
  -- Monday of the last weekly notice.
  week       date,
  created_at timestamptz(3) not null default now()
);
create index push_subscriptions_user on push_subscriptions (user_id, created_at, id);
