-- Templates of officials' texts, internal notes on applications, a maximum of open cases, and invitations with a post.
-- oldest code: 0035
create table text_templates (
  id         uuid primary key,
  -- The county whose officials share it, empty for the national office.
  office     text not null,
  kind       text not null check (kind in ('return', 'rejection', 'message')),
  name       text not null,
  text_en    text not null,
  text_sw    text not null,
  revision   integer not null default 1,
  created_by uuid references users,
  created_at timestamptz(3) not null default now()
);
create unique index text_templates_name on text_templates (office, kind, lower(name));

-- Never shown to the farmer. Deleted with the farmer's account.
create table case_notes (
  id         uuid primary key,
  subsidy_id uuid not null references subsidies on delete cascade,
  author_id  uuid not null references users,
  content    text not null,
  created_at timestamptz(3) not null default now()
);
create index case_notes_subsidy on case_notes (subsidy_id, created_at, id);

-- Maximum of open cases per official; without a row there is none. The empty office is national and applies everywhere.
create table case_limits (
  office   text primary key,
  max_open integer not null check (max_open > 0)
);

alter table invitations
  -- Only a registration with this address can use the invitation. Null: any.
  add column email text,
  -- The post that the registration receives: duties, days and limits in cents. Its county is that of the invitation.
  add column post jsonb;
create index invitations_email on invitations (lower(email)) where used_at is null;
