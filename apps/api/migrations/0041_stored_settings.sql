-- Defaults of deployed servers became stricter. A database that is in use keeps the values of release 0.2, in the format
-- of the environment variables (an empty limit: none), until a manager deletes the row. A new database gets no rows.
-- oldest code: 0035
create table stored_settings (
  name  text primary key,
  value text not null
);
insert into stored_settings (name, value)
select name, value
from (values
  ('OFFICIALS_SECOND_FACTOR', 'optional'),
  ('JURISDICTION', 'open'),
  ('REQUIRE_SECOND_OFFICIAL', 'false'),
  ('APPROVAL_LIMIT', '')
) as setting (name, value)
where exists (select from users);

-- Where a second factor is required: until when an official may add the first one without a code of the operator. Null:
-- not limited yet; it is set at the first start where one is required, and shortened by the next sign-in.
alter table users add column enrol_until timestamptz(3);
-- The same with a code, only in the session in which it was entered.
alter table sessions add column enrol_until timestamptz(3);
alter table one_time_codes drop constraint one_time_codes_purpose_check;
alter table one_time_codes add constraint one_time_codes_purpose_check
  check (purpose in ('reset-password', 'confirm-email', 'enrol'));
