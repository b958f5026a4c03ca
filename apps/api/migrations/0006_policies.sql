-- Policies, and each time that one was announced to the farmers.

create table policies (
  id             uuid primary key,
  title          text not null,
  description    text not null,
  status         text not null check (status in ('Draft', 'Active')),
  effective_date date,
  created_by     uuid not null references users,
  revision       integer not null default 1,
  created_at     timestamptz(3) not null default now(),
  updated_at     timestamptz(3) not null default now(),
  -- A deleted policy keeps its row: how far it reached is still part of the record.
  deleted_at     timestamptz(3)
);
create index policies_newest on policies (created_at desc, id desc) where deleted_at is null;

-- One notification of a policy: its notice, whom it was for, and how far the mail has come.
create table policy_sendings (
  notice_id        uuid primary key references notices,
  policy_id        uuid not null references policies,
  sent_by          uuid not null references users,
  sent_at          timestamptz(3) not null default now(),
  -- How many farmers there were at that moment; null until the job has counted them.
  farmers          integer,
  -- Whether it goes out by mail too.
  mail             boolean not null,
  -- The last farmer, in the order of their ids, whom the mail server took a mail for.
  mail_cursor      uuid,
  mailed           integer not null default 0,
  mail_refused     integer not null default 0,
  mail_finished_at timestamptz(3),
  -- Whoever sends the mails renews this while it lives; when it has run out, another may go on.
  mail_lease       uuid,
  mail_lease_until timestamptz(3)
);
create index policy_sendings_policy on policy_sendings (policy_id, sent_at desc);
create index policy_sendings_unmailed on policy_sendings (sent_at) where mail_finished_at is null;

-- The audience as it was at that moment, farmer by farmer with the counties of their land, because a parcel may be
-- given another county, sold or deleted before its farmer reads the notice.
create table policy_recipients (
  notice_id uuid not null references policy_sendings on delete cascade,
  user_id   uuid not null references users on delete cascade,
  -- Empty: no parcel in a known county.
  counties  text[] not null,
  primary key (notice_id, user_id)
);

-- The same, counted: a farmer with land in two counties counts in both.
create table policy_audience (
  notice_id uuid not null references policy_sendings on delete cascade,
  -- null: farmers without a parcel in a known county.
  county    text,
  region    text,
  farmers   integer not null
);
create unique index policy_audience_county on policy_audience (notice_id, coalesce(county, ''));
