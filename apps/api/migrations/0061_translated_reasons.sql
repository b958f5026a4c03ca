-- Reasons of bulk decisions and returns, and answers to appeals, in Kiswahili beside the original.
-- oldest code: 0035
alter table bulk_decisions add column reason_sw text;
alter table subsidies add column return_reason_sw text;
alter table appeals add column answer_sw text;
