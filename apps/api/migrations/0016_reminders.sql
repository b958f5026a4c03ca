-- Reminders: a harvest that is due, a service that is due, a programme that is about to close.

-- What a farmer wants to be reminded of. Without a row: everything, in the app alone.
create table reminder_settings (
  user_id   uuid primary key references users on delete cascade,
  harvest   boolean not null default true,
  service   boolean not null default true,
  programme boolean not null default true,
  mail      boolean not null default false
);
-- Those to whom a closing programme is mailed.
create index reminder_settings_mailed on reminder_settings (user_id) where mail and programme;

-- A person is reminded of a thing once for each time that it falls due.
create table reminders (
  user_id    uuid not null references users on delete cascade,
  kind       text not null check (kind in ('harvest', 'service')),
  -- The crop or the equipment.
  thing_id   uuid not null,
  -- The date; of a service by hours what the hour meter shows then.
  due        text not null,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, kind, thing_id, due)
);

-- A closing programme is one notice to all farmers, once for each closing date. Mails go out in the order of the
-- farmers' ids, and how far they went is kept.
create table programme_reminders (
  programme_id     uuid not null references subsidies on delete cascade,
  closes_on        date not null,
  notice_id        uuid references notices on delete cascade,
  mail_cursor      uuid,
  mail_finished_at timestamptz(3),
  primary key (programme_id, closes_on)
);
create index programme_reminders_mail on programme_reminders (closes_on) where mail_finished_at is null;
