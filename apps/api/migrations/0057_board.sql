-- Board of the office: returns with the deadline they paused, indexes of the figures, and monthly reports. Posts of auditors.
-- oldest code: 0035
alter table posts drop constraint posts_duties_check;
alter table posts add constraint posts_duties_check check (
  duties = array['auditor']
  or 'view' = any (duties) and duties <@ array['view', 'decide', 'manage', 'ombudsperson']);

-- Each return of an application to its farmer. With the deadline before it, whether an application was overdue is known
-- for every day.
create table subsidy_returns (
  id          uuid primary key default gen_random_uuid(),
  subsidy_id  uuid not null references subsidies on delete cascade,
  returned_at timestamptz(3) not null,
  returned_by uuid references users,
  -- When the farmer had corrected the return before it; null for the first one.
  resumed_at  timestamptz(3),
  -- Null: returned before this table was added.
  due_on      date
);
create index subsidy_returns_subsidy on subsidy_returns (subsidy_id);
create index subsidy_returns_returned on subsidy_returns (returned_at);
create index subsidy_returns_official on subsidy_returns (returned_by);
insert into subsidy_returns (subsidy_id, returned_at, returned_by)
select entity_id, at, actor_id from audit_log join subsidies on subsidies.id = entity_id
where entity = 'subsidy' and action = 'subsidy.return';

create index appeals_decided on appeals (decided_at) where status = 'upheld';
create index complaints_created on complaints (created_at);

alter table reports
  add column kind text not null default 'analytics' check (kind in ('analytics', 'board')),
  -- Null: made by itself on the first of the month.
  alter column made_by drop not null;
-- One report for each month, office, language and format.
create unique index reports_board on reports (period, coalesce(county, ''), language, format) where kind = 'board';
create index reports_kind on reports (kind, created_at desc, id desc);
