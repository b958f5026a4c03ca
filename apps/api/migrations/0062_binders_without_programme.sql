-- Audit binders of applications without a programme.
-- oldest code: 0035
alter table audit_binders alter column programme_id drop not null;
