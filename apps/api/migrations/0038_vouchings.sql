-- Independence of officials: vouchings, and mailboxes that several addresses share.
-- oldest code: 0035

-- An official's account was confirmed by an independent manager or by the operator. Grants from before no longer make the
-- official dependent on those who gave them.
create table vouchings (
  id         uuid primary key,
  user_id    uuid not null references users on delete cascade,
  -- Null: the operator.
  vouched_by uuid references users on delete set null,
  note       text,
  at         timestamptz(3) not null default clock_timestamp()
);
create index vouchings_user on vouchings (user_id, at);

-- When the invitation or the reset code was made; `at` is when it was used. Null: not recorded, before 0.3.0.
alter table account_grants add column issued_at timestamptz(3);

-- The mailbox that receives mail for an address: without upper case, tag (`name+2@`) and, at Gmail, dots.
create function canonical_mailbox(email text) returns text language sql immutable strict parallel safe
  return (
    select case when address like '%@gmail.com' then replace(left(address, -10), '.', '') || '@gmail.com' else address end
    from (
      select regexp_replace(regexp_replace(lower(email), '\+[^@]*@', '@'), '@googlemail\.com$', '@gmail.com') as address
    ) as plain
  );
create index users_mailbox on users (canonical_mailbox(email)) where role = 'government';

-- Keyed hash of the mailbox of officials. It stays when an account is closed, so that another account of the mailbox is
-- not independent of the closed one. Null: registered before 0.3.0, and none of the mailbox was closed since.
alter table users add column mailbox_hash text;
create index users_mailbox_hash on users (mailbox_hash) where mailbox_hash is not null;
