-- Reference numbers of applications and programmes. The upgrade fills existing rows, with the functions of subsidies.sql.
-- oldest code: 0035
alter table subsidies add column reference text;
create unique index subsidies_reference on subsidies (reference);
